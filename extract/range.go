package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// bounds is the range of a text that a Scanner scans.
type bounds struct {
	begin, end  int64
	first, last *State // State of the scan at begin and at end; nil before the scan gets there
}

// ErrIndivisible is the error for an input or options with which scans of ranges would
// find other URLs or places than a scan of the whole input. The returned error wraps it
// and gives the reason.
var ErrIndivisible = errors.New("the input cannot be divided into ranges")

// indivisible returns an error if an input that begins with head and has format as cannot
// be divided with the options. set is the character set of Options.Charset.
func (o *Options) indivisible(as Input, set charset.Charset, head []byte) error {
	marked, _ := detect.CharsetOf(head, detect.All)
	reason := ""
	switch {
	case o.Input != Auto && o.Input != as:
		reason = "Options.Input is another format"
	case as == Text && o.Refang:
		reason = "Options.Refang is set"
	case as == Text && o.Line != nil:
		reason = "Options.Line is set"
	case as == Text && o.Messages != nil:
		reason = "Options.Messages is set"
	case o.Input != Mbox && set.Whole():
		reason = "Options.Charset is decoded as a whole"
	case o.Input != Mbox && marked.Whole():
		reason = "it begins with a byte order mark of UTF-16 or UTF-32"
	default:
		return nil
	}
	return fmt.Errorf("%w: %s", ErrIndivisible, reason)
}

// resetRange prepares for a range of r, and reports whether r is divisible.
func (s *Scanner) resetRange(r io.ReaderAt, as Input) bool {
	if s.Reset(nil); s.err != nil {
		return false
	}
	var head [charset.MaxBOM]byte
	n, _ := r.ReadAt(head[:], 0) // an error comes again
	if err := s.opts.indivisible(as, s.set, head[:n]); err != nil {
		s.refuse(err)
		return false
	}
	return true
}

// orEmpty returns r, or an empty io.ReaderAt if r is nil.
func orEmpty(r io.ReaderAt) io.ReaderAt {
	if r == nil {
		return new(bytes.Reader)
	}
	return r
}

// A TextRange finds the URLs in a range of a text: see [State]. It has the methods of a
// [Scanner] and is used in the same way, except for Reset.
type TextRange struct{ Scanner }

// NewTextRange returns a TextRange with the given options; nil is the default. It returns
// an error if the options are invalid. It returns [ErrIndivisible] if Options.Input is
// Mail, Mbox or HTML, if Options.Refang, Options.Line or Options.Messages is set, or if
// Options.Charset is decoded as a whole, as UTF-16 is.
func NewTextRange(o *Options) (*TextRange, error) {
	t := new(TextRange)
	return t, t.prepareRanges(o, Text)
}

// Reset starts a scan of the text in r from a State on, which returns the URLs from
// offset begin to end. A negative end is the end of the text. A URL belongs to the range
// that contains the colon, "@" or dot by which it is found. A nil r is an empty text.
//
// The text may begin like mail or HTML: it is scanned as text. The error is
// [ErrIndivisible] if r begins with a byte order mark of UTF-16 or UTF-32, the error of
// NewTextRange if that returned one, or an error of r before the range.
func (t *TextRange) Reset(r io.ReaderAt, from State, begin, end int64) error {
	t.resetText(r, from, begin, end)
	return t.err
}

// First returns the State of the scan at the beginning of its range. It returns false
// before the scan gets there, and if the text ends before the range.
func (t *TextRange) First() (st State, ok bool) {
	if t.bounds == nil {
		return st, false
	}
	return deref(t.bounds.first)
}

// Last returns the State of the scan at the end of its range. It returns false before the
// scan gets there, and if the text ends within the range.
func (t *TextRange) Last() (st State, ok bool) {
	if t.bounds == nil {
		return st, false
	}
	return deref(t.bounds.last)
}

func deref[T any](p *T) (v T, ok bool) {
	if p == nil {
		return v, false
	}
	return *p, true
}

// prepareRanges prepares for ranges of an input of format as.
func (s *Scanner) prepareRanges(o *Options, as Input) error {
	if o != nil {
		s.opts = *o
	}
	s.prepare()
	if s.optionsErr != nil {
		return s.optionsErr
	}
	s.Reset(nil)
	return s.opts.indivisible(as, s.set, nil)
}

// resetText starts a scan of the text in r from a State on: see TextRange.Reset.
func (s *Scanner) resetText(r io.ReaderAt, from State, begin, end int64) {
	if end < 0 {
		end = math.MaxInt64
	}
	r = orEmpty(r)
	if !s.resetRange(r, Text) {
		return
	}
	s.bounds = &bounds{begin: begin, end: end}
	w := &s.win
	w.base = max(0, from.at-RangeLead)
	s.src.from(&rangeReader{r: r, at: w.base, stops: [...]int64{from.at, begin, end}})
	s.src.sniffed = true
	s.slide(0)
	for s.err == nil && w.offset(len(w.Data)) < from.at {
		var err error
		if w.Data, err = s.src.appendTo(w.Data); err != nil {
			w.EOF, s.err = true, notEOF(err)
			return
		}
	}
	s.place = find.Place{Pos: len(w.Data), Floor: int(max(0, from.done-w.base)), Within: from.skip}
	if w.base > 0 {
		w.Head = append(w.Head, from.head...)
		s.finder.ResetWithin()
	}
	s.annotator.restore(&from, w)
}

func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// scanRange is Scan for a range.
func (s *Scanner) scanRange() bool {
	g := s.bounds
	for {
		pos := s.win.offset(s.place.Pos)
		if g.first == nil && pos >= g.begin {
			g.first = s.state()
			s.skipped, s.broken = 0, 0
		}
		stop := g.begin
		if g.first != nil {
			stop = g.end
		}
		if pos >= stop {
			if g.last == nil {
				g.last = s.state()
			}
			return false
		}
		switch s.step(int(min(stop-s.win.base, int64(len(s.win.Data))))) {
		case wrapper.Yes:
			if g.first != nil {
				return true
			}
		case wrapper.More:
			if s.win.cut && s.skipCut() {
				continue
			}
			if s.win.EOF {
				return false
			}
			s.fill()
		}
	}
}

// state returns the State of the scan.
func (s *Scanner) state() *State {
	w, pos := &s.win, s.place.Pos
	at := w.offset(pos)
	st := &State{at: at, done: max(0, w.offset(s.place.Floor), at-RangeLead), skip: s.place.Within}
	switch i := pos - RangeLead; {
	case i == 0:
		st.head = string(w.Head)
	case i > 0 && !ascii.Is(w.Data[i-1], ascii.LineBreak):
		st.head = string(s.annotator.heads.Of(&w.Text, i))
	}
	s.annotator.save(st, w, pos)
	return st
}

// A rangeReader reads from an offset on. No read crosses a stop, so that the window ends
// once at each stop.
type rangeReader struct {
	r     io.ReaderAt
	at    int64
	stops [3]int64
}

func (r *rangeReader) Read(p []byte) (int, error) {
	for _, stop := range r.stops {
		if stop > r.at {
			p = p[:min(int64(len(p)), stop-r.at)]
		}
	}
	n, err := r.r.ReadAt(p, r.at)
	r.at += int64(n)
	if n > 0 {
		return n, nil // an error comes again
	}
	return 0, err
}
