package main

import (
	"io/fs"
	"runtime"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

const (
	otherFiles = 16       // open at a time, besides those of workers and those that wait for one
	smallSize  = 16 << 10 // bytes of a file that is searched in one task with others
)

// workers returns how many of them the search is worth.
func (s *search) workers() int {
	switch {
	case s.wantsEvidence():
		return 1 // what has been read decides about what is read later
	case s.hasContext():
		return 1 // what was printed decides whether "--" comes before it
	case s.remembers() && !s.count:
		return 1 // as what was printed does
	case s.offer != nil:
		return 1 // what is found goes to one place
	}
	n := min(s.jobs(), max(1, (openFiles()-otherFiles)/3))
	if len(s.operands) < 2 && !s.recurse && s.lists == nil && !s.isLarge(n) {
		return 1
	}
	return n
}

// jobs returns how many things may be done at a time.
func (c *config) jobs() int {
	if c.threads == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return c.threads
}

// together goes through the operands with n workers.
func (s *search) together(n int) {
	s.pool = pool.New[*search](n, s.out, s.log.Writer())
	s.files = make(chan struct{}, max(1, min(openFiles()-otherFiles-2*n, s.pool.Capacity())))
	workers, memory := make([]*search, n), unpack.NewMemory(n)
	for i := range workers {
		turn := s.pool.NewWorker()
		w := s.worker(turn)
		w.unpack.Share(memory, turn.Await)
		workers[i] = w
		s.pool.Start(turn, w)
	}
	s.all()
	s.pool.Close()
	for _, w := range workers {
		s.found = s.found || w.found
		s.failed = s.failed || w.failed
	}
}

// worker returns a search like s for one of the workers.
func (s *search) worker(turn *pool.Worker) *search {
	own := *s.config // newSearch changes it
	out := s.out.Through(turn.Results(), pool.BufferSize)
	w := newSearch(&own, s.stdin, out, s.log.Through(out, turn.Messages()))
	w.turn, w.total = turn, &s.sums
	w.interruption, w.progress = s.interruption, s.progress
	return w
}

// Begin makes ready for another task.
func (s *search) Begin() { s.out.Restart(pool.ErrDropped) }

// End passes on what came of a task.
func (s *search) End() {
	s.out.Drain()
	sums := s.sums.take()
	s.turn.Then(func() { s.total.add(&sums) })
	if s.found && s.endsEarly() || s.interrupted() { // then it may lack something
		s.turn.Stop()
	}
}

// isSmall reports whether a file is searched in one task with others. What is longer
// than a range may be divided.
func isSmall(info fs.FileInfo) bool { return info.Size() <= min(smallSize, rangeLength) }

// addSmall has a small file searched.
func (s *search) addSmall(run func(*search)) {
	s.pool.AddSmall(func(w *search) {
		if !w.over() {
			run(w)
		}
	})
}

// reserve waits until one more file may be open that waits for a worker. A worker has
// two open at most: its input, and a temporary one of what is packed.
func (s *search) reserve() {
	if s.files != nil {
		s.files <- struct{}{}
	}
}

// release says that such a file is closed.
func (s *search) release() {
	if s.files != nil {
		<-s.files
	}
}
