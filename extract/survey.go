package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Survey has what a scan of a range needs to know of the input before the range, and
// where the scan of the range starts. Surveys of neighbouring ranges are added, so that
// many ranges can be surveyed at the same time, by a [Surveyor]:
//
//	var before extract.Survey
//	for _, s := range surveys { // of all ranges of an input, in order
//		from, ok := s.Guess(before)
//		…
//		before = before.Add(s)
//	}
//
// A Survey is a guess: it is made without the text before the range. The Checkpoints at the
// ends of the ranges show whether the guess was right.
//
// The zero Survey is that of an empty range. As text and in JSON a Survey is one word of
// ASCII, which may be sent to another machine with the same version of this package.
type Survey struct {
	format     mailbox.Format
	begin, end int64 // the range; the zero Survey has none

	lines     int64  // LFs in the range; 0 with SkipPlaces
	messages  int    // messages that begin in the range; 0 with SkipPlaces
	depths    uint64 // quote depths of signatures in the range, as in signatureTracker
	original  bool   // the mark of an original message is in the range, likewise
	leadAt    int64  // offset at which the scan of a text starts
	leadLines int64  // LFs from there to the range
	midLine   bool   // no line begins there

	first Seam // of the first message that begins in the range, which counts from begin; zero: none
}

// A Surveyor surveys ranges of one input for scans with the same options. It may be used by
// several goroutines.
type Surveyor struct {
	// SkipSignatures leaves out the signatures of a text. That takes half of the time with
	// places. [Checkpoint.Correction] adds those in ranges that have been scanned.
	SkipSignatures bool

	r      io.ReaderAt
	opts   *Options
	format mailbox.Format // Text or Mbox
	mbox   Seam           // of the first message of an mbox

	mu   sync.Mutex
	free []*tools // not in use
}

// tools are what a survey of a range reads with.
type tools struct {
	block  []byte
	reader *mailbox.Reader // of an mbox
}

// take returns tools that are not in use.
func (s *Surveyor) take() *tools {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		t := s.free[n-1]
		s.free = s.free[:n-1]
		return t
	}
	return &tools{block: make([]byte, blockSize), reader: mailbox.NewReader(nil)}
}

// release returns tools after use. After a panic, their state is unknown, and they are not returned.
func (s *Surveyor) release(t *tools) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, t)
}

// NewSurveyor returns a Surveyor for the input in r. A nil r is an empty text, and a nil o
// the default. The error is [ErrIndivisible] if the input cannot be divided into ranges with
// the options, or that of r.
func NewSurveyor(r io.ReaderAt, o *Options) (*Surveyor, error) {
	if o == nil {
		o = new(Options)
	}
	s := &Surveyor{r: orEmpty(r), opts: o}
	var err error
	if s.format, err = divisibleAs(s.r, o); err != nil {
		return nil, err
	}
	if s.format == mailbox.Mbox {
		t := s.take()
		s.mbox, err = firstSeam(t.reader, s.r)
		s.release(t)
	}
	return s, err
}

// Survey surveys the range from offset begin to end. A negative end is the end of the input.
// With Options.SkipPlaces it reads about 16 KiB of a text, and an mbox up to the first
// message that begins in the range; otherwise it reads the range. The error is that of the
// reader.
func (s *Surveyor) Survey(begin, end int64) (v Survey, err error) {
	if end < 0 {
		end = math.MaxInt64
	}
	v = Survey{format: s.format, begin: max(0, begin), end: end}
	if v.begin >= v.end {
		return Survey{}, nil
	}
	t := s.take()
	if s.format == mailbox.Mbox {
		err = s.readMessages(&v, t)
	} else {
		err = s.readText(&v, t.block)
	}
	s.release(t)
	if err != nil {
		return Survey{}, err
	}
	return v, nil
}

// divisibleAs returns the format, Text or Mbox, in which an input is divided into ranges
// with the options.
func divisibleAs(r io.ReaderAt, o *Options) (mailbox.Format, error) {
	head := make([]byte, detect.HeadSize)
	n, err := r.ReadAt(head, 0)
	if err = notEOF(err); err != nil {
		return mailbox.Text, err
	}
	set, err := charset.Lookup(o.Charset)
	if err != nil {
		return mailbox.Text, err
	}
	t := detect.Of(head[:n])
	format, reason := t.Format, ""
	switch {
	case t.Packing != detect.None:
		reason = "it is compressed, or an archive"
	case o.Input == Text:
		format = mailbox.Text
	case t.Binary:
		reason = "it is binary, or a document"
	case format != mailbox.Mbox && (format != mailbox.Text || o.Input == Mbox):
		reason = "it is neither text nor an mbox"
	}
	if reason != "" {
		return format, fmt.Errorf("%w: %s", ErrIndivisible, reason)
	}
	as := Text
	if format == mailbox.Mbox {
		as = Mbox
	}
	return format, o.indivisible(as, set, head[:n])
}

// blockSize is the number of bytes that a survey reads at a time.
const blockSize = 64 << 10

var lf = []byte{'\n'}

// readText surveys a range of a text.
func (s *Surveyor) readText(v *Survey, block []byte) error {
	at, lines, ok := LineBefore(s.r, v.begin, '\n')
	v.leadAt, v.midLine = at, !ok
	if !s.opts.SkipPlaces {
		v.leadLines = lines
	}
	switch {
	case !s.opts.needsAuthor():
		return nil
	case s.SkipSignatures:
		return s.countLines(v, v.begin, block)
	}
	n := 0 // bytes in block, of which the first is at offset at
	t := signatureTracker{midLine: v.midLine}
	for pos := at; pos < v.end; {
		k, err := s.r.ReadAt(block[n:n+int(min(int64(len(block)-n), v.end-pos))], pos)
		v.lines += int64(bytes.Count(block[n:n+k], lf))
		pos, n = pos+int64(k), n+k
		t.advance(block[:n], n)
		drop := t.seen
		if drop == 0 && n == len(block) {
			drop = n // in the middle of a long line
		}
		t.slide(block[:n], n, drop)
		n = copy(block, block[drop:n])
		if err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	v.depths, v.original = t.depths, t.original
	if v.lines -= lines; s.opts.SkipPlaces {
		v.lines = 0
	}
	return nil
}

// readMessages surveys a range of an mbox.
func (s *Surveyor) readMessages(v *Survey, t *tools) error {
	counted := v.begin
	for seam, err := range seamsAfter(t.reader, s.r, s.mbox, v.begin, v.end) {
		if err != nil {
			return err
		}
		if s.opts.SkipPlaces {
			v.first = seam
			v.first.Lines = 0
			return nil
		}
		if v.first == (Seam{}) {
			v.first = seam
		}
		v.messages++
		v.lines, counted = seam.Lines, seam.At
	}
	return s.countLines(v, counted, t.block)
}

// countLines adds the LFs from an offset to the end of the range.
func (s *Surveyor) countLines(v *Survey, from int64, block []byte) error {
	if s.opts.SkipPlaces {
		return nil
	}
	for from < v.end {
		k, err := s.r.ReadAt(block[:min(blockSize, v.end-from)], from)
		v.lines += int64(bytes.Count(block[:k], lf))
		if from += int64(k); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
	}
	return nil
}

// zero reports whether s is the zero Survey.
func (s Survey) zero() bool { return s == Survey{} }

// Add returns the Survey of the range of s and of the next range, which begins where that
// of s ends.
func (s Survey) Add(next Survey) Survey {
	switch {
	case next.zero():
		return s
	case s.zero():
		return next
	}
	sum := s
	sum.end = max(s.end, next.end)
	if s.first == (Seam{}) && next.first != (Seam{}) {
		sum.first = next.first
		sum.first.Messages += s.messages
		sum.first.Lines += s.lines
	}
	sum.lines += next.lines
	sum.messages += next.messages
	sum.depths |= next.depths
	sum.original = s.original || next.original
	return sum
}

// Guess returns the Checkpoint from which a scan of the range should start, if before is
// the Survey of the input before the range. It returns false if no message of an mbox
// begins in the range: then no match is in the range, if the Checkpoint at the end of the
// range before is after this range.
func (s Survey) Guess(before Survey) (c Checkpoint, ok bool) {
	switch {
	case s.begin == 0:
		return c, true
	case s.format == mailbox.Mbox:
		if c.mbox = s.first; c.isMbox() {
			c.mbox.Messages += before.messages
			c.mbox.Lines += before.lines
		}
		return c, c.isMbox()
	}
	c.text = State{
		at: s.leadAt, lines: before.lines - s.leadLines, done: max(0, s.leadAt-RangeLead), midLine: s.midLine,
		depths: before.depths, original: before.original,
	}
	if !s.midLine {
		c.text.lineAt = s.leadAt
	}
	return c, true
}

// The text of a Survey is its format and its numbers, separated by dots.
const surveyVersion = 1

// numbers returns the fields of a Survey as its text has them.
func (s *Survey) numbers() []*int64 {
	f := &s.first
	return []*int64{&s.begin, &s.end, &s.lines, &s.leadAt, &s.leadLines, &f.At, &f.Lines}
}

// MarshalText returns the Survey as one word.
func (s Survey) MarshalText() ([]byte, error) {
	b := fmt.Appendf(nil, "%d.%d", surveyVersion, s.format)
	for _, n := range s.numbers() {
		b = strconv.AppendInt(append(b, '.'), *n, 10)
	}
	f := &s.first
	return fmt.Appendf(b, ".%d.%d.%d.%d.%t.%t.%t", s.messages, f.Messages, s.depths, f.EOL, s.original, s.midLine, f.Dateless), nil
}

// UnmarshalText parses the text of MarshalText.
func (s *Survey) UnmarshalText(text []byte) error {
	var v Survey
	var version int
	f := &v.first
	fields := []any{&version, &v.format}
	for _, n := range v.numbers() {
		fields = append(fields, n)
	}
	fields = append(fields, &v.messages, &f.Messages, &v.depths, &f.EOL, &v.original, &v.midLine, &f.Dateless)
	if _, err := fmt.Sscan(strings.ReplaceAll(string(text), ".", " "), fields...); err != nil || version != surveyVersion {
		return errors.New("invalid Survey")
	}
	for _, n := range v.numbers() {
		if *n < 0 {
			return errors.New("invalid Survey")
		}
	}
	if again, _ := v.MarshalText(); !bytes.Equal(again, text) || f.check() != nil || v.begin > v.end || v.messages < 0 ||
		v.format != mailbox.Text && v.format != mailbox.Mbox || v.leadAt > v.begin {
		return errors.New("invalid Survey")
	}
	*s = v
	return nil
}
