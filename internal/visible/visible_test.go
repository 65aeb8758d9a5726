package visible

import (
	"encoding/json"
	"testing"
	"unicode"
)

func TestAppend(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"http://a/é日😀", "http://a/é日😀"},
		{"a\nb", `a\u000ab`},
		{"a\tb\rc", `a\u0009b\u000dc`},
		{"\x00\x1b[31m\x7f", `\u0000\u001b[31m\u007f`},
		{"\u0085\u009b", `\u0085\u009b`},
		{"\u202e\u2066\u200e", `\u202e\u2066\u200e`},
		{"a\u200db", "a\u200db"}, // a joiner is a part of words
		{"\x9b\xff", `\x9b\xff`},
		{"\uFFFD", "\uFFFD"},
	} {
		if got := string(Append([]byte("x"), []byte(test.text))); got != "x"+test.want {
			t.Errorf("Append(%q) = %q, want %q", test.text, got[1:], test.want)
		}
	}
}

// What is made visible has no control character, and JSON means what it did.
func FuzzAppend(f *testing.F) {
	f.Add("a\x1b\u202e\u009b\x80\"\\")
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range string(Append(nil, []byte(s))) {
			if unicode.IsControl(r) {
				t.Errorf("%q: %q is left", s, r)
			}
		}
		before, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		if err := json.Unmarshal(before, &want); err != nil {
			t.Fatal(err)
		}
		after := Append(nil, before)
		if err := json.Unmarshal(after, &got); err != nil || got != want {
			t.Errorf("%s became %s: %v", before, after, err)
		}
	})
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "日本": 4, "Ａ": 2, "a\u200db": 2,
	} {
		if got := Columns([]byte(text)); got != want {
			t.Errorf("Columns(%q) = %d, want %d", text, got, want)
		}
	}
}
