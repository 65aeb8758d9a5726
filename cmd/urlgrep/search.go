package main

import (
	"io"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/search"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// A tuning is what tests set. The program has the zero value.
type tuning struct {
	rangeLength  int64                               // of the ranges of a large file; 0: search.DefaultRangeLength
	sortMemory   int                                 // bytes of results to sort in memory; 0: search.DefaultSortMemory
	uniqueMemory int                                 // bytes of memory for --unique; 0: seen.DefaultMemory
	onRead       func(text []byte)                   // if not nil, called with all text that is read
	writePage    func(io.Writer, *report.Data) error // writes the page of --report; nil: report.Write
}

// searchOptions returns the options of the search.
func (c *config) searchOptions(stdin io.Reader) *search.Options {
	o := &search.Options{
		Files: input.Options{
			Operands: c.operands, Lists: c.lists, Recurse: c.recurse, Dereference: c.dereference,
			Rules: c.rules, Stdin: stdin,
		},
		Limits: c.limits,
		Find:   c.opts,
		Select: search.Select{
			Messages: &c.messages, Selection: c.selection, Leads: c.leads,
			Unique: c.remembers(), Same: c.same, PerInput: c.count, Evidence: c.wantsEvidence(),
		},
		Until: search.Until{Max: c.max, First: c.list || c.listWithout, Any: c.endsEarly()},
		Print: search.Print{Format: c.chosen(), Sort: c.sorting(), Names: c.showsNames(), MemberNames: !c.noName},
		Report: search.Report{
			Quiet: c.quiet, Silent: c.silent, Verbose: c.verbose, IgnoreBinary: c.ignoreBinary, Stats: c.stats,
			Progress: c.showing,
		},
		Skip:    c.skipFile(),
		Threads: c.threads, RangeLength: c.tuning.rangeLength, SortMemory: c.tuning.sortMemory, UniqueMemory: c.tuning.uniqueMemory, OnRead: c.tuning.onRead,
	}
	if c.page != nil {
		o.Claims = []*output.Claim{c.page.Claim("--report", report.IsPage)}
	}
	if c.inPlace && !c.diff {
		o.Prepare = c.editor.Prepare
	}
	return o
}

// skipFile returns the function that says which files --sql-skip skips, or nil.
func (c *config) skipFile() func(path, sum string) bool {
	if c.known == nil {
		return nil
	}
	return c.known.has
}

// showsNames reports whether to print the names of files: as in grep, if more than one
// file may be searched.
func (c *config) showsNames() bool {
	switch {
	case c.withName || c.noName:
		return c.withName
	case c.recurse && len(c.operands) == 1 && c.lists == nil:
		info, err := longpath.Stat(c.operands[0])
		return err == nil && info.IsDir()
	}
	return c.recurse || len(c.operands) > 1 || c.lists != nil
}

// wantsEvidence reports whether to decide hyphens by evidence: if URLs are printed, or
// used for the selection.
func (c *config) wantsEvidence() bool {
	return c.byEvidence && (c.printsMatches() && !c.printsLines() || c.hasSelection())
}

// A showing is a setting of --progress.
type showing = progress.When

const (
	showAuto   = progress.Auto
	showAlways = progress.Always
	showNever  = progress.Never
)
