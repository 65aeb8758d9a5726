package extract

import (
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Seam is where a message of an mbox begins: what is found from there on depends on
// nothing before it. A range of an mbox has the messages that begin in it.
type Seam struct {
	At       int64 // its offset in the mbox, in bytes from 0
	Messages int   // before it
	Lines    int64 // LFs before it; 0 with Options.SkipPlaces
	Dateless bool  // "From " lines of the file have no date
	EOL      byte  // what lines of the file end in
}

// check returns an error if no message can begin at a Seam like this one.
func (s Seam) check() error {
	if s != (Seam{}) && (s.At < 0 || s.Messages < 0 || s.Lines < 0 || s.EOL != '\n' && s.EOL != '\r') {
		return fmt.Errorf("invalid Seam: %+v", s)
	}
	return nil
}

// A MessageRange finds the URLs in the messages of an mbox that begin in a range: see
// [Seam]. It is used as a [Scanner] is, whose methods it has, except for Reset.
type MessageRange struct{ Scanner }

// NewMessageRange returns a MessageRange with the given options; nil is the default. The
// error is that of invalid options, or [ErrIndivisible] if Options.Input is Text, Mail or
// HTML, and with Auto if Options.Charset is one that is decoded as a whole, such as UTF-16.
func NewMessageRange(o *Options) (*MessageRange, error) {
	m := new(MessageRange)
	return m, m.prepareRanges(o, Mbox)
}

// Reset makes m read the messages of the mbox in r that begin from a Seam on and before
// offset end; a negative end is that of the mbox. The zero Seam is that of an mbox of which
// nothing is known.
//
// The mbox may begin in another way than an mbox does: it is one all the same. The error is
// [ErrIndivisible] if r begins with a byte order mark of UTF-16 or UTF-32 and Options.Input
// is Auto, that of NewMessageRange, if m has not been made by that, or one that says that no
// message begins at such a Seam: one with a negative number, for example. A nil r holds
// nothing.
func (m *MessageRange) Reset(r io.ReaderAt, from Seam, end int64) error {
	m.resetMessages(r, from, end)
	return m.err
}

// Next returns the Seam of the first message after the range, once all of the range has
// been read. It returns false before that, and if no message follows the range.
func (m *MessageRange) Next() (seam Seam, ok bool) {
	if m.src.mail == nil || !m.src.mail.r.Left() {
		return seam, false
	}
	return Seam(m.src.mail.r.Seam()), true
}

// Seams iterates over the messages of the mbox in r that begin from offset begin on and
// before end; a negative end is that of the mbox. Messages and Lines of a Seam count from
// begin on, so that they are right if that is 0. If r returns an error, that comes last.
func Seams(r io.ReaderAt, begin, end int64) iter.Seq2[Seam, error] {
	return func(yield func(Seam, error) bool) {
		if end < 0 {
			end = math.MaxInt64
		}
		in := &failing{r: orNothing(r)}
		mr := mailbox.NewReader(nil)
		mr.Reset(io.NewSectionReader(in, 0, math.MaxInt64), mailbox.Mbox)
		file := mr.Seam()
		n := 0
		if in.err == nil && begin <= file.At {
			if file.At >= end || in.isAtEnd(file.At) || !yield(Seam(file), nil) {
				return
			}
			n, begin = 1, file.At+1
		}
		from, lines, _ := LineBefore(in, begin, file.EOL) // of a long line the middle will do
		for seam := range mr.Seams(io.NewSectionReader(in, from, math.MaxInt64-from), file, from, begin, end) {
			if in.err != nil {
				break
			}
			seam.Messages, seam.Lines = n, seam.Lines-lines
			if !yield(Seam(seam), nil) {
				return
			}
			n++
		}
		if in.err != nil {
			yield(Seam{}, in.err)
		}
	}
}

// A failing is a ReaderAt that remembers its error.
type failing struct {
	r   io.ReaderAt
	err error
}

func (f *failing) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = f.r.ReadAt(p, at)
	if err != nil && err != io.EOF && f.err == nil {
		f.err = err
	}
	return n, err
}

// isAtEnd reports whether nothing is after an offset.
func (f *failing) isAtEnd(at int64) bool {
	var b [1]byte
	n, _ := f.ReadAt(b[:], at)
	return n == 0
}

// resetMessages makes s read the messages of the mbox in r from a Seam on: see
// MessageRange.Reset.
func (s *Scanner) resetMessages(r io.ReaderAt, from Seam, end int64) {
	if end < 0 {
		end = math.MaxInt64
	}
	r = orNothing(r)
	if !s.resetRange(r, Mbox) {
		return
	}
	if err := from.check(); err != nil {
		s.refuse(err)
		return
	}
	m := s.src.mailReader()
	m.seg, m.message = nil, nil
	m.r.ResetRange(io.NewSectionReader(r, from.At, math.MaxInt64-from.At), mailbox.Seam(from), end)
	s.src.mail, s.src.sniffed = m, true
}
