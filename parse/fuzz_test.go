package parse_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

// FuzzParse compares the parser and the oracle on any text. It also checks that the
// components together are the text.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 1<<12 {
			t.Skip("too long for the oracle")
		}
		compare(t, text)
		for _, level := range parse.Levels() {
			checkError(t, text, level)
		}
	})
}

// checkError fails if an error is not fit to be shown.
func checkError(t *testing.T, text string, level parse.Level) {
	t.Helper()
	u, err := parse.Parse(text, level)
	var e *parse.Error
	if err == nil || !errors.As(err, &e) {
		return
	}
	if e.URL != text || e.Level != level || e.Scheme != u.Scheme || e.Offset < 0 || e.Offset > len(text) {
		t.Errorf("Parse(%q, %v): %+v", text, level, *e)
	}
	message := e.Error()
	for _, r := range message {
		if r < ' ' || 0x7f <= r && r < 0xa0 {
			t.Errorf("Parse(%q, %v): control character in %q", text, level, message)
		}
	}
	if !strings.HasPrefix(e.Rule(), "RFC ") || !errors.Is(err, e.Class) {
		t.Errorf("Parse(%q, %v): rule %q, class %v", text, level, e.Rule(), e.Class)
	}
}

// TestBig checks that parsing is linear: the texts would take hours otherwise.
func TestBig(t *testing.T) {
	const n = 1 << 17
	for _, piece := range []string{
		"", "a", "a.", "1.", "-", ":", "@", "a@", ":@", "/", "?", "#", ";", ";=", ";a=b", "%", "%4", "%41", "%09",
		"%40", "[", "]", "[:", "::", "1:", "\x00", "\xff", "é", "//", "[@", "%@",
	} {
		long := strings.Repeat(piece, n)
		for _, start := range []string{"", "x:", "x://", "x://[", "x://a@[", "http://", "http://h/", "ftp://", "ftp://h/", "gopher://h/1",
			"mailto:", "news:", "news:a@", "nntp://h/a/", "telnet://", "wais://h/", "file://", "prospero://h/"} {
			for _, level := range parse.Levels() {
				u, err := parse.Parse(start+long, level)
				if err == nil {
					for range u.Warnings.Names() {
						continue
					}
				} else if m := err.Error(); len(m) > 1000 {
					t.Errorf("error message of %d bytes", len(m))
				}
			}
			if effort.Get() == effort.Short {
				break
			}
		}
	}
}
