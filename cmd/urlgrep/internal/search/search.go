// Package search searches inputs for URLs and prints the matches.
//
// # Terms
//
// A worker searches one input after another. If there are several workers, a dispatcher
// hands them the inputs as tasks of a pool, in order. A large file is divided into
// ranges, each of which is a task.
//
// # Flow
//
// [Search.Run] walks the inputs with package input. The visitor of the walk is the only
// worker (worker.go), or a dispatcher (dispatcher.go) that adds tasks for the workers of
// a pool (worker.go). A worker has an input scanned by package engine, which unpacks it and finds the
// URLs (scan.go). A filter of package selection selects among them, and a sink
// prints them (texts.go). printer.go reports errors, and what was skipped. ranges.go searches large files in ranges. With Options.Evidence all inputs
// are read twice (evidence.go). With Options.Sort the results pass through a sorter
// (sorter.go). A sink with Text gets the whole text (rewrite.go).
// What is written is no input (claims.go).
// With Options.Share it searches a part of all files (share.go). [Search.Serve] searches the
// ranges that it is asked for (serve.go), and [Search.Survey] writes an index of ranges
// (survey.go). [Search.Start] runs a search in the background (background.go). An error of reading an
// input is distinguished from one of its contents (unread.go).
package search

import (
	"io"
	"os"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/unpack"
	"github.com/urlgrep/urlgrep/internal/urlkey"
)

// Exit statuses.
const (
	Found   = iota // there were matches
	Nothing        // there were no matches
	Error          // an input could not be read, even if there were matches (except with Quiet)
)

// Options are the options of a search.
type Options struct {
	Files  input.Options
	Limits unpack.Limits // limits of unpacking
	Find   extract.Options
	Select
	Until
	Print
	Report

	// Prepare, if not nil, is called with the inputs before the first is searched, each of which is
	// then searched once. It may omit some. If it returns false, no input is searched.
	Prepare func(inputs *input.Inventory, log *output.Messages) bool

	Claims []*output.Claim // what is written, apart from standard output

	Share        *Share                      // searches a part of the corpus; nil: all of it
	KeepErrors   bool                        // keep the errors of inputs
	Skip         func(path, sum string) bool // whether a file is not searched, by its SHA-256; nil: no file
	Threads      int                         // number of threads; 0: number of processors
	RangeLength  int64                       // length of the ranges of a large file; 0: DefaultRangeLength
	SortMemory   int                         // bytes of results to sort in memory; 0: DefaultSortMemory
	UniqueMemory int                         // bytes of memory for Unique; 0: seen.DefaultMemory
	OnRead       func(text []byte)           // if not nil, called with all text that is read
}

// Select selects the matches to print.
type Select struct {
	Messages  *selection.Messages // selects the messages to search
	Selection *selection.Selection
	Unique    bool          // print each URL once
	Same      urlkey.Kind   // rule by which URLs are one URL for Unique; 0: Exact
	PerInput  bool          // Unique applies to each input separately
	Evidence  bool          // decide hyphens by evidence, before the selection
	Leads     *record.Leads // select URLs by where they lead; nil: by themselves
}

// Until determines the end of the search of an input. The zero value is not useful, as
// Max is 0.
type Until struct {
	Max   int  // maximum number of matches per input; math.MaxInt for all
	First bool // end an input at its first match
	Any   bool // end the search at the first match
}

// Print determines the form of the results.
type Print struct {
	Format      sink.Format
	Sort        *sink.Sort // sorts the results; nil: print them in the order found
	Names       bool       // print the names of all inputs
	MemberNames bool       // print the names of members of archives
}

// Report determines what is reported apart from results.
type Report struct {
	Quiet        bool // print no results
	Silent       bool // report no errors
	Verbose      bool // report oddities of messages, and skipped parts
	IgnoreBinary bool // do not report binary files
	Stats        bool
	Progress     progress.When
}

// printsAtEnd reports whether no result is printed before the end.
func (s *Search) printsAtEnd() bool { return s.Format.Needs.AtEnd || s.Sort != nil }

// isOneInput reports whether there is at most one operand, and no directory is walked.
func (o *Options) isOneInput() bool {
	return len(o.Files.Operands) < 2 && !o.Files.Recurse && o.Files.Lists == nil
}

// A Search is the whole search for one command line. It holds the state that its workers
// share, and the result.
type Search struct {
	*Options
	out      *output.Output // of the workers
	log      *output.Messages
	printing sink.Run
	sorter   *sorter // sorts what is written to out; nil: the results are not sorted

	interruption *interrupt.Interruption
	progress     *progress.Progress
	reporter     *progress.Reporter

	inventory *input.Inventory // the inputs; nil: they are found while they are searched
	refused   atomic.Bool      // an input is also the output of an option

	result   outcome       // of the results printed so far
	evidence *evidence     // nil: hyphens are not decided
	copies   *input.Copies // nil: the inputs are not read a second time
}

// An outcome is the result of some work.
type outcome struct {
	sums   stats.Summary
	failed bool         // an input could not be read completely
	faults share.Faults // the errors of inputs, with Options.KeepErrors
}

// isFound reports whether there was a match.
func (o *outcome) isFound() bool { return o.sums.Found > 0 }

func (o *outcome) add(p *outcome) {
	o.sums.Add(&p.sums)
	o.failed = o.failed || p.failed
	o.faults.AddAll(&p.faults)
}

// New returns a Search that prints to out and log.
func New(o *Options, out *output.Output, log *output.Messages) *Search {
	s := &Search{Options: o, out: out, log: log, interruption: interrupt.New(), progress: progress.New()}
	s.printing = o.Format.Start(out, log)
	if o.Sort != nil {
		s.printing = o.Sort.Of(s.printing)
		s.sorter = newSorter(o, out)
		s.out = s.sorter.in
	}
	s.reporter = progress.NewReporter(s.progress, log, func() {
		if s.isMeasurable() {
			go input.Measure(&s.Files, s.interruption, s.progress)()
		}
	})
	return s
}

// Run runs the search and returns the exit status.
func (s *Search) Run() int {
	defer s.interruption.Watch(s.conclude, s.reporter.Tell)()
	if s.showsProgress() {
		defer s.reporter.Show(s.Progress == progress.Always)()
	}
	s.searchAll()
	return s.conclude()
}

// searchAll searches all files.
func (s *Search) searchAll() {
	s.claimOutput()
	files := s.Files
	if s.Evidence || s.Prepare != nil {
		files = s.readLists(files)
	}
	if s.Prepare != nil && !s.prepare(files) {
		return
	}
	if s.Share == nil && s.refusesOperands(&files) {
		return
	}
	if s.Evidence {
		s.evidence = s.collectEvidence(files)
		defer s.evidence.copies.Remove()
	}
	if s.printing.Open != nil && (s.Share == nil || s.Share.Part.Number == 1) {
		s.printing.Open()
	}
	if s.Share != nil {
		s.searchShare(s.readLists(files))
		return
	}
	if n := s.workers(); n > 1 {
		s.together(n, files)
	} else {
		s.alone(files)
	}
}

// readLists returns files with the names in its lists as operands.
func (s *Search) readLists(files input.Options) input.Options {
	w := s.newWorker(nil, s.out, s.log)
	walker := input.NewWalker(files, s.interruption, w)
	walker.ReadLists()
	w.End()
	return walker.Options
}

// again returns the copy of an operand that is read for the second time, or nil.
func (s *Search) again(operand int) io.Reader {
	if s.evidence == nil {
		return nil
	}
	return s.evidence.copies.Again(operand)
}

// prepare makes the inventory. It returns false if no input is to be searched.
func (s *Search) prepare(files input.Options) bool {
	w := s.newWorker(nil, s.out, s.log)
	s.inventory = input.NewInventory(files, s.interruption, w, func(name, first string) {
		if s.Verbose && !s.Silent {
			s.log.Print(name, "already an input as "+first)
		}
	})
	w.End()
	if !s.Interrupted() && !s.Prepare(s.inventory, s.log) {
		s.result.failed = true
		return false
	}
	return !s.Interrupted()
}

// visit passes the inputs to a Visitor that a Walker calls.
func (s *Search) visit(w *input.Walker, v input.Visitor) {
	if s.inventory != nil {
		s.inventory.Visit(v)
		return
	}
	w.Walk()
}

// alone searches the files with one worker.
func (s *Search) alone(files input.Options) {
	w := s.newWorker(nil, s.out, s.log)
	s.visit(input.NewWalker(files, s.interruption, w), w)
	w.End()
}

// together searches the files with n workers.
func (s *Search) together(n int, files input.Options) {
	d := newDispatcher(s, pool.New[*worker](n, s.out, s.log.Writer()), files)
	s.visit(d.walker, d)
	d.pool.Close()
}

// Interrupted reports whether a signal has ended the search.
func (s *Search) Interrupted() bool { return s.interruption.Occurred() }

// conclude prints the final output and returns the exit status.
func (s *Search) conclude() int {
	s.reporter.Close()
	s.printSorted()
	signal := s.interruption.Signal()
	if s.printing.Close != nil {
		e := &sink.Ending{Sums: &s.result.sums, Took: s.progress.Took(), Refused: s.Refused()}
		if signal != 0 {
			e.Interrupted = interrupt.Name(signal)
		}
		if err := s.printing.Close(e); err != nil {
			s.result.failed = true
			s.log.Print(err.Error())
		}
	}
	if signal != 0 {
		atomicfile.RemoveAll() // workers may still edit files
	}
	if s.evidence != nil {
		s.evidence.report(s.log)
	}
	s.log.Results().Flush()
	if signal != 0 {
		s.log.Print(interrupt.Name(signal), output.Plural(s.result.sums.Found, "URL")+" found so far")
	}
	if s.Stats {
		s.result.sums.Selecting = !s.Messages.IsEmpty()
		s.result.sums.Write(s.log.Writer(), s.Find.Level, s.progress.Took())
	}
	if signal != 0 {
		return interrupt.ExitStatus + int(signal)
	}
	return s.status()
}

func (s *Search) status() int {
	switch {
	case s.Quiet && s.result.isFound():
		return Found
	case s.result.failed:
		return Error
	case s.result.isFound():
		return Found
	}
	return Nothing
}

// Faults returns the errors of inputs, with Options.KeepErrors.
func (s *Search) Faults() share.Faults { return s.result.faults }

// Found returns the number of matches.
func (s *Search) Found() int64 { return s.result.sums.Found }

// showsProgress reports whether to show the progress. By default it is shown if it does
// not mix with the results and the input is not typed on the terminal.
func (s *Search) showsProgress() bool {
	switch {
	case s.Progress != progress.Auto:
		return s.Progress == progress.Always
	case !s.reporter.ShowsByDefault(s.printsAtEnd() || s.Quiet):
		return false
	}
	f, ok := s.Files.Stdin.(*os.File)
	return len(s.Files.Operands) > 0 || s.Files.Recurse || !ok || !output.IsTerminal(f)
}

// isMeasurable reports whether the number of bytes to read can be determined in advance.
func (s *Search) isMeasurable() bool {
	return s.Files.Lists == nil && !s.Files.Dereference && !s.Evidence
}
