// Package pool runs tasks in several workers at the same time, and writes their output in
// the order of the tasks. It does not depend on what the tasks do.
//
// # Terms
//
// A task is a piece of the work. A worker is a goroutine that runs one task after
// another, with its own [State]. Workers write results and messages; a message is a line
// that follows the results written before it. A task has its turn when all tasks before
// it are finished.
//
// # Flow
//
// One goroutine adds the tasks, in order (pool.go). Workers take them in that order. The
// output of a worker goes to the queue (queue.go). If the task of the worker has its
// turn, the queue writes the output immediately. Otherwise the queue holds the output
// back, up to a limit; at the limit the worker waits for the turn of its task. As workers
// take tasks in order, a worker is always running the task that has its turn.
//
// A task may be based on a guess. Its Check reports, when the task has its turn, whether
// the guess was right. If it was wrong, the output of the task is dropped. Then its
// Settle is called, in the order of the tasks, to do the rest of the task (worker.go).
//
// # Limits
//
// For each worker, at most 32 tasks are added and not finished, and at most 512 KiB of
// output are held back. Output that is written immediately has no limit.
package pool

import (
	"io"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

const (
	maxTasks = 32        // tasks added and not finished, per worker
	maxHeld  = 512 << 10 // bytes held back, per worker
	maxSmall = 16        // functions of AddSmall in a task
)

// BufferSize is the number of bytes of results that a worker should collect before it
// writes them.
const BufferSize = 32 << 10

// A State is the state of one worker.
type State interface {
	// Begin is called before each Run and each Settle of a Task, and End after it.
	Begin()
	End()
}

// A Task is a piece of the work. Only Run must be set.
type Task[S State] struct {
	Run func(state S)

	// Check reports whether the output of Run is right. It is called once all tasks
	// before this one are finished, when there is output to write; Run may still be
	// running. If Check returns false, the output is dropped, and further writes of
	// results by Run return ErrDropped.
	Check func() (right bool)

	// Settle is called after Run, when the Task has its turn, by any of the workers, with
	// the result of Check. Its output follows that of Run.
	Settle func(state S, right bool)

	entry entry
}

// A Pool is a set of workers and the tasks that are not finished.
type Pool[S State] struct {
	size    int // number of workers
	tasks   chan *Task[S]
	slots   chan struct{} // one element for each task that is not finished
	added   int64         // number of tasks
	small   []func(S)     // functions given to AddSmall and not added yet
	running sync.WaitGroup
	queue   *queue
}

// New returns a Pool for that number of workers. It writes results to out, and messages
// to messages.
func New[S State](workers int, out *output.Output, messages io.Writer) *Pool[S] {
	return &Pool[S]{
		size:  workers,
		tasks: make(chan *Task[S], workers*maxTasks), slots: make(chan struct{}, workers*maxTasks),
		queue: newQueue(out, messages, workers*maxHeld),
	}
}

// Size returns the number of workers.
func (p *Pool[S]) Size() int { return p.size }

// Capacity returns the maximum number of tasks added and not finished.
func (p *Pool[S]) Capacity() int { return cap(p.slots) }

// NewWorker returns a worker. Start starts it.
func (p *Pool[S]) NewWorker() *Worker { return &Worker{queue: p.queue} }

// Start starts w, which runs tasks with the given State.
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

// Add adds a task. It waits while Capacity tasks are not finished.
func (p *Pool[S]) Add(t *Task[S]) {
	p.addBatch()
	p.add(t)
}

func (p *Pool[S]) add(t *Task[S]) {
	p.slots <- struct{}{}
	p.added++
	t.entry.number, t.entry.check, t.entry.unchecked = p.added, t.Check, t.Check != nil
	t.entry.task = t
	p.queue.append(&t.entry)
	p.tasks <- t
}

// AddSmall adds a function to a batch that becomes one task. It is for work so small that
// handing each piece to a worker would cost too much: that takes a good part of the time
// of searching 5 KB.
func (p *Pool[S]) AddSmall(run func(S)) {
	if p.small = append(p.small, run); len(p.small) == maxSmall {
		p.addBatch()
	}
}

// addBatch adds the functions collected by AddSmall as a task.
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

// IsOver reports whether any further task would be dropped. Only the goroutine that adds
// tasks may call it.
func (p *Pool[S]) IsOver() bool { return p.queue.end.Load() <= p.added }

// Close waits until all tasks are finished. No task may be added after Close.
func (p *Pool[S]) Close() {
	p.addBatch()
	close(p.tasks)
	p.running.Wait()
}

// finish is called when w has run t. If t has its turn, w settles t and the tasks after
// it that have already run, and then the next task has its turn.
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
		q.release(e) // before the output of Settle
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
		<-p.slots
	}
	q.writeDue()
	q.begin()
}
