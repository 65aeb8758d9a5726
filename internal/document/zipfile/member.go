package zipfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
)

// Gap returns a gap as a File, whose name is its range.
func (a *Archive) Gap(i int) document.Part {
	g := a.Gaps[i]
	name := fmt.Sprintf("(bytes %d-%d)", g.From, g.To)
	return document.Part{
		Kind:    document.File,
		Place:   document.Place{Member: name},
		Range:   g,
		Exact:   true,
		Content: a.s.Section(g),
		Name:    name,
	}
}

// Reader returns a reader of the decompressed data of a member. The reader of another
// member is invalid then. Damaged data, or more than the Budget allows, is noted, and ends
// the data: the error is other than io.EOF if data may be missing. Reader returns nil if the data
// cannot be read; then the reason is noted.
func (a *Archive) Reader(m *Member) io.Reader {
	if m.Encrypted {
		a.env.Note(document.Encrypted, m.Name)
		return nil
	}
	data := a.s.Section(m.Range)
	var in io.Reader = data
	if !m.IsStored() {
		if a.in == nil {
			a.in = bufio.NewReaderSize(nil, 32<<10)
		}
		a.in.Reset(data)
		var err error
		if in, err = Decode(m.method, a.in); errors.Is(err, ErrMethod) {
			a.env.Note(document.Unsupported, m.Name+": "+err.Error())
			return nil
		} else if err != nil {
			a.env.Note(document.Damaged, m.Name)
			return nil
		}
	}
	if m.sized {
		in = Check(in, m.size, m.crc)
	}
	return &reader{in: a.env.Budget.Reader(in), m: m, note: a.env.Note}
}

// A reader reads a member, and notes what is wrong with it.
type reader struct {
	in   io.Reader
	m    *Member
	note func(document.Defect, string)
	err  error // ended in
}

// Read implements [io.Reader].
func (r *reader) Read(p []byte) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	switch n, r.err = r.in.Read(p); r.err {
	case nil, io.EOF:
	case document.ErrTooMuch:
		r.note(document.TooMuch, r.m.Name)
	case ErrChecksum:
		r.note(document.Damaged, r.m.Name)
		r.err = io.EOF // the data are complete
	default:
		r.note(document.Damaged, r.m.Name)
	}
	return n, r.err
}
