package search

import (
	"io/fs"
	"os"
	"runtime"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/internal/longpath"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

const (
	otherFiles = 16       // files open at a time, besides those of workers and those that wait for a worker
	smallSize  = 16 << 10 // maximum size in bytes of a file that shares a task with other files
)

// workers returns the number of workers to use for the search.
func (s *Search) workers() int {
	switch {
	case s.Evidence:
		return 1 // earlier input decides how later input is printed
	case s.Format.Needs.InOrder:
		return 1
	case s.Unique && !s.PerInput:
		return 1 // earlier results decide what is printed later
	}
	n := min(s.jobs(), max(1, (input.OpenFiles()-otherFiles)/3))
	if s.isOneInput() && !s.isLarge(n) {
		return 1
	}
	return n
}

// jobs returns the number of threads to use.
func (o *Options) jobs() int {
	if o.Threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
}

// A dispatcher is the [input.Visitor] of a search with a pool: it adds tasks to the pool
// for the inputs. It examines each input to decide if the input gets its own task, shares
// a task with others, or is divided into ranges.
type dispatcher struct {
	search *Search
	pool   *pool.Pool[*worker]
	walker *input.Walker // the walker that calls the dispatcher
	files  chan struct{} // one element for each file that was opened before it was added to the pool
}

// newDispatcher returns a dispatcher for files, and starts the workers of the pool.
func newDispatcher(s *Search, p *pool.Pool[*worker], files input.Options) *dispatcher {
	d := &dispatcher{search: s, pool: p}
	d.walker = input.NewWalker(files, s.interruption, d)
	d.files = make(chan struct{}, max(1, min(input.OpenFiles()-otherFiles-2*p.Size(), p.Capacity())))
	memory := unpack.NewMemory(p.Size())
	for range p.Size() {
		turn := p.NewWorker()
		out := s.out.Through(turn.Results(), pool.BufferSize)
		w := s.newWorker(turn, out, s.log.Through(out, turn.Messages()))
		w.engine.Unpacker().Share(memory, turn.Await)
		p.Start(turn, w)
	}
	return d
}

// add adds a task that calls run.
func (d *dispatcher) add(run func(*worker)) { d.pool.Add(&pool.Task[*worker]{Run: run}) }

// addSmall adds the search of a small file to a task of several.
func (d *dispatcher) addSmall(run func(*worker)) {
	d.pool.AddSmall(func(w *worker) {
		if !w.IsOver() {
			run(w)
		}
	})
}

// isSmall reports whether a file shares a task with other files. A file longer than a
// range does not, as it may be divided.
func (o *Options) isSmall(info fs.FileInfo) bool {
	return info.Size() <= min(smallSize, o.rangeLength())
}

// IsOver reports whether any further input would have no effect.
func (d *dispatcher) IsOver() bool {
	return d.pool.IsOver() || d.search.Interrupted() || d.search.Refused()
}

// Fail adds a task that reports an error.
func (d *dispatcher) Fail(name string, err error) { d.add(func(w *worker) { w.Fail(name, err) }) }

// Warn adds a task that reports a warning.
func (d *dispatcher) Warn(name, text string) { d.add(func(w *worker) { w.Warn(name, text) }) }

// Idle adds a task that prints the results found so far.
func (d *dispatcher) Idle() { d.add((*worker).Idle) }

// Operand adds the tasks that search an operand.
func (d *dispatcher) Operand(name string) {
	if name == "-" {
		if !d.divideInput() {
			d.add(func(w *worker) { w.Operand(name) })
		}
		return
	}
	info, err := longpath.Stat(name)
	switch {
	case err != nil:
	case info.IsDir() && d.search.Files.Recurse:
		d.walker.Dir(name)
		return
	case info.Mode().IsRegular() && d.search.isSmall(info):
		d.addSmall(func(w *worker) { w.file(name) })
		return
	case d.divide(name, info):
		return
	}
	d.add(func(w *worker) { w.Operand(name) })
}

// File adds the tasks that search a file listed in a directory.
func (d *dispatcher) File(path string, e fs.DirEntry) {
	info, err := longpath.Info(path, e)
	switch {
	case err != nil:
	case d.search.isSmall(info):
		d.addSmall(func(w *worker) { w.File(path, e) })
		return
	case d.divide(path, info):
		return
	}
	d.add(func(w *worker) { w.File(path, e) })
}

// Message adds a task that searches an open message of a Maildir.
func (d *dispatcher) Message(path string, f *os.File, err error) {
	d.add(func(w *worker) {
		w.Message(path, f, err)
		d.Release()
	})
}

// Reserve waits until one more file may be open before a worker takes it. A worker itself
// has at most two files open: its input, and a temporary file for unpacking. With Unique and
// very many URLs in a file it has some more.
func (d *dispatcher) Reserve() { d.files <- struct{}{} }

// Release is called when such a file has been closed.
func (d *dispatcher) Release() { <-d.files }
