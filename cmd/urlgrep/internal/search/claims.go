package search

import (
	"errors"
	"io/fs"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// errIsOutput is the error for an input that the run writes.
var errIsOutput = errors.New("input file is also the output")

// claimOutput claims standard output, if it is written while inputs are read.
func (s *Search) claimOutput() {
	if c := s.out.Claim(); c != nil && !s.Format.Needs.Total && !s.printsAtEnd() {
		s.Claims = append(slices.Clip(s.Claims), c)
	}
}

// judge compares an input with what is written. It returns the claim if the input is not searched.
func (s *Search) judge(name string, info fs.FileInfo, isNamed bool) (*output.Claim, output.Verdict) {
	for _, c := range s.Claims {
		if c.IsDir() && !isNamed && !s.Files.Dereference {
			continue // the walk has passed over the directory
		}
		if v := c.Judge(name, info, isNamed); v != output.Searched {
			return c, v
		}
	}
	return nil, output.Searched
}

// refusesOperands reports whether an operand is the output of an option, and prints which.
func (s *Search) refusesOperands(files *input.Options) bool {
	if !slices.ContainsFunc(s.Claims, func(c *output.Claim) bool { return c.Option != "" && c.Info != nil }) {
		return false
	}
	names := files.Operands
	if len(names) == 0 && files.Lists == nil && files.Recurse {
		names = []string{"."}
	}
	for _, name := range names {
		info, err := files.Stat(name)
		if err != nil {
			continue
		}
		if c, v := s.judge(name, info, true); v == output.Refused && c.Option != "" {
			s.refuse(c, name, s.log)
			s.result.failed = true
			return true
		}
	}
	return false
}

// refuse ends the search without a result, as an input is the output of an option.
func (s *Search) refuse(c *output.Claim, name string, log *output.Messages) {
	if !s.refused.Swap(true) {
		log.Print(c.Option, name, errIsOutput.Error())
	}
}

// Refused reports whether the search has ended without a result, as an input is also the output of
// an option.
func (s *Search) Refused() bool { return s.refused.Load() }

// isSearched reports whether an input is not the output, and reports one that is.
func (w *worker) isSearched(name string, info fs.FileInfo) bool {
	c, v := w.search.judge(name, info, !w.at.listed)
	switch {
	case v == output.Searched:
		return true
	case v == output.LeftOut:
		w.search.noteLeftOut(name, w.log)
	case c.Option == "":
		w.Fail(name, errIsOutput)
	default:
		w.result.failed = true
		w.search.refuse(c, name, w.log)
	}
	return false
}

// noteLeftOut reports an input that is the output of an earlier run, with --verbose.
func (s *Search) noteLeftOut(name string, log *output.Messages) {
	if s.Verbose {
		log.Print(name, "not searched, as it is the output")
	}
}

// add lists a file, unless it is the output. The size is that of a regular file, and otherwise 0.
func (l *lister) add(name string, info fs.FileInfo, err error, isNamed bool, pass func(input.Visitor)) {
	f := listed{name: name, err: err, pass: pass}
	if err == nil && info.Mode().IsRegular() {
		f.size = info.Size()
	}
	s := l.search
	switch c, v := s.judge(name, info, isNamed); {
	case v == output.Searched:
		l.each(f)
	case v == output.LeftOut:
		s.noteLeftOut(name, s.log)
	case c.Option == "":
		l.each(listed{name: name, err: errIsOutput, pass: func(v input.Visitor) { v.Fail(name, errIsOutput) }})
	default:
		s.refuse(c, name, s.log)
		s.result.failed = true
	}
}
