package extract

import (
	"errors"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Range finds the URLs in a range of a text or of an mbox. It has the methods of a
// [Scanner] and is used in the same way, except for Reset.
//
// A URL in a text belongs to the range that contains the colon, "@" or dot by which it is
// found. A URL in an mbox belongs to the range in which its message begins, although the
// message may extend beyond the range.
type Range struct {
	Scanner
	from   Checkpoint
	format mailbox.Format // Text or Mbox
	ready  bool           // Reset has returned no error
	empty  bool           // the range is before from
}

// NewRange returns a Range with the given options; nil is the default. It returns an error
// if the options are invalid.
func NewRange(o *Options) (*Range, error) {
	s := new(Range)
	if o != nil {
		s.opts = *o
	}
	s.prepare()
	return s, s.optionsErr
}

// Reset starts a scan of the input in r from a Checkpoint on, which returns the URLs of
// the range from offset begin to end. A negative end is the end of the input. If from is
// the beginning of the input, Reset examines what the input is. A nil r is an empty text.
//
// If from is at end or after it, in an mbox, the range is empty, and from is also its
// last Checkpoint.
//
// The error is [ErrIndivisible] if r cannot be divided with the options, the error of
// NewRange if that returned one, an error if from is in an mbox before the range, or an
// error of r.
func (s *Range) Reset(r io.ReaderAt, from Checkpoint, begin, end int64) error {
	s.from, s.format, s.ready, s.empty = from, mailbox.Text, false, false
	s.Scanner.Reset(nil)
	if s.err != nil {
		return s.err
	}
	if end < 0 {
		end = math.MaxInt64
	}
	if from.IsBeginning() {
		if s.format, s.err = divisibleAs(orEmpty(r), &s.opts); s.err != nil {
			s.refuse(s.err)
			return s.err
		}
	} else if from.isMbox() {
		s.format = mailbox.Mbox
	}
	switch at := from.mbox.At; {
	case s.format == mailbox.Text:
		s.resetText(r, from.text, begin, end)
	case at >= end:
		s.empty = true
	case at < begin:
		s.refuse(errors.New("the Checkpoint is before the range of the mbox"))
	default:
		s.resetMessages(r, from.mbox, end)
	}
	s.ready = s.err == nil
	return s.err
}

// First returns the Checkpoint of the scan at the beginning of its range. It returns false
// before the scan gets there, and if the text ends before the range.
func (s *Range) First() (c Checkpoint, ok bool) {
	switch {
	case s.format == mailbox.Mbox:
		return s.placeless(s.from), s.ready
	case s.bounds == nil || s.bounds.first == nil:
		return c, false
	}
	return Checkpoint{text: *s.bounds.first}, true
}

// Last returns the Checkpoint of the scan at the end of its range. It returns false before
// the scan gets there, after an error, and if a text ends within the range. If no message of
// an mbox begins after the range, the Checkpoint is after all ranges.
func (s *Range) Last() (c Checkpoint, ok bool) {
	switch {
	case s.empty:
		return s.placeless(s.from), true
	case s.format == mailbox.Mbox:
		return s.lastOfMbox()
	case s.bounds == nil || s.bounds.last == nil:
		return c, false
	}
	return Checkpoint{text: *s.bounds.last}, true
}

func (s *Range) lastOfMbox() (c Checkpoint, ok bool) {
	if s.src.mail == nil || s.err != nil {
		return c, false
	}
	r := s.src.mail.r
	c.mbox = Seam(r.Seam())
	if r.Ended() {
		c.mbox.At = math.MaxInt64
	} else if !r.Left() {
		return Checkpoint{}, false
	}
	return s.placeless(c), true
}

// placeless returns c without the numbers of messages and lines before it if the options have no
// places. A Survey does not count messages then.
func (s *Range) placeless(c Checkpoint) Checkpoint {
	if s.opts.SkipPlaces {
		c.mbox.Messages, c.mbox.Lines = 0, 0
	}
	return c
}
