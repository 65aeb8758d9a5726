package search

import (
	"fmt"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// maxEvidence is the number of parts of URLs that are remembered, in at most 48 MB.
const maxEvidence = 2 << 20

// evidence decides about hyphens at line breaks. It is collected by reading all inputs
// once. They are then read a second time for the results.
type evidence struct {
	urls       *extract.Evidence
	collecting bool            // the inputs are being read for the first time
	copies     map[int]*copied // copies of operands that can be read only once, by the number of the operand

	hyphens, open int // number of hyphens before line breaks, and of those not decided
}

// readLists returns files with the names in its lists as operands.
func (s *Search) readLists(files input.Options) input.Options {
	w := s.newWorker(nil, s.out, s.log)
	walker := input.NewWalker(files, s.interruption, w)
	walker.ReadLists()
	w.End()
	return walker.Options
}

// collectEvidence reads all inputs for the first time, for --hyphen=evidence, and collects
// the URLs that are not broken across lines. It reports no errors, because the second
// reading reports them.
func (s *Search) collectEvidence(files input.Options) *evidence {
	o := *s.Options
	o.Verbose, o.Silent, o.Max = false, true, math.MaxInt
	// All URLs are evidence, including those that are not printed and those in quoted
	// text and other messages.
	o.Messages = nil
	o.Find.SkipPlaces, o.Find.Note, o.Find.Signs = true, nil, nil
	o.Find.SkipQuoted, o.Find.SkipSignatures, o.Find.Validity = false, false, extract.ValidOnly
	if len(o.Find.Kinds) > 0 {
		o.Find.Kinds = append(extract.DefaultKinds(), o.Find.Kinds...)
	}
	nowhere := output.New(io.Discard)
	first := New(&o, nowhere, output.NewMessages(nowhere, io.Discard))
	first.interruption, first.progress, first.inventory = s.interruption, s.progress, s.inventory
	first.evidence = &evidence{urls: &extract.Evidence{Max: maxEvidence}, copies: make(map[int]*copied), collecting: true}
	first.alone(files)
	first.evidence.collecting = false
	return first.evidence
}

// isCollecting reports whether matches are collected as evidence instead of printed.
func (w *worker) isCollecting() bool { return w.search.evidence != nil && w.search.evidence.collecting }

// collect adds a match to the evidence.
func (w *worker) collect(f *engine.Found) error {
	w.search.evidence.urls.Add(f.Match())
	return nil
}

// decide decides the hyphens of a match, and counts them.
func (e *evidence) decide(m *extract.Match) {
	hyphens, open := e.urls.Decide(m)
	e.hyphens += hyphens
	e.open += open
}

// report prints the number of hyphens that were not decided.
func (e *evidence) report(log *output.Messages) {
	if e.open == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s at line breaks kept for lack of evidence", e.open, output.Plural(int64(e.hyphens), "hyphen"))
	if e.urls.Full() {
		text += fmt.Sprintf("; only %d parts of URLs were remembered", maxEvidence)
	}
	log.Print(text)
}

// A copied is an input that can be read only once. It is copied to a temporary file as it
// is read.
type copied struct {
	from io.Reader
	file *tempfile.File
	err  error // error of the last read
}

func (c *copied) Read(p []byte) (n int, err error) {
	n, err = reading.Some(c.from, p)
	if _, failed := c.file.Write(p[:n]); failed != nil {
		err = failed
	}
	c.err = err
	return n, err
}

// keep prepares for the second reading of the input r, which w reads for the first time
// through src. It copies an input that can be read only once. The caller calls done after
// the first reading; done rewinds standard input if it is a regular file.
func (e *evidence) keep(w *worker, r io.Reader, src *input.Source) (done func()) {
	if src.IsRegular() {
		return func() {
			if r == w.Files.Stdin {
				src.Rewind()
			}
		}
	}
	c := &copied{from: r}
	e.copies[w.at.operand] = c
	if c.file, c.err = tempfile.New(); c.err != nil {
		src.Repeat(failing{c.err})
		return func() {}
	}
	src.Repeat(c)
	return func() {
		if c.err == nil && !w.at.binary && !w.search.Interrupted() {
			io.Copy(io.Discard, c) // the rest, which the scan has not read
		}
		if _, err := c.file.Seek(0, io.SeekStart); err != nil {
			c.err = err
		}
	}
}

// again returns the copy of an operand for the second reading, or nil if the operand has
// no copy. The copy ends with the error that ended the first reading.
func (e *evidence) again(operand int) io.Reader {
	if e == nil || e.collecting || e.copies[operand] == nil {
		return nil
	}
	switch c := e.copies[operand]; {
	case c.file == nil:
		return failing{c.err}
	case c.err == nil || c.err == io.EOF:
		return io.MultiReader(c.file) // not a file, so that it is searched like the original
	default:
		return io.MultiReader(c.file, failing{c.err})
	}
}

// forget removes the copies.
func (e *evidence) forget() {
	for _, c := range e.copies {
		if c.file != nil {
			c.file.Close()
		}
	}
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
