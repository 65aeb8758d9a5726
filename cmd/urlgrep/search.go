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
func (t *task) searchOptions(stdin io.Reader) *search.Options {
	o := &search.Options{
		Files: input.Options{
			Operands: t.operands, Lists: t.lists, Recurse: t.recurse, Dereference: t.dereference,
			Rules: t.rules, Stdin: stdin,
		},
		Limits: t.unpack,
		Find:   t.scan(),
		Select: search.Select{
			Messages: &t.messages, Selection: t.selection, Leads: t.leads,
			Unique: t.remembers(), Same: t.same, PerInput: t.count, Evidence: t.wantsEvidence(),
		},
		Until: search.Until{Max: t.max, First: t.list || t.listWithout, Any: t.endsEarly()},
		Print: search.Print{Format: t.chosen(), Sort: t.sorting(), Names: t.showsNames(), MemberNames: !t.noName},
		Report: search.Report{
			Quiet: t.quiet, Silent: t.silent, Verbose: t.verbose, IgnoreBinary: t.ignoreBinary, Stats: t.stats,
			Progress: t.showing,
		},
		Skip:    t.skipFile(),
		Threads: t.threads, RangeLength: t.tuning.rangeLength, SortMemory: t.tuning.sortMemory, UniqueMemory: t.tuning.uniqueMemory, OnRead: t.tuning.onRead,
	}
	if t.page != nil {
		o.Claims = []*output.Claim{t.page.Claim("--report", report.IsPage)}
	}
	if t.inPlace && !t.diff {
		o.Prepare = t.editor.Prepare
	}
	return o
}

// skipFile returns the function that says which files --sql-skip skips, or nil.
func (t *task) skipFile() func(path, sum string) bool {
	if t.known == nil {
		return nil
	}
	return t.known.has
}

// showsNames reports whether to print the names of files: as in grep, if more than one
// file may be searched.
func (p *plan) showsNames() bool {
	switch {
	case p.withName || p.noName:
		return p.withName
	case p.recurse && len(p.operands) == 1 && p.lists == nil:
		info, err := longpath.Stat(p.operands[0])
		return err == nil && info.IsDir()
	}
	return p.recurse || len(p.operands) > 1 || p.lists != nil
}

// wantsEvidence reports whether to decide hyphens by evidence: if URLs are printed, or
// used for the selection.
func (p *plan) wantsEvidence() bool {
	return p.hyphen.byEvidence && (p.printsMatches() && !p.printsLines() || p.hasSelection())
}

// A showing is a setting of --progress.
type showing = progress.When

const (
	showAuto   = progress.Auto
	showAlways = progress.Always
	showNever  = progress.Never
)
