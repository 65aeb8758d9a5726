package extract

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestPieces checks that the pieces are the text, and that those with a URL are at its place, for
// any split of the text into reads.
func TestPieces(t *testing.T) {
	t.Parallel()
	w := &writer{Rand: effort.Rand(t)}
	for i := range effort.Rounds(5000) {
		text, o := w.text(), everything
		if i%4 == 0 {
			text, o = w.defangs(text), withRefang
		}
		want, _ := all(strings.NewReader(text), o)
		for name, r := range readers(w.Rand, text) {
			s := NewScanner(r, o)
			at, n := int64(0), 0
			for p, err := range s.Pieces() {
				if err != nil {
					t.Fatalf("%q\n%s: %v", text, name, err)
				}
				end := at + int64(len(p.Text))
				if end > int64(len(text)) || text[at:end] != string(p.Text) {
					t.Fatalf("%q\n%s: %q at byte %d", text, name, p.Text, at)
				}
				if m := s.Match(); p.IsURL {
					if n == len(want) || m.URL != want[n].URL || m.URLOffset != at || m.URLEnd != end {
						t.Fatalf("%q\n%s: %q at byte %d is %+v", text, name, p.Text, at, m)
					}
					n++
				}
				at = end
			}
			if at != int64(len(text)) || n != len(want) || s.Err() != nil {
				t.Fatalf("%q\n%s: %d bytes, %d of %d URLs, %v", text, name, at, n, len(want), s.Err())
			}
		}
	}
}

// TestPiecesEnd checks that a loop may end at any piece, that the Scanner can be reset then, and
// that Options.Line is called again for the next text.
func TestPiecesEnd(t *testing.T) {
	text := strings.Repeat("some text http://a.example/ and\n", 10_000)
	lines := 0
	s := NewScanner(nil, &Options{Input: InputText, Line: func(*Line) bool { lines++; return true }})
	for most := range 7 {
		s.Reset(iotest.HalfReader(strings.NewReader(text)))
		n := 0
		for _, err := range s.Pieces() {
			if n++; err != nil || n > most {
				break
			}
		}
		if n != most+1 || s.Err() != nil || lines > 0 {
			t.Errorf("%d pieces, %v, %d lines", n, s.Err(), lines)
		}
	}
	s.Reset(strings.NewReader("http://a.example/\n"))
	if !s.Scan() || s.URL() == nil || s.Scan() || lines != 1 {
		t.Errorf("%d lines", lines)
	}
}

// TestPiecesErrors checks that an error is the last pair.
func TestPiecesErrors(t *testing.T) {
	fault := errors.New("fault")
	for _, c := range []struct {
		name string
		src  io.Reader
		o    *Options
		want string
		err  error // nil: any error
	}{
		{"reader", io.MultiReader(strings.NewReader("a http://a.example/ b\nhttp://c"), iotest.ErrReader(fault)), nil, "a |http://a.example/| b\n|", fault},
		{"mail", strings.NewReader("From: a@b.example\nSubject: c\n\nhttp://d.example/"), nil, "", ErrEncoded},
		{"HTML", strings.NewReader("http://d.example/"), &Options{Input: InputHTML}, "", ErrEncoded},
		{"NUL", strings.NewReader("http://a.example/ \x00"), nil, "|http://a.example/|", ErrBinary},
		{"options", strings.NewReader("http://a.example/"), &Options{MaxURL: -1}, "", nil},
	} {
		var got strings.Builder
		var last error
		for p, err := range NewScanner(c.src, c.o).Pieces() {
			if last != nil || err != nil && p.Text != nil {
				t.Errorf("%s: %q after %v", c.name, p.Text, last)
			}
			if last = err; p.IsURL {
				got.WriteString("|" + string(p.Text) + "|")
			} else {
				got.Write(p.Text)
			}
		}
		if strings.Trim(got.String(), "|") != strings.Trim(c.want, "|") || last == nil || c.err != nil && last != c.err {
			t.Errorf("%s: %q, %v", c.name, got.String(), last)
		}
	}
}
