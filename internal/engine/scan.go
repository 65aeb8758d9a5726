package engine

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// ErrStop is the error with which a function that gets matches ends the scan of the text. It is not
// a fault.
var ErrStop = errors.New("the scan of the text ends")

// Scan scans an input, and all texts packed in it. It calls found with each match. An error of found
// ends the scan of the text, and is its fault unless it is [ErrStop].
func (e *Engine) Scan(in Input, found func(*Found) error) Outcome {
	e.outcome = Outcome{}
	read := &counter{Reader: in.Reader}
	e.guard(in.Name, read, func() {
		e.unpack.Walk(in.Name, read, in.section(), func(name string, r io.Reader) (more bool) {
			more = true
			e.guard(name, read, func() {
				t, to := Text{Name: name}, found
				if !e.begin(name) {
					to = nil
				}
				defer func() { e.hold(-e.held) }() // a document that was not read to its end
				e.scanText(&t, r, in.ReaderAt != nil, to)
				more = e.end(&t)
			})
			return more
		})
	})
	return e.outcome
}

// begin calls Events.Begin.
func (e *Engine) begin(name string) (scan bool) {
	return e.options.Events.Begin == nil || e.options.Events.Begin(name)
}

// end counts a text, and calls Events.End.
func (e *Engine) end(t *Text) (more bool) {
	if t.Skip != Binary {
		e.outcome.Texts++
	}
	if t.Skip != NotSkipped {
		e.outcome.Binary++
	}
	if t.Err != nil {
		e.outcome.Faults++
	}
	return e.options.Events.End == nil || e.options.Events.End(t)
}

// scanText scans one text. regular reports that no read of it has to wait.
func (e *Engine) scanText(t *Text, r io.Reader, regular bool, found func(*Found) error) {
	e.rest = trailer{Reader: r}
	e.in.Reset(&e.rest)
	if e.options.Find.Input == extract.InputAuto && !e.isDecoded {
		head := headOf(e.in, regular)
		if detect.IsBinary(head, func(f detect.Format) bool { return formats.Has(e.options.Find.Documents, f) }) {
			t.Skip, t.Type = Binary, detect.Of(head)
			return
		}
	}
	e.text.section = reading.Section(r)
	sc := e.scanner()
	e.matches(t, sc, found)
	if t.Err == nil {
		t.Err = e.rest.garbage
	}
}

// scanner returns the scanner, reset to the text.
func (e *Engine) scanner() *extract.Scanner {
	if e.whole == nil {
		e.whole = extract.NewScanner(&e.text, &e.options.Find)
	} else {
		e.whole.Reset(&e.text)
	}
	return e.whole
}

// matches passes on the matches of one text or part, and sets the fields of t. A nil found says that
// the text is not scanned. If the scan panics, the matches found before are passed on all the same.
func (e *Engine) matches(t *Text, sc *extract.Scanner, found func(*Found) error) {
	e.found.Scanner = sc
	var broken error
	panicked := e.call(func() {
		for found != nil && broken == nil && sc.Scan() {
			t.Passed++
			broken = found(&e.found)
		}
		if e.options.Events.Rest != nil {
			e.options.Events.Rest(sc.Scan)
		}
	}, sc.InputOffset)
	t.conclude(sc, cmp.Or(panicked, broken))
}

// conclude sets the fields of t after the scan of its text. broken is the error that ended the scan, apart
// from those of the scanner, or nil.
func (t *Text) conclude(sc *extract.Scanner, broken error) {
	t.Counts = sc.Counts()
	t.Offset = offsetOf(sc.InputOffset)
	switch t.Err = sc.Err(); {
	case broken != nil && broken != ErrStop:
		t.Err = broken
	case errors.Is(t.Err, extract.ErrBinary):
		t.Skip, t.Err = RestBinary, nil
	case t.Err != nil && t.Counts.CutOff > 0:
		t.Err = fmt.Errorf("%w; a URL that is cut off there is omitted", t.Err)
	}
}

// headOf returns the first bytes of in, without consuming them. For a regular file these
// are all bytes that the detection examines. For another input they are the bytes of the
// first read, so that matches in them are not delayed.
func headOf(in *bufio.Reader, regular bool) []byte {
	n := detect.HeadSize
	if !regular {
		in.Peek(1)
		n = in.Buffered()
	}
	head, _ := in.Peek(n) // the next read returns the error again
	return head
}

// A textReader is the reader of a text, of which nothing has been read.
type textReader struct {
	*bufio.Reader
	section *io.SectionReader // reads the same bytes at any offset; nil if they can only be read once
}

// Section returns a reader of the text at any offset, or nil: see [reading.Section].
func (t *textReader) Section() *io.SectionReader { return t.section }

// A trailer is the reader of a text. If data that is not of its format follows the text,
// it ends the text without an error and keeps the error in garbage.
type trailer struct {
	io.Reader
	garbage error
}

func (t *trailer) Read(p []byte) (n int, err error) {
	n, err = t.Reader.Read(p)
	if err != nil && err != io.EOF && IsComplete(err) {
		t.garbage, err = err, io.EOF
	}
	return n, err
}

// IsComplete reports whether all of the text that a scan ended in with err has been read: there is no
// error, or data of another format follows. That is a fault all the same: gzip also exits with
// status 2.
func IsComplete(err error) bool {
	var garbage *unpack.Garbage
	return err == nil || errors.As(err, &garbage)
}
