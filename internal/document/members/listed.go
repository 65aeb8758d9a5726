package members

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// A Use is how a member is read.
type Use uint8

// The uses.
const (
	Skipped Use = iota // it is left out
	XML                // its XML is read
	File               // it is a file
)

// A List says how the members of an archive are read, each of them alone.
type List struct {
	Order []int // indices of the members, in the order in which they are read

	// Use returns the use of a member, and the media type of a file, if it is known.
	Use func(m *zipfile.Member) (use Use, media string)

	// Content returns a reader of a member, and whether the document encrypts it, apart from the zip file. The reader
	// is nil if the member cannot be read. A nil Content is for documents that are not encrypted.
	Content func(m *zipfile.Member) (in io.Reader, encrypted bool)

	// Open returns what reads the XML of a member.
	Open func(s *markup.Scanner) Source
}

// NewList returns a Reader of the members in a List, whose parts are added to w. The format is that
// of a Place.
func NewList(l List, a *zipfile.Archive, w *richtext.Writer, env *document.Env, format string) *Reader {
	return New(&listed{List: l, a: a, w: w, env: env, format: format}, a, w, format)
}

// A listed is the Book of a List.
type listed struct {
	List
	a      *zipfile.Archive
	w      *richtext.Writer
	env    *document.Env
	format string
	m      *zipfile.Member // the last member of XML
	xml    *markup.Scanner // reads it
}

// Begin implements [Book].
func (l *listed) Begin(i int) (Source, bool) {
	if i == len(l.Order) {
		return nil, false
	}
	return l.begin(&l.a.Members[l.Order[i]]), true
}

func (l *listed) begin(m *zipfile.Member) Source {
	if !m.IsFile {
		return nil
	}
	use, media := l.Use(m)
	if use == Skipped {
		return nil
	}
	in, encrypted := io.Reader(nil), false
	if l.Content != nil {
		in, encrypted = l.Content(m)
	} else {
		in = l.a.Reader(m)
	}
	if in == nil {
		return nil
	}
	l.w.Place = document.Place{Format: l.format, Member: m.Name}
	l.w.Range = m.Range
	if use == File {
		l.w.File(document.Part{Range: m.Range, Exact: m.IsStored() && !encrypted, Name: m.Name, Media: media}, in)
		return nil
	}
	l.m, l.xml = m, markup.New(in)
	return l.Open(l.xml)
}

// End implements [Book].
func (l *listed) End(Source) {
	if l.xml.Damaged {
		l.env.Note(document.Damaged, l.m.At(l.xml.Damage()))
	}
	if l.xml.CutOff {
		l.w.CutOff()
	}
	l.w.End()
}
