package main

import (
	"io"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/search"
)

// These are for tests to set: the length of the ranges of a large file, if not 0; and what
// is called with all that is read of an input, if not nil.
var (
	rangeLength int64
	onRead      func(text []byte)
)

// searchOptions returns what the options mean for the search.
func (c *config) searchOptions(stdin io.Reader) *search.Options {
	return &search.Options{
		Files: input.Options{
			Operands: c.operands, Lists: c.lists, Recurse: c.recurse, Dereference: c.dereference,
			Filter: c.filter, Stdin: stdin,
		},
		Limits: c.limits,
		Find:   c.opts,
		Select: search.Select{
			Selection: c.selection, Unique: c.remembers(), PerInput: c.count, Evidence: c.wantsEvidence(),
		},
		Until: search.Until{Max: c.max, First: c.list || c.listWithout, Any: c.endsEarly()},
		Print: search.Print{
			NewSink: c.newSink, Matches: c.printsMatches(), Lines: c.showLines, Bounded: c.isStructured() && !c.pick,
			AtEnd:   c.counts(),
			InOrder: c.hasContext() || c.pick, // for "--" between lines, or for the picker
			Names:   c.showsNames(), MemberNames: !c.noName,
		},
		Report: search.Report{
			Quiet: c.quiet, Silent: c.silent, Verbose: c.verbose, IgnoreBinary: c.ignoreBinary, Stats: c.stats,
			Progress: c.showing,
		},
		Threads: c.threads, RangeLength: rangeLength, OnRead: onRead,
	}
}

// showsNames reports whether the names of files are printed: when more than
// one file may be searched, as grep has it.
func (c *config) showsNames() bool {
	switch {
	case c.withName || c.noName:
		return c.withName
	case c.recurse && len(c.operands) == 1 && c.lists == nil:
		info, err := os.Stat(c.operands[0])
		return err == nil && info.IsDir()
	}
	return c.recurse || len(c.operands) > 1 || c.lists != nil
}

// wantsEvidence reports whether hyphens are decided: for URLs that are printed, or
// looked at.
func (c *config) wantsEvidence() bool {
	return c.byEvidence && (c.printsMatches() && !c.printsLines() || c.isPicky())
}

// A showing says when progress is shown.
type showing = progress.When

const (
	showAuto   = progress.Auto
	showAlways = progress.Always
	showNever  = progress.Never
)
