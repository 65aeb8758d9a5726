// Package pool has several workers do tasks at the same time, and writes what they
// write in the order of the tasks. It knows nothing of what the tasks are.
//
// # Terms
//
// A task is a piece of the work. A worker is a goroutine that does one task after
// another, with a [State] of its own. Workers write results and messages; a message is a
// line that follows the results before it. A task has its turn when all tasks before it
// are finished.
//
// # Flow
//
// One goroutine adds the tasks, in order (pool.go). Workers take them in that order. What
// a worker writes goes to the queue (queue.go). If its task has its turn, it is written
// at once, else it is held back up to a limit, and then the worker waits for the turn of
// its task. Since tasks are taken in order, the task that has its turn is always being
// worked on.
//
// A task may be done from a guess: its Check tells in its turn whether the guess was
// right. If it was not, all that it has written is dropped. Then its Settle is called, in
// the order of the tasks, to do what is left to do (worker.go).
//
// # Limits
//
// For each worker, 32 tasks are added and not finished at most, and 512 KiB are held
// back. What is written at once may be of any length.
package pool

import (
	"io"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

const (
	maxTasks = 32        // added and not finished, for each worker
	maxHeld  = 512 << 10 // bytes that are held back, for each worker
	maxSmall = 16        // small pieces of work in a task
)

// BufferSize is how many bytes of results a worker should collect before it writes them.
const BufferSize = 32 << 10

// A State is what a worker has for itself.
type State interface {
	// Begin is called before each Run and each Settle of a Task, and End after it.
	Begin()
	End()
}

// A Task is a piece of the work. Only Run must be set.
type Task[S State] struct {
	Run func(state S)

	// Check reports whether what Run has written is right, once all before it is
	// finished. It is called when something is to be written, which may be while Run is
	// at work. If it returns false, what was written is dropped, and Run gets the error
	// ErrDropped for what it writes from then on.
	Check func() (right bool)

	// Settle is called after Run, in the turn of the Task, by any of the workers, with
	// the result of Check. What it writes follows what Run has written.
	Settle func(state S, right bool)

	entry entry
}

// A Pool is some workers and the tasks that are not finished.
type Pool[S State] struct {
	size    int // workers
	tasks   chan *Task[S]
	places  chan struct{} // taken by tasks that are not finished
	added   int64         // tasks
	small   []func(S)     // what AddSmall has collected
	running sync.WaitGroup
	queue   *queue
}

// New returns a Pool for so many workers, which writes results to out and messages to
// messages.
func New[S State](workers int, out *output.Output, messages io.Writer) *Pool[S] {
	return &Pool[S]{
		size:  workers,
		tasks: make(chan *Task[S], workers*maxTasks), places: make(chan struct{}, workers*maxTasks),
		queue: newQueue(out, messages, workers*maxHeld),
	}
}

// Size returns how many workers there are.
func (p *Pool[S]) Size() int { return p.size }

// Capacity returns how many tasks may be added and not finished.
func (p *Pool[S]) Capacity() int { return cap(p.places) }

// NewWorker returns a worker that does not work yet: see Start.
func (p *Pool[S]) NewWorker() *Worker { return &Worker{queue: p.queue} }

// Start has w do tasks, with that State.
func (p *Pool[S]) Start(w *Worker, state S) {
	p.running.Go(func() {
		for t := range p.tasks {
			w.entry = &t.entry
			state.Begin()
			t.Run(state)
			state.End()
			p.finish(t, w, state)
		}
	})
}

// Add adds a task after those that were added before, and waits while there are too many.
func (p *Pool[S]) Add(t *Task[S]) {
	p.addBatch()
	p.add(t)
}

func (p *Pool[S]) add(t *Task[S]) {
	p.places <- struct{}{}
	p.added++
	t.entry.number, t.entry.check, t.entry.unsure = p.added, t.Check, t.Check != nil
	t.entry.task = t
	p.queue.append(&t.entry)
	p.tasks <- t
}

// AddSmall adds work that is so small that several are done in one task: to hand a task
// to a worker takes a good part of the time that it takes to search 5 KB.
func (p *Pool[S]) AddSmall(run func(S)) {
	if p.small = append(p.small, run); len(p.small) == maxSmall {
		p.addBatch()
	}
}

// addBatch adds a task of the small work that there is.
func (p *Pool[S]) addBatch() {
	if small := p.small; len(small) > 0 {
		p.small = nil
		p.add(&Task[S]{Run: func(state S) {
			for _, run := range small {
				run(state)
			}
		}})
	}
}

// IsOver reports whether no task that is still to be added can matter. Only the goroutine
// that adds tasks may call it.
func (p *Pool[S]) IsOver() bool { return p.queue.end.Load() <= p.added }

// Close waits until all tasks are finished. No task may be added after it.
func (p *Pool[S]) Close() {
	p.addBatch()
	close(p.tasks)
	p.running.Wait()
}

// finish is called when w has run t. If t has its turn, w settles t and the tasks after
// it that have been run; then the next one has its turn.
func (p *Pool[S]) finish(t *Task[S], w *Worker, state S) {
	q := p.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	t.entry.done = true
	if q.first != &t.entry {
		return
	}
	for e := q.first; e != nil && e.done; e = q.first {
		right := q.isRight(e)
		q.release(e) // before what Settle writes
		if t := e.task.(*Task[S]); t.Settle != nil {
			e.dropped = false
			q.mu.Unlock()
			w.entry = e
			state.Begin()
			t.Settle(state, right)
			state.End()
			q.mu.Lock()
		}
		q.first = e.next
		<-p.places
	}
	q.begin()
}
