package wrapper_test

import (
	"path/filepath"
	"testing"

	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// FuzzScan checks for any text that the pieces in which it comes make no difference, and
// that the answers are sound. limits are those of the URL and of the lines; 0 is the
// default.
func FuzzScan(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		for _, c := range readCases(f, name) {
			if len(c.text) < 200 && c.rules.Schemes == nil && c.rules.Fallback == nil {
				f.Add(c.text, uint8(c.rules.MaxURL), uint8(c.rules.MaxLines))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, maxURL, maxLines uint8) {
		if len(text) > 400 {
			t.Skip("each text is read as often as it is long")
		}
		r := &wrapper.Rules{MaxURL: int(maxURL), MaxLines: int(maxLines)}
		if p := checkText(r, text, false); p != "" {
			t.Error(p)
		}
	})
}

// FuzzPrefix checks that the prefix of a line is stripped in the same way in whichever
// pieces the text comes.
func FuzzPrefix(f *testing.F) {
	for _, head := range []string{"", "> ", ">> | : ", "# ", "/* ", "JD> ", "> JD> > ", " 7. ", "12) > // ", `.\" `, "dnl ", "REM "} {
		for _, next := range []string{"y", "> y", ">\n> y", "# y", " * y", "JD> y", "8. y", " 13) > // y", "\n\f\ny\n", "\nPage\n\f\nHeader\n\ny", "\u00a0y", "\x1b[1my"} {
			f.Add([]byte(head), []byte(next), 1)
		}
	}
	f.Fuzz(func(t *testing.T, head, next []byte, lines int) {
		if len(next) > 2000 {
			t.Skip("each text is read as often as it is long")
		}
		p := wrapper.ParsePrefix(head)
		if p.Depth < 0 || p.Depth > len(head) {
			t.Errorf("%q: depth %d", head, p.Depth)
		}
		checkContinue(t, &p, next, 0, max(1, lines%3000))
	})
}

// FuzzSchemes checks that the indices that Before returns are within the text, and that
// Begins answers the same in whichever pieces the text comes.
func FuzzSchemes(f *testing.F) {
	for _, text := range []string{"http://a", "1.http://a", "seehttp://", "\x1b[32mhttp:", "news:a.b:c", "mailto:x@y", "tel:12345", "urn:a:b", "éfoo://x", "_x:"} {
		f.Add([]byte(text), "")
		f.Add([]byte(text), "+foo,-http")
	}
	f.Fuzz(func(t *testing.T, text []byte, list string) {
		var s *wrapper.Schemes
		if list != "" {
			var err error
			if s, err = wrapper.ParseSchemes(list); err != nil {
				t.Skip(err)
			}
		}
		for colon, b := range text {
			if b != ':' {
				continue
			}
			start, ok := s.Before(text, colon)
			if !ok {
				continue
			}
			if start < 0 || start >= colon || colon-start > 64 {
				t.Fatalf("%q: scheme from %d to %d", text, start, colon)
			}
			want := s.Begins(text, start, colon, true)
			if want == wrapper.More {
				t.Fatalf("%q: More at the end", text)
			}
			for _, cut := range cuts(colon+1, len(text)) {
				if got := s.Begins(text[:cut:cut], start, colon, false); got != wrapper.More && got != want {
					t.Fatalf("%q, cut at %d: got %v, want %v", text, cut, got, want)
				}
			}
		}
	})
}
