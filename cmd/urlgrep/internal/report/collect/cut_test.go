package collect

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/parse"
)

// TestClean checks texts at the limit, cut within a character, and with octets that are not
// UTF-8.
func TestClean(t *testing.T) {
	for _, test := range []struct{ text, want, end string }{
		{"", "", ""},
		{"abcd", "abcd", "abcd"},
		{"abcde", "abcd…", "…bcde"},
		{"abcé", "abc…", "…bcé"},
		{"éabc", "éab…", "…abc"},
		{"a\xffb", "a\uFFFDb", "a\uFFFDb"},
		{"\x80\x80\x80\x80\x80\x80", "\uFFFD…", "…"},
	} {
		if got := clean(test.text, 4); got != test.want {
			t.Errorf("clean(%q) = %q, want %q", test.text, got, test.want)
		}
		if got := cleanEnd(test.text, 4); got != test.end {
			t.Errorf("cleanEnd(%q) = %q, want %q", test.text, got, test.end)
		}
	}
}

// TestExcerpt checks that a byte is in each excerpt of a text, at its offset plus shift, and
// that the excerpt is not longer than it may be.
func TestExcerpt(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("0123456789", 9), strings.Repeat("aé€𝄞", 9)} {
		for _, most := range []int{10, 31, 100} {
			for at := range text {
				if !utf8.RuneStart(text[at]) {
					continue
				}
				for _, length := range []int{0, 1, 5, 50} {
					part, shift := Excerpt(text, parse.Span{From: at, To: min(at+length, len(text))}, most)
					if i := at + shift; i < 0 || i >= len(part) || part[i] != text[at] {
						t.Errorf("%d bytes of %q at %d: %q, shift %d", most, text, at, part, shift)
					}
					if n := len(strings.Trim(part, ellipsis)); n > most || !utf8.ValidString(part) {
						t.Errorf("%d bytes of %q at %d: %d bytes, %q", most, text, at, n, part)
					}
				}
			}
		}
	}
	if part, shift := Excerpt(strings.Repeat("x", 50)+"URL"+strings.Repeat("y", 50), parse.Span{From: 50, To: 53}, 13); part != "…xxxxxURLyyyyy…" || shift != len(ellipsis)-45 {
		t.Errorf("%q, %d", part, shift)
	}
}
