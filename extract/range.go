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
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// ErrIndivisible is the error for an input or options with which scans of ranges would
// find other URLs or places than a scan of the whole input. The returned error wraps it
// and gives the reason.
//
// It will move to another package before v1.0.0.
var ErrIndivisible = errors.New("the input cannot be divided into ranges")

// A Range finds the URLs in a range of a text or of an mbox: in the part between two
// offsets. The zero Range has the default options, and finds nothing before Reset.
//
// It will move to another package before v1.0.0.
//
// A URL in a text belongs to the range that contains the colon, "@" or dot by which it is
// found. A URL in an mbox belongs to the range in which its message begins, although the
// message may extend beyond the range.
type Range struct {
	s Scanner // with bounds after Reset
}

// bounds are the bounds of a range, and the Checkpoints of the scan there.
type bounds struct {
	format      Input // Text or Mbox
	begin, end  int64
	first, last *Checkpoint // at begin and at end; nil before the scan gets there
}

// NewRange returns a Range with the given options; nil is the default. It returns an error
// if the options are invalid.
func NewRange(o *Options) (*Range, error) {
	r := new(Range)
	r.s.init(o)
	r.s.Reset(nil)
	return r, r.s.err
}

// Reset starts a scan of the input in from a Checkpoint on, which returns the URLs of the
// range from offset begin to end. A negative end is the end of the input. A nil in is an
// empty text.
//
// If from is the beginning of the input, Reset detects whether that is a text or an mbox. If
// from is at the end of the range or after it, the range is empty, and Last returns from.
//
// The error is [ErrIndivisible] if the input cannot be divided into ranges with the options,
// the error of NewRange if that returned one, an error if from is in an mbox before the
// range, or an error of in before the range.
func (r *Range) Reset(in io.ReaderAt, from Checkpoint, begin, end int64) error {
	s := &r.s
	s.Reset(nil)
	if s.err != nil {
		return s.err
	}
	if in == nil {
		in = new(bytes.Reader)
	}
	if end < 0 {
		end = math.MaxInt64
	}
	format, err := s.opts.divisible(in, from, s.set)
	switch {
	case err != nil:
	case format == InputText:
		s.bounds = &bounds{format: InputText, begin: begin, end: end}
		err = s.resetText(in, &from.text)
	case from.mbox.At < begin && from.mbox.At < end:
		err = errors.New("the Checkpoint is before the range of the mbox")
	default:
		s.resetMessages(in, from, end)
	}
	if err != nil {
		s.refuse(err)
	}
	return s.err
}

// First returns the Checkpoint of the scan at the beginning of its range. It returns false
// before the scan gets there, and if the text ends before the range.
func (r *Range) First() (c Checkpoint, ok bool) {
	s := &r.s
	if s.bounds == nil || s.bounds.first == nil {
		return c, false
	}
	return *s.bounds.first, true
}

// Last returns the Checkpoint of the scan at the end of its range. It returns false before
// the scan gets there, after an error, and if a text ends within the range. If no message of
// an mbox begins after the range, the Checkpoint is after all ranges.
func (r *Range) Last() (c Checkpoint, ok bool) {
	s := &r.s
	switch {
	case s.bounds == nil:
		return c, false
	case s.bounds.last != nil:
		return *s.bounds.last, true
	case s.bounds.format == InputText || s.err != nil:
		return c, false
	}
	m := s.src.mail.r
	c.mbox = m.Seam()
	if m.Ended() {
		c.mbox.At = math.MaxInt64
	} else if !m.Left() {
		return Checkpoint{}, false
	}
	return s.placeless(c), true
}

// Scanner returns the Scanner with which the range is scanned: call its Scan, or All. Reset starts
// its scan, so do not call the Scanner's own Reset. Its Pieces returns an error, since a URL that
// belongs to the range may begin before it or end after it.
func (r *Range) Scanner() *Scanner { return &r.s }

// placeless returns c without the numbers of messages and lines before it if the options have no
// places. A Survey does not count messages then.
func (s *Scanner) placeless(c Checkpoint) Checkpoint {
	if s.opts.SkipPlaces {
		c.mbox.Messages, c.mbox.Lines = 0, 0
	}
	return c
}

// divisible returns the format, Text or Mbox, of the input in r, of which ranges are scanned
// from a Checkpoint on. set is the character set of o.Charset.
func (o *Options) divisible(r io.ReaderAt, from Checkpoint, set charset.Charset) (format Input, err error) {
	size := charset.MaxBOM
	if from.IsBeginning() {
		size = detect.HeadSize
	}
	head := make([]byte, size)
	n, err := r.ReadAt(head, 0)
	if err = notEOF(err); err != nil {
		return InputAuto, err
	}
	head = head[:n]
	marked, _ := detect.CharsetOf(head, detect.All)
	reason := ""
	switch {
	case from.isMbox():
		format = InputMbox
	case !from.IsBeginning():
		format = InputText
	default:
		format, reason = o.dividedAs(head)
	}
	switch {
	case reason != "":
	case o.Input != InputAuto && o.Input != format:
		reason = "another format is given"
	case format == InputText && o.Refang:
		reason = "defanged text is refanged"
	case format == InputText && o.Line != nil:
		reason = "all its lines are asked for"
	case format == InputText && o.SelectMessage != nil:
		reason = "it is not mail, of which messages are selected"
	case o.Input != InputMbox && set.Whole():
		reason = "its character set is decoded as a whole"
	case o.Input != InputMbox && marked.Whole():
		reason = "it begins with a byte order mark of UTF-16 or UTF-32"
	}
	if reason != "" {
		return InputAuto, fmt.Errorf("%w: %s", ErrIndivisible, reason)
	}
	return format, nil
}

// dividedAs returns the format, Text or Mbox, in which an input that begins with head is
// divided, or the reason why it is not divided.
func (o *Options) dividedAs(head []byte) (format Input, reason string) {
	switch t := detect.Of(head); {
	case t.Packing != detect.None:
		return InputAuto, "it is compressed, or an archive"
	case o.Input == InputText:
		return InputText, ""
	case t.Binary:
		return InputAuto, "it is binary"
	case t.Format == detect.Mbox:
		return InputMbox, ""
	case t.Format.IsText():
		return InputText, ""
	}
	return InputAuto, "it is neither text nor an mbox"
}

// resetMessages starts a scan of the messages of the mbox in r from a Checkpoint on and
// before end.
func (s *Scanner) resetMessages(r io.ReaderAt, from Checkpoint, end int64) {
	first := s.placeless(from)
	s.bounds = &bounds{format: InputMbox, first: &first}
	s.src.newMail()
	m := s.src.mail
	if at := from.mbox.At; at < end {
		m.r.ResetRange(io.NewSectionReader(r, at, math.MaxInt64-at), from.mbox, end)
	} else {
		m.r.Reset(new(bytes.Reader), detect.Mbox)
		s.bounds.last = &first
	}
}

// textFormat returns the format of the input in r, which is one text.
func (o *Options) textFormat(r io.ReaderAt) (detect.Format, error) {
	if o.Input != InputAuto {
		return detect.Text, nil
	}
	head := make([]byte, detect.TextHead)
	n, err := r.ReadAt(head, 0)
	f, _ := detect.FormatOf(head[:n], false, detect.All)
	return f, notEOF(err)
}

// resetText starts a scan of the text in r from a state on. The error is one of the beginning of the text.
func (s *Scanner) resetText(r io.ReaderAt, from *textState) error {
	format, err := s.opts.textFormat(r)
	if err != nil {
		return err
	}
	s.src.setFormat(format)
	w := &s.win
	w.setNotation(s.src.seg)
	w.base = max(0, from.at-rangeLead)
	s.src.from(&rangeReader{r: r, at: w.base, stops: [...]int64{from.at, s.bounds.begin, s.bounds.end}})
	s.src.sniffed = true
	s.slide(0)
	for s.err == nil && w.offset(len(w.Data)) < from.at {
		var err error
		if w.Data, err = s.src.appendTo(w.Data); err != nil {
			w.EOF, s.err = true, notEOF(err)
			return nil
		}
	}
	s.point = find.Point{Pos: len(w.Data), Floor: int(max(0, from.done-w.base)), Within: from.within}
	if w.base > 0 {
		w.Head = append(w.Head, from.head...)
		s.finder.ResetWithin()
	}
	s.annotator.restore(from, w)
	return nil
}

func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// scanText is Scan for a range of a text.
func (s *Scanner) scanText() bool {
	g := s.bounds
	for {
		pos := s.win.offset(s.point.Pos)
		if g.first == nil && pos >= g.begin {
			g.first = s.checkpoint()
			s.skipped, s.broken = 0, 0
		}
		stop := g.begin
		if g.first != nil {
			stop = g.end
		}
		if pos >= stop {
			if g.last == nil {
				g.last = s.checkpoint()
			}
			return false
		}
		switch s.step(int(min(stop-s.win.base, int64(len(s.win.Data))))) {
		case verdict.Yes:
			if g.first != nil {
				return true
			}
		case verdict.More:
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

// checkpoint returns the Checkpoint of the scan of a text.
func (s *Scanner) checkpoint() *Checkpoint {
	w, pos := &s.win, s.point.Pos
	at := w.offset(pos)
	st := textState{at: at, done: max(0, w.offset(s.point.Floor), at-rangeLead), within: s.point.Within}
	switch i := pos - rangeLead; {
	case i == 0:
		st.head = string(w.Head)
	case i > 0 && !ascii.Is(w.Data[i-1], ascii.LineBreak):
		st.head = string(s.annotator.heads.Of(&w.Window, i))
	}
	s.annotator.save(&st, w, pos)
	return &Checkpoint{text: st}
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
