// Package search searches inputs for URLs, and prints what it finds.
//
// # Terms
//
// A worker searches one input after another. If there are several, a dispatcher hands
// them the inputs as tasks of a pool, in order. A large file is divided into ranges,
// which are tasks too.
//
// # Flow
//
// [Search.Run] has package input go through the inputs. Its visitor is the only worker
// (worker.go), or a dispatcher (dispatcher.go) which adds tasks for the workers of a pool.
// A worker unpacks an input, looks whether the text in it is binary, has a Scanner of
// package extract find URLs, a filter of package selection choose among them, and a sink
// print them. A large file that is divided is in ranges.go. With Options.Evidence all is
// read twice (evidence.go). A panic is an error of the input that it occurs in (panics.go).
package search

import (
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// The exit statuses.
const (
	Found   = iota // something was found
	Nothing        // nothing was found
	Error          // something could not be read; also if something was found, unless with Quiet
)

// Options say what is searched for, where, and how.
type Options struct {
	Files  input.Options
	Limits unpack.Limits // of what is unpacked
	Find   extract.Options
	Select
	Until
	Print
	Report

	Threads     int               // how many things are done at a time; 0: as many as there are processors
	RangeLength int64             // of a large file; 0: DefaultRangeLength
	OnRead      func(text []byte) // called with all that is read, if not nil
}

// Select says which of the URLs that are found are wanted.
type Select struct {
	Selection *selection.Selection
	Unique    bool // each once
	PerInput  bool // in each input, if Unique
	Evidence  bool // decides hyphens before
}

// Until says when the search of an input ends. The zero value is not useful: Max is 0.
type Until struct {
	Max   int  // matches in an input; math.MaxInt for all
	First bool // the first match of an input is all that is wanted of it
	Any   bool // the first match of all inputs is all that is wanted
}

// Print says what is printed.
type Print struct {
	NewSink     func(out *output.Output, log *output.Messages, isStopped func() bool) sink.Sink
	Matches     bool // matches themselves are printed
	Lines       bool // lines of the input are, too
	Bounded     bool // what is printed repeats the fields of messages
	AtEnd       bool // nothing is printed before the end
	InOrder     bool // what was printed decides how it goes on, or goes to one place
	Names       bool // of all inputs are shown
	MemberNames bool // of members of archives are shown
}

// Report says what is reported besides.
type Report struct {
	Quiet        bool // nothing is printed
	Silent       bool // no errors
	Verbose      bool // what is odd, and what is left out
	IgnoreBinary bool // no binary files
	Stats        bool
	Progress     progress.When
}

// isOneInput reports whether there is one operand, or none, that is no directory to go
// through.
func (o *Options) isOneInput() bool {
	return len(o.Files.Operands) < 2 && !o.Files.Recurse && o.Files.Lists == nil
}

// A Search is all the work that the command line asks for: what is the same for all who
// have a part in it, and what came of it.
type Search struct {
	*Options
	out  *output.Output
	log  *output.Messages
	sink sink.Sink // what is printed before and after all inputs; workers have their own

	interruption *interrupt.Interruption
	progress     *progress.Progress
	reporter     *progress.Reporter

	result   outcome   // of what is printed
	evidence *evidence // nil: hyphens are not decided
}

// An outcome is what came of some work.
type outcome struct {
	sums   stats.Summary
	found  bool // something
	failed bool // an input could not be read, or not to its end
}

func (o *outcome) add(p *outcome) {
	o.sums.Add(&p.sums)
	o.found = o.found || p.found
	o.failed = o.failed || p.failed
}

// New returns a Search that prints to out and log.
func New(o *Options, out *output.Output, log *output.Messages) *Search {
	s := &Search{Options: o, out: out, log: log, interruption: interrupt.New(), progress: progress.New()}
	s.sink = o.NewSink(out, log, s.Interrupted)
	s.reporter = progress.NewReporter(s.progress, log, func() {
		if s.isMeasurable() {
			go input.Measure(&s.Files, s.interruption, s.progress)()
		}
	})
	return s
}

// Sink returns what prints, and SetSink replaces it before Run.
func (s *Search) Sink() sink.Sink { return s.sink }

// SetSink has to print what is found.
func (s *Search) SetSink(to sink.Sink) { s.sink = to }

// Run does the work, and returns the exit status.
func (s *Search) Run() int {
	defer s.interruption.Watch(s.conclude, s.reporter.Tell)()
	if s.showsProgress() {
		defer s.reporter.Show(s.Progress == progress.Always)()
	}
	files := s.Files
	if s.Evidence {
		files = s.readLists(files)
		s.evidence = s.gather(files)
		defer s.evidence.forget()
	}
	if o, ok := s.sink.(sink.Opener); ok {
		o.Open()
	}
	if n := s.workers(); n > 1 {
		s.together(n, files)
	} else {
		s.alone(files)
	}
	return s.conclude()
}

// alone searches the files with one worker.
func (s *Search) alone(files input.Options) {
	w := s.newWorker(nil, s.out, s.log)
	input.NewWalker(files, s.interruption, w).Walk()
	w.End()
}

// together searches the files with n workers.
func (s *Search) together(n int, files input.Options) {
	d := newDispatcher(s, pool.New[*worker](n, s.out, s.log.Writer()), files)
	d.walker.Walk()
	d.pool.Close()
}

// Interrupted reports whether a signal has ended the search.
func (s *Search) Interrupted() bool { return s.interruption.Occurred() }

// conclude says what is to be said in the end, and returns the exit status.
func (s *Search) conclude() int {
	s.reporter.Close()
	if c, ok := s.sink.(sink.Closer); ok {
		c.Close()
	}
	if s.evidence != nil {
		s.evidence.report(s.log)
	}
	s.log.Results().Flush()
	signal := s.interruption.Signal()
	if signal != 0 {
		s.log.Print(interrupt.Name(signal), output.Plural(s.result.sums.Found, "URL")+" found so far")
	}
	if s.Stats {
		s.result.sums.Write(s.log.Writer(), s.Find.Level, s.progress.Took())
	}
	if signal != 0 {
		return interrupt.ExitStatus + int(signal)
	}
	return s.status()
}

func (s *Search) status() int {
	switch {
	case s.Quiet && s.result.found:
		return Found
	case s.result.failed:
		return Error
	case s.result.found:
		return Found
	}
	return Nothing
}

// showsProgress reports whether progress is shown: without having been asked for, if
// nobody types the input on the terminal.
func (s *Search) showsProgress() bool {
	switch {
	case s.Progress != progress.Auto:
		return s.Progress == progress.Always
	case !s.reporter.IsWelcome(s.AtEnd || s.Quiet):
		return false
	}
	f, ok := s.Files.Stdin.(*os.File)
	return len(s.Files.Operands) > 0 || s.Files.Recurse || !ok || !output.IsTerminal(f)
}

// isMeasurable reports whether it can be known how much there is to read.
func (s *Search) isMeasurable() bool {
	return s.Files.Lists == nil && !s.Files.Dereference && !s.Evidence
}
