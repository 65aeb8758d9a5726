package search

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// A worker searches inputs, one after another, and prints the matches. It is the
// [input.Visitor] of a search without a pool, and the [pool.State] of a worker of a pool.
type worker struct {
	texts
	monitor *input.Monitor
}

// newWorker returns a worker that prints to out and log.
func (s *Search) newWorker(turn *pool.Worker, out *output.Output, log *output.Messages) *worker {
	w := new(worker)
	w.printer = printer{Options: s.Options, search: s, turn: turn, out: out, log: log}
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
	w.filter = s.newFilter(&w.texts)
	w.sink = s.printing.Sink(&sink.Worker{Out: out, Log: log, Turn: turn, IsStopped: s.Interrupted})
	w.engine = engine.New(w.engineOptions())
	w.hit = w.printed()
	return w
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
