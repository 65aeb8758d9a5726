package record

import (
	"strings"
	"testing"
)

func TestShortened(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{strings.Repeat("a", 64), strings.Repeat("a", 64)},
		{strings.Repeat("a", 65), strings.Repeat("a", 64) + "…"},
		{"a" + strings.Repeat("ä", 32), "a" + strings.Repeat("ä", 31) + "…"},
		{strings.Repeat("\x01", 11), strings.Repeat("\x01", 10) + "…"},
	} {
		if got := shortened(test.text); got != test.want {
			t.Errorf("shortened(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}
