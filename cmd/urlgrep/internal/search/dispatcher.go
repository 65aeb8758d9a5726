package search

import (
	"io/fs"
	"os"
	"runtime"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

const (
	otherFiles = 16       // open at a time, besides those of workers and those that wait for one
	smallSize  = 16 << 10 // bytes of a file that is searched in one task with others
)

// workers returns how many of them the search is worth.
func (s *Search) workers() int {
	switch {
	case s.Evidence:
		return 1 // what has been read decides about what is read later
	case s.InOrder:
		return 1
	case s.Unique && !s.PerInput:
		return 1 // what was printed decides about what is printed later
	}
	n := min(s.jobs(), max(1, (openFiles()-otherFiles)/3))
	if s.isOneInput() && !s.isLarge(n) {
		return 1
	}
	return n
}

// jobs returns how many things may be done at a time.
func (o *Options) jobs() int {
	if o.Threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.Threads
}

// A dispatcher has the workers of a pool search what a walker comes by: it is the
// [input.Visitor] of that. It looks at each input to know whether it is searched in a
// task of its own, with others in one, or in ranges.
type dispatcher struct {
	search *Search
	pool   *pool.Pool[*worker]
	walker *input.Walker // that it is the visitor of
	files  chan struct{} // taken by those that are open when they are added to the pool
}

// newDispatcher returns a dispatcher for files, with a worker for each of the pool.
func newDispatcher(s *Search, p *pool.Pool[*worker], files input.Options) *dispatcher {
	d := &dispatcher{search: s, pool: p}
	d.walker = input.NewWalker(files, s.interruption, d)
	d.files = make(chan struct{}, max(1, min(openFiles()-otherFiles-2*p.Size(), p.Capacity())))
	memory := unpack.NewMemory(p.Size())
	for range p.Size() {
		turn := p.NewWorker()
		out := s.out.Through(turn.Results(), pool.BufferSize)
		w := s.newWorker(turn, out, s.log.Through(out, turn.Messages()))
		w.contents.unpack.Share(memory, turn.Await)
		p.Start(turn, w)
	}
	return d
}

// add has a worker do something.
func (d *dispatcher) add(run func(*worker)) { d.pool.Add(&pool.Task[*worker]{Run: run}) }

// addSmall has a small file searched.
func (d *dispatcher) addSmall(run func(*worker)) {
	d.pool.AddSmall(func(w *worker) {
		if !w.IsOver() {
			run(w)
		}
	})
}

// isSmall reports whether a file is searched in one task with others. What is longer
// than a range may be divided.
func (o *Options) isSmall(info fs.FileInfo) bool {
	return info.Size() <= min(smallSize, o.rangeLength())
}

// IsOver reports whether nothing that is still to be added can matter.
func (d *dispatcher) IsOver() bool { return d.pool.IsOver() || d.search.Interrupted() }

// Fail has an error reported in its turn.
func (d *dispatcher) Fail(name string, err error) { d.add(func(w *worker) { w.Fail(name, err) }) }

// Warn has a warning reported in its turn.
func (d *dispatcher) Warn(name, text string) { d.add(func(w *worker) { w.Warn(name, text) }) }

// Idle has what was found printed.
func (d *dispatcher) Idle() { d.add((*worker).Idle) }

// Operand has an operand searched.
func (d *dispatcher) Operand(name string) {
	if name == "-" {
		if !d.divideInput() {
			d.add(func(w *worker) { w.Operand(name) })
		}
		return
	}
	info, err := os.Stat(name)
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

// File has a file searched that a directory lists.
func (d *dispatcher) File(path string, e fs.DirEntry) {
	info, err := e.Info()
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

// Message has a message of a Maildir searched, which is open.
func (d *dispatcher) Message(path string, f *os.File, err error) {
	d.add(func(w *worker) {
		w.Message(path, f, err)
		d.Release()
	})
}

// Reserve waits until one more file may be open that waits for a worker. A worker has
// two open at most: its input, and a temporary one of what is packed.
func (d *dispatcher) Reserve() { d.files <- struct{}{} }

// Release says that such a file is closed.
func (d *dispatcher) Release() { <-d.files }
