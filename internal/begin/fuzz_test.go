package begin_test

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// FuzzSchemes checks that the indices that Before returns are within the text, and that
// Begins answers the same in whichever pieces the text comes.
func FuzzSchemes(f *testing.F) {
	for _, text := range []string{"http://a", "1.http://a", "seehttp://", "\x1b[32mhttp:", "news:a.b:c", "mailto:x@y", "tel:12345", "urn:a:b", "éfoo://x", "_x:"} {
		f.Add([]byte(text), "")
		f.Add([]byte(text), "+foo,-http")
	}
	f.Fuzz(func(t *testing.T, text []byte, list string) {
		var s *begin.Schemes
		if list != "" {
			var err error
			if s, err = begin.ParseSchemes(list); err != nil {
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
			if want == verdict.More {
				t.Fatalf("%q: More at the end", text)
			}
			for cut := colon + 1; cut <= min(len(text), colon+300); cut++ { // Begins reads no more
				if got := s.Begins(text[:cut:cut], start, colon, false); got != verdict.More && got != want {
					t.Fatalf("%q, cut at %d: got %v, want %v", text, cut, got, want)
				}
			}
		}
	})
}
