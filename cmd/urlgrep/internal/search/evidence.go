package search

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// evidence is what decides hyphens: it is gathered from all that is read, which is then
// read a second time.
type evidence struct {
	urls      *extract.Evidence
	gathering bool            // this is the first time
	copies    map[int]*copied // of operands that can be read only once, by their numbers

	hyphens, open int // hyphens before line breaks, and those not decided
}

// readLists returns files with the names in their lists as operands.
func (s *Search) readLists(files input.Options) input.Options {
	w := s.newWorker(nil, s.out, s.log)
	walker := input.NewWalker(files, s.interruption, w)
	walker.ReadLists()
	w.End()
	return walker.Options
}

// gather reads everything a first time, for --hyphen=evidence: which URLs stand
// somewhere unbroken. It says nothing of errors, which come again when everything
// is read for the results.
func (s *Search) gather(files input.Options) *evidence {
	o := *s.Options
	o.Verbose, o.Silent, o.Max = false, true, math.MaxInt
	// Whatever is printed: any URL, and whoever wrote it, is evidence.
	o.Find.SkipPlaces, o.Find.Note = true, nil
	o.Find.SkipQuoted, o.Find.SkipSignatures, o.Find.Validity = false, false, extract.ValidOnly
	if o.Find.Kinds != (extract.KindSet{}) {
		for kind := extract.Wrapped; kind <= extract.Attribute; kind++ { // those with a scheme
			o.Find.Kinds = o.Find.Kinds.With(kind)
		}
	}
	nowhere := output.New(io.Discard)
	first := New(&o, nowhere, output.NewMessages(nowhere, io.Discard))
	first.interruption, first.progress = s.interruption, s.progress
	first.evidence = &evidence{urls: extract.NewEvidence(0), copies: make(map[int]*copied), gathering: true}
	first.alone(files)
	first.evidence.gathering = false
	return first.evidence
}

// isGathering reports whether matches are evidence, and nothing is printed.
func (w *worker) isGathering() bool { return w.search.evidence != nil && w.search.evidence.gathering }

// collect adds the matches of one input.
func (e *evidence) collect(sc *extract.Scanner) {
	for sc.Scan() {
		m := sc.Match()
		e.urls.Add(&m)
	}
}

// decide judges the hyphens of a match, and counts those that are left.
func (e *evidence) decide(m *extract.Match) {
	hyphens, open := e.urls.Decide(m)
	e.hyphens += hyphens
	e.open += open
}

// report says how many hyphens the evidence has left open.
func (e *evidence) report(log *output.Messages) {
	if e.open == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s at line breaks kept for lack of evidence", e.open, output.Plural(int64(e.hyphens), "hyphen"))
	if e.urls.Full() {
		text += fmt.Sprintf("; only %d parts of URLs were remembered", extract.DefaultMaxEvidence)
	}
	log.Print(text)
}

// A copied is an input that can be read only once: it is copied into a temporary
// file as it is read.
type copied struct {
	from io.Reader
	file *os.File
	err  error // of the last reading
}

func (c *copied) Read(p []byte) (n int, err error) {
	n, err = reading.Some(c.from, p)
	if _, failed := c.file.Write(p[:n]); failed != nil {
		err = failed
	}
	c.err = err
	return n, err
}

// keep makes ready for the second reading of an input, r, which w reads a first time
// through src, and returns what is to be done after that. What can be read only once is
// copied; a file that is standard input is set back to where it stood.
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
	if c.file, c.err = os.CreateTemp("", "urlgrep-"); c.err != nil {
		src.Repeat(failing{c.err})
		return func() {}
	}
	os.Remove(c.file.Name()) // so that nothing is left, whatever happens
	src.Repeat(c)
	return func() {
		if c.err == nil && !w.at.binary && !w.search.Interrupted() {
			io.Copy(io.Discard, c) // what the scan has left
		}
		if _, err := c.file.Seek(0, io.SeekStart); err != nil {
			c.err = err
		}
	}
}

// again returns the copy of an operand that is read a second time, nil if there is
// none. What ended its first reading ends this one.
func (e *evidence) again(operand int) io.Reader {
	if e == nil || e.gathering || e.copies[operand] == nil {
		return nil
	}
	switch c := e.copies[operand]; {
	case c.file == nil:
		return failing{c.err}
	case c.err == nil || c.err == io.EOF:
		return io.MultiReader(c.file) // no file, so that it is looked at as before
	default:
		return io.MultiReader(c.file, failing{c.err})
	}
}

// forget closes the copies. Windows removes no file that is open.
func (e *evidence) forget() {
	for _, c := range e.copies {
		if c.file != nil {
			c.file.Close()
			os.Remove(c.file.Name())
		}
	}
}

// failing is a reader that gives an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
