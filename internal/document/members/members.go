// Package members reads the members of a zip file that is a document one after the other:
// of Office Open XML, OpenDocument and EPUB. Each of them says in which order, and what a
// member is.
package members

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// A Source reads a member, and adds what it reads to a Writer. Each call of Step reads some
// of it. At the end, Step returns false.
type Source interface{ Step() bool }

// A Book is a document with members, which have numbers in their order.
type Book interface {
	// Begin begins to read member i. It returns nil if nothing remains to be read: the
	// member has been added as a File, or is left out. It returns false after the last one.
	Begin(i int) (s Source, ok bool)

	// End ends the member that Begin returned s for.
	End(s Source)
}

// A Reader reads a Book, and then the gaps between the members.
type Reader struct {
	book    Book
	a       *zipfile.Archive
	w       *richtext.Writer
	format  string
	current Source
	at      int
	gap     int
}

// New returns a Reader of a Book, whose parts are added to w. The format is that of a Place.
func New(b Book, a *zipfile.Archive, w *richtext.Writer, format string) *Reader {
	return &Reader{book: b, a: a, w: w, format: format}
}

// Next implements [document.Reader].
func (r *Reader) Next() (*document.Part, error) {
	for ended := false; ; {
		if p := r.w.Next(); p != nil {
			return p, nil
		}
		switch {
		case r.current != nil:
			if !r.current.Step() {
				s := r.current
				r.current = nil
				r.book.End(s)
			}
		case !ended:
			var ok bool
			if r.current, ok = r.book.Begin(r.at); ok {
				r.at++
			} else {
				ended = true
			}
		case r.gap < len(r.a.Gaps):
			p := r.a.Gap(r.gap)
			r.gap++
			r.w.Place = document.Place{Format: r.format, Member: p.Name}
			r.w.File(p, p.Content)
		default:
			return nil, io.EOF
		}
	}
}
