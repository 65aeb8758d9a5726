package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// wantsEvidence reports whether hyphens are decided: for URLs that are printed, or
// looked at.
func (c *config) wantsEvidence() bool {
	return c.byEvidence && (c.printsMatches() && !c.printsLines() || c.isPicky())
}

// gather reads everything a first time, for --hyphen=evidence: which URLs stand
// somewhere unbroken. It says nothing of errors, which come again when everything
// is read for the results.
func (s *search) gather() {
	c := *s.config
	c.verbose, c.silent, c.max = false, true, math.MaxInt
	// Whatever is printed: any URL, and whoever wrote it, is evidence.
	c.opts.NoPlace, c.opts.Note = true, nil
	c.opts.Unquoted, c.opts.NoSignature, c.opts.Invalid = false, false, false
	if c.opts.Kinds != (extract.KindSet{}) {
		for _, kind := range kinds {
			if extract.DefaultKinds.Has(kind.Value) {
				c.opts.Kinds = c.opts.Kinds.With(kind.Value)
			}
		}
	}
	nowhere := output.New(io.Discard)
	first := newSearch(&c, s.stdin, nowhere, output.NewMessages(nowhere, io.Discard))
	first.evidence = extract.NewEvidence(0)
	first.copies = make(map[int]*copied)
	first.gathering = true
	first.interruption, first.progress = s.interruption, s.progress
	first.all()
	s.evidence, s.copies = first.evidence, first.copies
}

// collect adds the matches of one input to the evidence.
func (s *search) collect(sc *extract.Scanner) {
	for sc.Scan() {
		m := sc.Match()
		s.evidence.Add(&m)
	}
}

// decide judges the hyphens of a match, and keeps account of those that are left.
func (s *search) decide(m *extract.Match) {
	hyphens, open := s.evidence.Decide(m)
	s.hyphens += hyphens
	s.open += open
}

// undecided says how many hyphens the evidence has left open.
func (s *search) undecided() {
	if s.open == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s before a line break not decided, and kept", s.open, plural(int64(s.hyphens), "hyphen"))
	if s.evidence.Full() {
		text += fmt.Sprintf("; no more than %d parts of URLs were remembered", extract.DefaultMaxEvidence)
	}
	s.log.Print(text)
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

// keep makes ready for the second reading of an input, src, which is read a first
// time, and returns what is to be done behind that. What can be read only once is
// copied; a file that is standard input is set back to where it stood.
func (s *search) keep(src *source) (done func()) {
	if src.regular() {
		return func() {
			if src.r == s.stdin {
				src.file.Seek(src.info.Size()-src.size, io.SeekStart)
			}
		}
	}
	c := &copied{from: src.r}
	s.copies[s.at] = c
	if c.file, c.err = os.CreateTemp("", "urlgrep-"); c.err != nil {
		src.r = failing{c.err}
		return func() {}
	}
	os.Remove(c.file.Name()) // so that nothing is left, whatever happens
	src.r = c
	return func() {
		if c.err == nil && !s.binary && !s.interrupted() {
			io.Copy(io.Discard, c) // what the scan has left
		}
		if _, err := c.file.Seek(0, io.SeekStart); err != nil {
			c.err = err
		}
	}
}

// again returns the copy of an operand that is read a second time, nil if there is
// none. What ended its first reading ends this one.
func (s *search) again() io.Reader {
	c := s.copies[s.at]
	switch {
	case s.gathering || c == nil:
		return nil
	case c.file == nil:
		return failing{c.err}
	case c.err == nil || c.err == io.EOF:
		return io.MultiReader(c.file) // no file, so that it is looked at as before
	}
	return io.MultiReader(c.file, failing{c.err})
}

// forget closes the copies. Windows removes no file that is open.
func (s *search) forget() {
	for _, c := range s.copies {
		if c.file != nil {
			c.file.Close()
			os.Remove(c.file.Name())
		}
	}
}

// failing is a reader that gives an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
