package search

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/seen"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/longpath"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// A worker searches inputs, one after another, and prints the matches. It is the
// [input.Visitor] of a search without a pool, and the [pool.State] of a worker of a pool.
type worker struct {
	*Options
	search *Search
	turn   *pool.Worker // nil if there is no pool

	monitor *input.Monitor
	engine  *engine.Engine
	at      place
	text    text

	filter selection.Filter
	printer
	result outcome // of the current task
}

// A printer holds the outputs of a worker. The sink prints to out.
type printer struct {
	out     *output.Output
	log     *output.Messages
	sink    sink.Sink
	hit     sink.Found // the current match
	endFile func()     // ends the file that the sink has begun; nil: none
}

// A place is the input that a worker is searching.
type place struct {
	input   string        // its name
	listed  bool          // the input was listed by a directory
	operand int           // number of operands so far
	failed  string        // the text, or the input, that had the last error
	binary  bool          // the input, or its rest, was skipped as binary
	source  *input.Source // the input; nil between inputs, and in a division until its end
}

// A text is the text that a worker is searching: the input, a text in it, or a range.
type text struct {
	name       string
	n, most    int               // number of matches that were selected, and its maximum
	filters    bool              // some matches may be rejected
	prints     bool              // matches are printed, not only counted
	repeats    record.Repetition // message fields printed
	undated    int64             // messages that only their Date excludes, as it is not valid
	unnumbered *part             // the range whose messages are numbered from 1; nil: none
}

// newWorker returns a worker that prints to out and log.
func (s *Search) newWorker(turn *pool.Worker, out *output.Output, log *output.Messages) *worker {
	w := &worker{Options: s.Options, search: s, turn: turn}
	w.out, w.log = out, log
	w.monitor = &input.Monitor{
		Out: out, Interruption: s.interruption, Progress: s.progress, OnRead: s.OnRead,
		BeforeExit: func() {
			s.result.add(&w.result)
			if w.endFile != nil {
				w.endFile()
			}
			w.flushSink()
			w.filter.Close()
		},
	}
	w.filter = s.newFilter(w)
	w.sink = s.printed.Sink(&sink.Worker{Out: out, Log: log, Turn: turn, IsStopped: s.Interrupted})
	w.engine = engine.New(w.engineOptions())
	w.hit = w.printed()
	return w
}

// engineOptions returns the options of the engine of a worker, whose events are methods of w.
func (w *worker) engineOptions() engine.Options {
	o := engine.Options{Find: w.Find, Limits: w.Limits}
	if o.Find.Signs != nil {
		signs := *o.Find.Signs // each worker remembers the hosts of another message
		o.Find.Signs = &signs
	}
	if !w.Messages.IsEmpty() {
		o.Find.SelectMessage = w.selects
	}
	if w.Stats {
		o.Find.Reject = func(_ *extract.Match, e *parse.Error) { w.result.sums.Invalid(e.Class, 1) }
	}
	o.Find.Note = w.printNote
	o.Events = engine.Events{
		Begin: w.beginText,
		End:   w.endText,
		Fail:  func(f *engine.Fault) { w.Fail(f.Name, f.Err) },
	}
	if l := w.sink.Lines; l != nil {
		o.Find.Line, o.Events.Rest = l.Line, l.Finish
	}
	return o
}

// printed returns the current match of the engine, whichever it is, as it is printed.
func (w *worker) printed() sink.Found {
	var f sink.Found = w.engine.Found()
	if e := w.search.evidence; e != nil {
		f = &decided{w.engine.Found(), e}
	}
	return w.Format.Needs.Printed(f, w.Leads, &w.text.repeats)
}

// newFilter returns the selection filter of a worker.
func (s *Search) newFilter(w *worker) selection.Filter {
	f := selection.Filter{Selection: s.Selection, PerInput: s.PerInput, Same: s.Same, Leads: s.Leads}
	if s.evidence != nil {
		f.Evidence = s.evidence.urls
	}
	if s.Unique {
		f.Seen = seen.New(cmp.Or(s.UniqueMemory, seen.DefaultMemory)/s.workers(), w.forgets)
	}
	return f
}

// forgets reports an error of a temporary file of --unique. The search continues, so that no URL
// is lost.
func (w *worker) forgets(err error) {
	w.result.failed = true
	w.log.Print("--unique", err.Error(), "further URLs may be printed more than once")
}

// selects reports whether to search a message.
func (w *worker) selects(m *extract.Message) bool {
	selected, undated := w.Messages.Selects(m)
	if undated {
		w.text.undated++
	}
	return selected
}

// Begin prepares w for a task.
func (w *worker) Begin() {
	w.out.Restart(pool.ErrDropped)
	if g := w.sink.Held; g != nil {
		g.Restart()
	}
}

// End passes the result of a task on.
func (w *worker) End() {
	w.out.Drain()
	if w.result.isFound() && w.Any || w.search.Interrupted() { // an interrupted task may be incomplete
		w.turn.Stop()
	}
	result := w.result
	w.result = outcome{}
	w.turn.Then(func() { w.search.result.add(&result) })
	w.flushSink()
	w.filter.Close() // if there are several tasks, URLs are remembered only for one input
}

// flushSink passes on what the sink has gathered.
func (w *worker) flushSink() {
	if g := w.sink.Held; g != nil {
		g.Flush()
	}
}

// IsOver reports whether any further input would have no effect.
func (w *worker) IsOver() bool {
	return w.turn.IsOver() || w.out.Err() != nil || w.search.Interrupted() ||
		w.result.isFound() && w.Any || w.isFull() || w.search.Refused()
}

// Fail reports an input that could not be read completely.
func (w *worker) Fail(name string, err error) {
	if w.search.Interrupted() {
		return
	}
	w.result.failed = true
	w.result.sums.Errors++
	if w.KeepErrors {
		w.result.faults.Add(share.Fault{Text: name + ": " + output.Cause(err).Error(), Unread: w.isUnread(err)})
	}
	if to := w.sink.Faults; to != nil {
		to.Fail(name, output.Cause(err))
	}
	if !w.Silent {
		w.log.Print(name, output.Cause(err).Error())
		if w.Verbose {
			for line := range bytes.Lines(engine.Stack(err)) {
				w.log.Print(name, string(bytes.TrimRight(line, "\n")))
			}
		}
	}
}

// Warn reports a warning.
func (w *worker) Warn(name, text string) {
	if !w.Silent {
		w.log.Print(name, text)
	}
}

// Idle prints the results found so far, after waiting for the turn of the task.
func (w *worker) Idle() {
	w.turn.Await()
	w.out.Flush()
}

// Reserve does nothing: without a pool no open file waits for a worker.
func (w *worker) Reserve() {}

// Release does nothing.
func (w *worker) Release() {}

// Operand searches an operand. Opening a named pipe may wait for a writer, and the pipe
// may be named twice or also be standard input. So a worker opens it only when its task
// has its turn.
func (w *worker) Operand(name string) {
	w.at.operand++
	if w.turn != nil && (name == "-" || !isRegular(name)) {
		w.turn.Await()
	}
	w.out.Flush()
	if w.IsOver() {
		return
	}
	stdin := name == "-"
	if stdin {
		name = input.StdinName
	}
	switch again := w.search.again(w.at.operand); {
	case again != nil:
		w.scan(name, again)
	case stdin:
		w.scan(name, w.Files.Stdin)
	default:
		w.file(name)
	}
}

func isRegular(name string) bool {
	info, err := longpath.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// file searches a file or a directory.
func (w *worker) file(name string) {
	// Opening a named pipe waits for a writer.
	f, err := interrupt.Await(w.search.interruption, func() (*os.File, error) { return longpath.Open(name) })
	if err != nil && !w.Silent {
		if hint := w.Files.Hint(name, err, !w.Selection.IsEmpty()); hint != "" {
			err = fmt.Errorf("%w (%s)", output.Cause(err), hint)
		}
	}
	w.opened(name, f, err)
}

// File searches a file listed by a directory.
func (w *worker) File(path string, _ fs.DirEntry) {
	f, err := input.OpenListed(path, w.Files.Dereference)
	if f != nil || err != nil {
		w.Message(path, f, err)
	}
}

// Message searches an open file that was listed by a directory, or reports the error of
// opening it.
func (w *worker) Message(path string, f *os.File, err error) {
	w.at.listed = true
	w.opened(path, f, err)
	w.at.listed = false
}

// opened searches a file or directory after opening it, and closes it.
func (w *worker) opened(name string, f *os.File, err error) {
	if err != nil {
		w.Fail(name, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case w.IsOver():
	case err != nil || !info.IsDir():
		w.scan(name, f)
	case w.Files.Recurse:
		input.NewWalker(w.Files, w.search.interruption, w).Dir(name)
	default:
		w.Fail(name, errors.New("is a directory (use -r to search it)"))
	}
}
