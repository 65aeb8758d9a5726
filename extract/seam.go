package extract

import (
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Seam is a place in an mbox at which a message begins. The matches after it do not
// depend on the text before it. A range of an mbox contains the messages that begin in
// the range.
type Seam struct {
	At       int64 // offset in the mbox, in bytes from 0
	Messages int   // number of messages before At
	Lines    int64 // number of LFs before At; 0 with Options.SkipPlaces
	Dateless bool  // the "From " lines of the mbox have no date
	EOL      byte  // last byte of the line endings of the mbox: LF or CR
}

// check returns an error if no message can begin at s.
func (s Seam) check() error {
	if s != (Seam{}) && (s.At < 0 || s.Messages < 0 || s.Lines < 0 || s.EOL != '\n' && s.EOL != '\r') {
		return fmt.Errorf("invalid Seam: %+v", s)
	}
	return nil
}

// A MessageRange finds the URLs in the messages of an mbox that begin in a range: see
// [Seam]. It has the methods of a [Scanner] and is used in the same way, except for
// Reset.
type MessageRange struct{ Scanner }

// NewMessageRange returns a MessageRange with the given options; nil is the default. It
// returns an error if the options are invalid. It returns [ErrIndivisible] if
// Options.Input is Text, Mail or HTML, or if it is Auto and Options.Charset is decoded as
// a whole, as UTF-16 is.
func NewMessageRange(o *Options) (*MessageRange, error) {
	m := new(MessageRange)
	return m, m.prepareRanges(o, Mbox)
}

// Reset starts a scan of the messages of the mbox in r that begin at a Seam or after it,
// and before offset end. A negative end is the end of the mbox. The zero Seam is the
// beginning of an mbox, whose properties are then detected. A nil r is an empty mbox.
//
// The input may begin in another way than an mbox does: it is scanned as an mbox. The
// error is [ErrIndivisible] if r begins with a byte order mark of UTF-16 or UTF-32 and
// Options.Input is Auto, the error of NewMessageRange if that returned one, or an error
// if no message can begin at the Seam, for example because of a negative number.
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

// Seams returns an iterator over the messages of the mbox in r that begin at offset begin
// or after it, and before end. A negative end is the end of the mbox. Messages and Lines
// of a Seam count from begin, so they are right for the mbox if begin is 0. If r returns
// an error, it is the last pair.
func Seams(r io.ReaderAt, begin, end int64) iter.Seq2[Seam, error] {
	return func(yield func(Seam, error) bool) {
		if end < 0 {
			end = math.MaxInt64
		}
		r = orEmpty(r)
		mr := mailbox.NewReader(nil)
		file, err := firstSeam(mr, r)
		if err != nil {
			yield(Seam{}, err)
			return
		}
		seamsAfter(mr, r, file, begin, end)(yield)
	}
}

// firstSeam returns the Seam of the first message of an mbox. It reads with mr.
func firstSeam(mr *mailbox.Reader, r io.ReaderAt) (Seam, error) {
	in := &errorRecorder{r: r}
	mr.Reset(io.NewSectionReader(in, 0, math.MaxInt64), mailbox.Mbox)
	return Seam(mr.Seam()), in.err
}

// seamsAfter is Seams for an mbox whose first message begins at file. It reads with mr.
func seamsAfter(mr *mailbox.Reader, r io.ReaderAt, file Seam, begin, end int64) iter.Seq2[Seam, error] {
	return func(yield func(Seam, error) bool) {
		in := &errorRecorder{r: r}
		n := 0
		if begin <= file.At {
			if file.At >= end || in.isAtEnd(file.At) || !yield(file, nil) {
				return
			}
			n, begin = 1, file.At+1
		}
		from, lines, _ := LineBefore(in, begin, file.EOL) // the middle of a long line is good enough
		for seam := range mr.Seams(io.NewSectionReader(in, from, math.MaxInt64-from), mailbox.Seam(file), from, begin, end) {
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

// An errorRecorder is an io.ReaderAt that records its first error.
type errorRecorder struct {
	r   io.ReaderAt
	err error
}

func (f *errorRecorder) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = f.r.ReadAt(p, at)
	if err != nil && err != io.EOF && f.err == nil {
		f.err = err
	}
	return n, err
}

// isAtEnd reports whether the reader has no bytes after an offset.
func (f *errorRecorder) isAtEnd(at int64) bool {
	var b [1]byte
	n, _ := f.ReadAt(b[:], at)
	return n == 0
}

// resetMessages starts a scan of the messages of the mbox in r from a Seam on: see
// MessageRange.Reset.
func (s *Scanner) resetMessages(r io.ReaderAt, from Seam, end int64) {
	if end < 0 {
		end = math.MaxInt64
	}
	r = orEmpty(r)
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
