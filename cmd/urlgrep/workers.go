package main

import (
	"errors"
	"io"
	"io/fs"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

const (
	outputSize  = 32 << 10  // bytes of results that a worker collects
	maxHeld     = 512 << 10 // bytes of results that wait for their turn, for each worker
	maxSections = 32        // handed out and not written yet, for each worker
	otherFiles  = 16        // open at a time, besides those of workers and those that wait for one
	smallSize   = 16 << 10  // bytes of a file that is searched in one section with others
	maxSmall    = 16        // such files in a section
)

// A crew is some workers, and what they share. Whoever walks through operands and
// directories hands out sections of the work, in order. Each worker is a search of
// its own, with its own scanner and buffers, and does one section after another.
//
// What comes out is in the order of the sections. The worker whose turn it is
// writes straight through; others hold back what they have found up to a limit,
// and then wait for their turn. Since sections are taken in order as well, the one
// whose turn it is is always being worked on.
type crew struct {
	size   int            // how many they are
	out    *output.Output // of the program
	stderr io.Writer
	jobs   chan *section
	places chan struct{}   // taken by sections that are not written yet
	files  chan struct{}   // taken by those that are open when they are handed out
	end    atomic.Int64    // no section behind that number matters
	most   int             // bytes that may be held
	work   sync.WaitGroup  // of the workers
	count  int64           // of sections that were handed out
	small  []func(*search) // small files that are to be searched

	mu    sync.Mutex
	turn  sync.Cond // the first section is another one
	first *section  // whose turn it is; nil if all is written
	last  *section  // that was handed out
	held  int       // bytes
	spare [][]byte  // what pieces may be held in, of up to twice outputSize each
	sums  summary   // of what is written
}

// A section is a piece of the work and, until its turn comes, what came of it.
type section struct {
	crew   *crew
	number int64 // from 1
	run    func(*search)
	next   *section
	done   bool // run has returned
	kept   []piece
	sums   summary

	// What came of a section may turn out to be wrong when its turn has come: then
	// it is dropped, and settle does the work again. Both may be nil.
	isRight func() bool
	settle  func(*search)
	unsure  bool // isRight has not been asked yet
	dropped bool
}

// errDropped is the error of writing what is not right.
var errDropped = errors.New("not right")

// A piece is results that are held back, or a message.
type piece struct {
	text    []byte
	message bool
}

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
	c := &crew{
		size: n, out: s.out, stderr: s.log.Writer(), most: n * maxHeld,
		jobs: make(chan *section, n*maxSections), places: make(chan struct{}, n*maxSections),
		files: make(chan struct{}, max(1, min(openFiles()-otherFiles-2*n, n*maxSections))),
	}
	c.turn.L = &c.mu
	c.end.Store(math.MaxInt64)
	s.crew = c
	crew, memory := make([]*search, n), unpack.NewMemory(n)
	for i := range crew {
		w := s.worker()
		w.unpack.Share(memory, func() { w.section.await() })
		crew[i] = w
		c.work.Go(func() { c.labour(w) })
	}
	s.all()
	c.handSmall()
	close(c.jobs)
	c.work.Wait()
	s.sums.add(&c.sums)
	for _, w := range crew {
		s.found = s.found || w.found
		s.failed = s.failed || w.failed
	}
}

// worker returns a search like s for one of the workers.
func (s *search) worker() *search {
	own := *s.config // newSearch changes it
	to := new(results)
	out := s.out.Through(to, outputSize)
	w := newSearch(&own, s.stdin, out, s.log.Through(out, remarks{to}))
	to.worker = w
	w.interruption, w.progress = s.interruption, s.progress
	return w
}

// labour does one section after another.
func (c *crew) labour(w *search) {
	for s := range c.jobs {
		w.begin(s)
		s.run(w)
		w.out.Drain()
		s.sums = w.sums.take()
		if w.found && w.endsEarly() {
			c.endAt(s.number)
		}
		c.finish(s, w)
	}
}

// endAt says that no section behind that number matters.
func (c *crew) endAt(number int64) {
	for end := c.end.Load(); number < end && !c.end.CompareAndSwap(end, number); {
		end = c.end.Load()
	}
}

// over reports whether no section that is still to be handed out can matter.
func (c *crew) over() bool { return c.end.Load() <= c.count }

// over reports whether the section does not matter any more.
func (s *section) over() bool { return s.number > s.crew.end.Load() }

// begin makes ready for another section.
func (w *search) begin(s *section) {
	w.section = s
	w.out.Restart(errDropped)
}

// addSmall hands out the search of a small file, but in one section with others: to
// hand a section out takes a good part of the time that it takes to search 5 KB.
func (c *crew) addSmall(run func(*search)) {
	if c.small = append(c.small, run); len(c.small) == maxSmall {
		c.handSmall()
	}
}

// isSmall reports whether a file is searched in one section with others. What is longer
// than a range may be divided.
func isSmall(info fs.FileInfo) bool { return info.Size() <= min(smallSize, rangeLength) }

// handSmall hands out the small files that there are.
func (c *crew) handSmall() {
	small := c.small
	if len(small) == 0 {
		return
	}
	c.small = nil
	c.hand(&section{run: func(w *search) {
		for _, run := range small {
			if !w.over() {
				run(w)
			}
		}
	}})
}

// hand hands out a section of the work, behind the small files that there are.
func (c *crew) hand(s *section) {
	c.handSmall()
	c.places <- struct{}{}
	c.count++
	s.crew, s.number, s.unsure = c, c.count, s.isRight != nil
	c.mu.Lock()
	if c.first == nil {
		c.first = s
	} else {
		c.last.next = s
	}
	c.last = s
	c.mu.Unlock()
	c.jobs <- s
}

// reserve waits until one more file may be open that waits for a worker. A worker has
// two open at most: its input, and a temporary one of what is packed.
func (s *search) reserve() {
	if s.crew != nil {
		s.crew.files <- struct{}{}
	}
}

// release says that such a file is closed.
func (s *search) release() {
	if s.crew != nil {
		<-s.crew.files
	}
}

// finish says that w has run s. If it was the turn of s, it is that of the next one
// that has not been run, and w settles those before it.
func (c *crew) finish(s *section, w *search) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s.done = true
	if c.first != s {
		return
	}
	for s = c.first; s != nil && s.done; s = c.first {
		if w.interrupted() {
			c.endAt(s.number) // which may lack something
		}
		if s.settle != nil {
			if !s.unsure {
				c.release(s) // before what settle writes
			}
			c.mu.Unlock()
			s.settle(w)
			c.mu.Lock()
		}
		c.release(s)
		if !s.over() {
			c.sums.add(&s.sums)
		}
		c.first = s.next
		<-c.places
	}
	if s != nil && !s.unsure {
		c.release(s)
	}
	c.turn.Broadcast()
}

// await waits until it is the turn of s.
func (s *section) await() {
	s.crew.mu.Lock()
	s.wait()
	s.crew.mu.Unlock()
}

// wait is await, with the lock held.
func (s *section) wait() {
	for s.crew.first != s {
		s.crew.turn.Wait()
	}
}

// sure reports whether what has come of s is right, in its turn.
func (s *section) sure() bool {
	s.crew.mu.Lock()
	defer s.crew.mu.Unlock()
	return s.isSure()
}

// isSure is sure, with the lock held.
func (s *section) isSure() bool {
	if s.unsure {
		s.unsure = false
		if s.dropped = !s.isRight(); s.dropped {
			s.crew.forget(s)
		}
		s.crew.release(s)
	}
	return !s.dropped
}

// keep holds back a piece of s.
func (s *section) keep(text []byte, message bool) {
	c := s.crew
	var buf []byte
	if n := len(c.spare); n > 0 {
		buf, c.spare = c.spare[n-1], c.spare[:n-1]
	}
	s.kept = append(s.kept, piece{append(buf[:0], text...), message})
}

// forget drops what s has held back.
func (c *crew) forget(s *section) {
	for _, p := range s.kept {
		c.held -= len(p.text)
		if cap(p.text) <= 2*outputSize && len(c.spare) < c.most/outputSize { // a long line does not stay for good
			c.spare = append(c.spare, p.text)
		}
	}
	s.kept = nil
}

// hold reports whether n more bytes are to be held back. If there is no room for
// them, it waits for the turn of s.
func (s *section) hold(n int) bool {
	c := s.crew
	if c.first != s && c.held+n > c.most {
		s.wait()
	}
	if c.first == s {
		return false
	}
	c.held += n
	return true
}

// release writes what s has held back.
func (c *crew) release(s *section) {
	for _, p := range s.kept {
		if p.message {
			s.tell(p.text)
		} else {
			s.put(p.text)
		}
	}
	c.forget(s)
}

// put writes results, if they matter.
func (s *section) put(text []byte) (err error) {
	c := s.crew
	if c.out.Err() == nil && !s.over() {
		if c.out.Add(text); c.out.Err() != nil {
			c.endAt(0)
		}
	}
	return c.out.Err()
}

// tell writes a line to standard error, if it matters.
func (s *section) tell(line []byte) {
	if !s.over() {
		s.flush()
		s.crew.stderr.Write(line)
	}
}

func (s *section) flush() {
	if s.crew.out.Flush(); s.crew.out.Err() != nil {
		s.crew.endAt(0)
	}
}

// results are where a worker writes the results of the section that it is at.
type results struct{ worker *search }

func (r *results) Write(p []byte) (int, error) {
	s := r.worker.section
	s.crew.mu.Lock()
	defer s.crew.mu.Unlock()
	if s.hold(len(p)) {
		s.keep(p, false)
		return len(p), nil
	}
	if !s.isSure() {
		return 0, errDropped
	}
	if err := s.put(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what others have found and, in its turn, the section.
func (r *results) Flush() {
	s := r.worker.section
	s.crew.mu.Lock()
	if s.crew.first == s && !s.unsure {
		s.flush()
	}
	s.crew.mu.Unlock()
}

// remarks are where a worker writes messages, a line at a time.
type remarks struct{ of *results }

func (r remarks) Write(p []byte) (int, error) {
	s := r.of.worker.section
	s.crew.mu.Lock()
	defer s.crew.mu.Unlock()
	if s.hold(len(p)) {
		s.keep(p, true)
	} else if s.isSure() {
		s.tell(p)
	}
	return len(p), nil
}
