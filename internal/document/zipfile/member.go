package zipfile

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
)

// GapName returns the name of a gap: its range, or the member whose comment it is.
func (a *Archive) GapName(g Gap) string {
	if g.Of >= 0 {
		return a.Members[g.Of].Name + "/(comment)"
	}
	return fmt.Sprintf("(bytes %d-%d)", g.From, g.To)
}

// Gap returns a gap as a File.
func (a *Archive) Gap(i int) document.Part {
	g := a.Gaps[i]
	name := a.GapName(g)
	return document.Part{
		Kind:    document.File,
		Place:   document.Place{Member: name},
		Range:   g.Range,
		Exact:   true,
		Content: a.OpenGap(g),
		Name:    name,
	}
}

// OpenGap returns a reader of a gap. Its error is other than io.EOF if the gap is cut off.
func (a *Archive) OpenGap(g Gap) io.Reader {
	if a.isCut && g.To == a.s.Size() {
		return io.MultiReader(a.section(g.Range), cutOff{})
	}
	return a.section(g.Range)
}

// A cutOff reads nothing.
type cutOff struct{}

func (cutOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// section returns a reader of a range.
func (a *Archive) section(r document.Range) *io.SectionReader {
	return io.NewSectionReader(a.s, r.From, r.To-r.From)
}

// Open returns a reader of the decompressed data of a member. The reader of another member is invalid
// then. Its error is other than io.EOF if the data are damaged: see [Sealed.Open].
func (a *Archive) Open(m *Member) (in io.Reader, err error) {
	if m.base64 {
		return base64.NewDecoder(base64.StdEncoding, a.section(m.Range)), nil
	}
	if a.in == nil {
		a.in = bufio.NewReaderSize(nil, 32<<10)
	}
	return m.Sealed.Open(a.section(m.Range), a.env, a.in)
}

// Reader is Open for a document. Damaged data, or more than the Budget allows, is noted, and ends
// the data: the error is other than io.EOF if data may be missing. Reader returns nil if the data
// cannot be read; then the reason is noted.
func (a *Archive) Reader(m *Member) io.Reader {
	in, err := a.Open(m)
	switch {
	case err == nil:
		return &reader{in: a.env.Budget.Reader(in), m: m, note: a.env.Note}
	case err == ErrEncrypted:
		a.env.Note(document.Encrypted, m.Name)
	case err == ErrLocked:
		a.env.Note(document.Locked, m.Name)
	case err == ErrUntried:
		a.env.Note(document.Untried, m.Name)
	case errors.Is(err, ErrMethod):
		a.env.Note(document.Unsupported, m.Name+": "+err.Error())
	default:
		a.env.Note(document.Damaged, m.damage(err))
	}
	return nil
}

// damage returns the detail of a Note about the member, whose data has ended with err.
func (m *Member) damage(err error) string {
	reason := err.Error()
	if err == io.ErrUnexpectedEOF {
		reason = "cut off"
	}
	return m.At(reason)
}

// At returns the detail of a Note that says what is wrong with the member. Its name is "" if it is the document.
func (m *Member) At(what string) string {
	if m.Name == "" {
		return what
	}
	return document.At(m.Name, m.Range.From) + ": " + what
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
	case ErrAuthenticator:
		r.note(document.Damaged, r.m.damage(r.err))
		r.err = io.EOF // the data are complete
	case ErrDoubtful:
		r.note(document.Locked, r.m.Name+", or damaged")
	default:
		r.note(document.Damaged, r.m.damage(r.err))
	}
	return n, r.err
}
