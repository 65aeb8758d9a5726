package main

import (
	"io"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
)

// A search is all the work that the command line asks for: what is the same for all who
// have a part in it, and what came of it. A [worker] searches one input after another. If
// there are several, a [dispatcher] has them do the tasks of a pool.
//
// It has more than ten fields, as it is where the parts of the program come together.
type search struct {
	*config
	stdin io.Reader
	out   *output.Output
	log   *output.Messages
	sink  sink.Sink // what is printed before and after all inputs; workers have their own
	names bool      // of all inputs are printed, not only those of members

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

func newSearch(c *config, stdin io.Reader, out *output.Output, log *output.Messages) *search {
	s := &search{config: c, stdin: stdin, out: out, log: log, interruption: interrupt.New(), progress: progress.New()}
	s.sink, s.names = c.newSink(out, log, s.interrupted), c.showsNames()
	s.reporter = progress.NewReporter(s.progress, log, func() {
		if files := s.files(); s.isMeasurable() {
			go input.Measure(&files, s.interruption, s.progress)()
		}
	})
	return s
}

// files says which files are read.
func (s *search) files() input.Options {
	return input.Options{
		Operands: s.operands, Lists: s.lists, Recurse: s.recurse, Dereference: s.dereference,
		Filter: s.filter, Stdin: s.stdin,
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

// run does the work, and returns the exit status.
func (s *search) run() int {
	defer s.interruption.Watch(s.conclude, s.reporter.Tell)()
	if s.showsProgress() {
		defer s.reporter.Show(s.showing == showAlways)()
	}
	files := s.files()
	if s.wantsEvidence() {
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
func (s *search) alone(files input.Options) {
	w := s.newWorker(nil, s.out, s.log)
	input.NewWalker(files, s.interruption, w).Walk()
	w.End()
}

// together searches the files with n workers.
func (s *search) together(n int, files input.Options) {
	d := newDispatcher(s, pool.New[*worker](n, s.out, s.log.Writer()), files)
	d.walker.Walk()
	d.pool.Close()
}

func (s *search) interrupted() bool { return s.interruption.Occurred() }

// conclude says what is to be said in the end, and returns the exit status.
func (s *search) conclude() int {
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
		s.log.Print(interrupt.Name(signal), output.Plural(s.result.sums.Found, "URL")+" in what was read")
	}
	if s.stats {
		s.result.sums.Write(s.log.Writer(), s.opts.Level, s.progress.Took())
	}
	if signal != 0 {
		return interrupt.ExitStatus + int(signal)
	}
	return s.status()
}

func (s *search) status() int {
	switch {
	case s.quiet && s.result.found:
		return exitFound
	case s.result.failed:
		return exitError
	case s.result.found:
		return exitFound
	}
	return exitNothing
}

// A showing says when progress is shown.
type showing uint8

const (
	showAuto showing = iota // on a terminal on which it disturbs nothing
	showAlways
	showNever
)

// showsProgress reports whether progress is shown: without having been asked for, if
// nobody types the input on the terminal.
func (s *search) showsProgress() bool {
	switch {
	case s.showing != showAuto:
		return s.showing == showAlways
	case !s.reporter.IsWelcome(s.counts() || s.quiet):
		return false
	}
	f, ok := s.stdin.(*os.File)
	return len(s.operands) > 0 || s.recurse || !ok || !output.IsTerminal(f)
}

// isMeasurable reports whether it can be known how much there is to read.
func (s *search) isMeasurable() bool { return s.lists == nil && !s.dereference && !s.wantsEvidence() }
