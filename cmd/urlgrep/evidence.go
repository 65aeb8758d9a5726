package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/urlgrep/urlgrep/extract"
)

// gather reads everything a first time, for --hyphen=evidence: which URLs stand
// somewhere unbroken. It says nothing of errors, which come again when everything
// is read for the results.
func (s *search) gather() {
	c := *s.config
	c.verbose, c.silent, c.max = false, true, math.MaxInt
	// Whatever is printed: any URL, and whoever wrote it, is evidence.
	c.opts.NoPlace, c.opts.Note = true, nil
	c.opts.Unquoted, c.opts.NoSignature, c.opts.Invalid = false, false, false
	if c.opts.Kinds != 0 {
		c.opts.Kinds |= extract.DefaultKinds
	}
	nowhere := newOutput(io.Discard)
	first := newSearch(&c, s.stdin, nowhere, &messages{out: nowhere, w: io.Discard})
	first.evidence = extract.NewEvidence(0)
	first.copies = make(copies)
	first.gathering = true
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
	s.log.print(text)
}

// copies are inputs that can be read only once, by their names in the order they
// were read in.
type copies map[string][]*copied

// A copied is an input in a temporary file, or what could be read of it and why
// no more.
type copied struct {
	file *os.File
	err  error
	used bool
}

// keep returns r, to be read a first time, and what is to be done behind that.
// What can be read only once is copied; a file that is standard input is set back
// to where it stood.
func (s *search) keep(name string, r io.Reader, src *source) (io.Reader, func()) {
	if src.regular() {
		return r, func() {
			if r == s.stdin {
				src.file.Seek(src.info.Size()-src.size, io.SeekStart)
			}
		}
	}
	c := new(copied)
	s.copies[name] = append(s.copies[name], c)
	if c.file, c.err = os.CreateTemp("", "urlgrep-"); c.err != nil {
		return failing{c.err}, func() {}
	}
	os.Remove(c.file.Name()) // so that nothing is left, whatever happens
	tee := io.TeeReader(r, c.file)
	return tee, func() {
		// The scan may have ended early; an error that ended it comes again.
		_, c.err = io.Copy(io.Discard, tee)
		if _, err := c.file.Seek(0, io.SeekStart); err != nil {
			c.err = err
		}
	}
}

// again returns the copy of an input that is read a second time, nil if there is
// none.
func (s *search) again(name string) io.Reader {
	if s.gathering {
		return nil
	}
	for _, one := range s.copies[name] {
		if one.used {
			continue
		}
		one.used = true
		switch {
		case one.file == nil:
			return failing{one.err}
		case one.err != nil:
			return io.MultiReader(one.file, failing{one.err})
		}
		return one.file
	}
	return nil
}

// close closes the copies. Windows removes no file that is open.
func (c copies) close() {
	for _, list := range c {
		for _, one := range list {
			if one.file != nil {
				one.file.Close()
				os.Remove(one.file.Name())
			}
		}
	}
}

// failing is a reader that gives an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
