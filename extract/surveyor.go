package extract

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"math"
	"sync"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Surveyor surveys ranges of one input for scans with the same options. It is made by
// NewSurveyor, and may be used by several goroutines.
//
// It will move to another package before v1.0.0.
type Surveyor struct {
	// SkipSignatures leaves out the signatures of a text, which saves time. The Guess for a
	// range after a signature is then wrong, until the [Checkpoint.Correction] of a range
	// that has been scanned adds the signature to the sum.
	SkipSignatures bool

	r      io.ReaderAt
	opts   Options
	format Input        // Text or Mbox
	mbox   mailbox.Seam // of the first message of an mbox
	tools  sync.Pool    // of *tools; those that panicked are not returned
}

// tools are what a survey of a range reads with.
type tools struct {
	block  [64 << 10]byte
	reader *mailbox.Reader // of an mbox
}

// take returns tools that are not in use.
func (s *Surveyor) take() *tools {
	if t, ok := s.tools.Get().(*tools); ok {
		return t
	}
	return &tools{reader: mailbox.NewReader(nil)}
}

// NewSurveyor returns a Surveyor for the input in r. A nil r is an empty text, and a nil o
// the default. The error is [ErrIndivisible] if the input cannot be divided into ranges with
// the options, an error if the options are invalid, or that of r.
func NewSurveyor(r io.ReaderAt, o *Options) (*Surveyor, error) {
	s := &Surveyor{r: r}
	if r == nil {
		s.r = new(bytes.Reader)
	}
	if o != nil {
		s.opts = *o
	}
	set, err := s.opts.check()
	if err == nil {
		s.format, err = s.opts.divisible(s.r, Checkpoint{}, set)
	}
	if err != nil {
		return nil, err
	}
	if s.format == InputMbox {
		t, in := s.take(), &errorRecorder{r: s.r}
		t.reader.Reset(io.NewSectionReader(in, 0, math.MaxInt64), detect.Mbox)
		s.mbox, err = t.reader.Seam(), in.err
		s.tools.Put(t)
	}
	return s, err
}

// Survey surveys the range from offset begin to end. A negative end is the end of the input.
// With Options.SkipPlaces it reads about 16 KiB of a text, and an mbox up to the first
// message that begins in the range; otherwise it reads the range. The error is that of the
// reader, or says that the Surveyor is zero.
func (s *Surveyor) Survey(begin, end int64) (Survey, error) {
	if s.r == nil {
		return Survey{}, errors.New("the Surveyor was not made by NewSurveyor")
	}
	if end < 0 {
		end = math.MaxInt64
	}
	v := Survey{format: s.format, begin: max(0, begin)}
	end = max(end, v.begin)
	t := s.take()
	var err error
	if s.format == InputMbox {
		err = s.readMessages(&v, end, t)
	} else {
		err = s.readText(&v, end, t)
	}
	s.tools.Put(t)
	if err != nil {
		return Survey{}, err
	}
	return v, nil
}

// readText surveys the range of a text up to end.
func (s *Surveyor) readText(v *Survey, end int64, t *tools) (err error) {
	lead := leadOf(s.r, v.begin, '\n', t)
	first := textState{at: lead.at, lines: lead.lines, done: max(0, lead.at-rangeLead), midLine: lead.midLine}
	if !lead.midLine {
		first.lineAt = lead.at
	}
	if s.opts.SkipPlaces {
		first.lines = 0
	}
	v.first.text = first
	if s.SkipSignatures || !s.opts.needsAuthor() {
		v.lines, err = s.countLines(v.begin, end, t)
		return err
	}
	n := 0 // bytes in block
	signatures := signatureTracker{midLine: lead.midLine}
	pos := lead.at
	for _, stop := range [...]int64{v.begin, end} {
		signatures.endings = endings{} // those of lines before the range do not count
		for pos < stop {
			k, err := s.r.ReadAt(t.block[n:n+int(min(int64(len(t.block)-n), stop-pos))], pos)
			if pos >= v.begin && !s.opts.SkipPlaces {
				v.lines += int64(bytes.Count(t.block[n:n+k], lf))
			}
			pos, n = pos+int64(k), n+k
			signatures.advance(t.block[:n], n)
			drop := signatures.seen
			if drop == 0 && n == len(t.block) {
				drop = n // in the middle of a long line
			}
			signatures.slide(t.block[:n], n, drop)
			n = copy(t.block[:], t.block[drop:n])
			if err == io.EOF {
				break
			} else if err != nil {
				return err
			}
		}
	}
	v.endings = signatures.endings
	return nil
}

// readMessages surveys the range of an mbox up to end.
func (s *Surveyor) readMessages(v *Survey, end int64, t *tools) error {
	counted := v.begin
	for seam, err := range s.seams(v.begin, end, t) {
		if err != nil {
			return err
		}
		if s.opts.SkipPlaces {
			v.first.mbox = seam
			v.first.mbox.Lines = 0
			return nil
		}
		if v.messages == 0 {
			v.first.mbox = seam
		}
		v.messages++
		v.lines, counted = seam.Lines, seam.At
	}
	rest, err := s.countLines(counted, end, t)
	v.lines += rest
	return err
}

var lf = []byte{'\n'}

// countLines returns the number of LFs from an offset to end, or 0 with SkipPlaces.
func (s *Surveyor) countLines(from, end int64, t *tools) (lines int64, err error) {
	for from < end && !s.opts.SkipPlaces {
		k, err := s.r.ReadAt(t.block[:min(int64(len(t.block)), end-from)], from)
		lines += int64(bytes.Count(t.block[:k], lf))
		if from += int64(k); err == io.EOF {
			break
		} else if err != nil {
			return lines, err
		}
	}
	return lines, nil
}

// A lead is a place before a range from which a scan comes to the range in the right state.
type lead struct {
	at      int64 // offset
	lines   int64 // LFs from there to the range
	midLine bool  // no line begins there
}

// maxLead is the number of bytes before a range that leadOf reads.
const maxLead = rangeLead + 12<<10

// leadOf returns the beginning of the last line that is at least rangeLead bytes before
// offset begin of r, or of the first line of r. Lines end in eol. If no line begins in
// maxLead bytes, or they cannot be read, it returns the first of these bytes.
func leadOf(r io.ReaderAt, begin int64, eol byte, t *tools) lead {
	l := lead{at: max(0, begin-maxLead)}
	text := t.block[:begin-l.at]
	n, _ := r.ReadAt(text, l.at)
	l.midLine = n < len(text)
	text = text[:n]
	if i := bytes.LastIndexByte(text[:max(0, n-rangeLead)], eol) + 1; i > 0 {
		l.at, text = l.at+int64(i), text[i:]
	} else if l.at > 0 {
		l.midLine = true
	}
	l.lines = int64(bytes.Count(text, lf))
	return l
}

// seams returns an iterator over the messages of an mbox that begin in a range. Messages and
// Lines of a Seam count from begin. If the reader returns an error, it is the last pair.
func (s *Surveyor) seams(begin, end int64, t *tools) iter.Seq2[mailbox.Seam, error] {
	return func(yield func(mailbox.Seam, error) bool) {
		in := &errorRecorder{r: s.r}
		seam, n, lines := s.mbox, 0, int64(0)
		if begin <= seam.At {
			if seam.At >= end || in.isAtEnd(seam.At) {
				if in.err != nil {
					yield(mailbox.Seam{}, in.err)
				}
				return
			}
			var err error
			if lines, err = s.countLines(begin, seam.At, t); err != nil {
				yield(mailbox.Seam{}, err)
				return
			}
			seam.Lines = lines
			if !yield(seam, nil) {
				return
			}
			n, begin = 1, seam.At+1
		}
		lead := leadOf(in, begin, s.mbox.EOL, t) // the middle of a long line is good enough
		src := io.NewSectionReader(in, lead.at, math.MaxInt64-lead.at)
		for seam := range t.reader.Seams(src, s.mbox, lead.at, begin, end) {
			if in.err != nil {
				break
			}
			seam.Messages, seam.Lines = n, lines+seam.Lines-lead.lines
			if !yield(seam, nil) {
				return
			}
			n++
		}
		if in.err != nil {
			yield(mailbox.Seam{}, in.err)
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
