package object

import (
	"strings"
	"testing"
)

// TestPasswordForms checks the bytes that are tried for a password. The cases of SASLprep are those of RFC 4013,
// section 3.
func TestPasswordForms(t *testing.T) {
	for _, c := range []struct {
		password string
		revision int
		want     string
	}{
		{"tulip", 3, "tulip"},
		{"tülip €", 4, "t\xFClip \xA0|tülip €"},
		{"тюльпан", 4, "тюльпан"},
		{"tülip €", 6, "tülip €"},
		{"I\u00ADX", 6, "IX|I\u00ADX"},
		{"user", 5, "user"},
		{"USER", 5, "USER"},
		{"\u00AA", 6, "a|\u00AA"},
		{"\u2168", 6, "IX|\u2168"},
		{"a\u00A0b\u3000c", 6, "a b c|a\u00A0b\u3000c"},
		{strings.Repeat("x", 130), 6, strings.Repeat("x", 127)},
	} {
		var got []string
		for _, form := range passwordForms(c.password, c.revision) {
			got = append(got, string(form))
		}
		if all := strings.Join(got, "|"); all != c.want {
			t.Errorf("%q, revision %d: %q, want %q", c.password, c.revision, all, c.want)
		}
	}
}
