package pool

import (
	"errors"
	"io"
	"math"
	"sync"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// ErrDropped is the error of writing results of a task whose Check has returned false.
var ErrDropped = errors.New("not right")

// A queue is the list of tasks that are not finished, in order, with the output held back
// for each. Its methods are called with mu held, except append, isOver and endAt.
//
// It has more than a handful of fields because they share one lock: the output, the
// amount held back, and the task that has its turn.
type queue struct {
	out      *output.Output // results of the program
	messages io.Writer
	end      atomic.Int64 // number of the last task whose output is not dropped

	mu    sync.Mutex
	turn  sync.Cond // signals that first has changed
	first *entry    // the task that has its turn; nil if all are finished
	last  *entry    // the task added last
	held  int       // bytes held back
	most  int       // maximum of held
	spare [][]byte  // buffers to reuse for pieces, of up to twice BufferSize each
}

// An entry is a task in the queue. Its held pieces are written when it gets its turn.
// From then on held is empty, unless unchecked is set.
type entry struct {
	task      any // a *Task[S]
	number    int64
	next      *entry
	done      bool // Run has returned
	held      []piece
	check     func() bool
	unchecked bool // check has not been called yet
	dropped   bool // check has returned false
}

// A piece is held back: results, a message, or a function to call.
type piece struct {
	text    []byte
	message bool
	call    func()
}

func newQueue(out *output.Output, messages io.Writer, most int) *queue {
	q := &queue{out: out, messages: messages, most: most}
	q.turn.L = &q.mu
	q.end.Store(math.MaxInt64)
	return q
}

// append appends an entry. It takes the lock itself.
func (q *queue) append(e *entry) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.first == nil {
		q.first = e
	} else {
		q.last.next = e
	}
	q.last = e
}

// endAt marks the tasks after that number as over: their output is dropped.
func (q *queue) endAt(number int64) {
	for end := q.end.Load(); number < end && !q.end.CompareAndSwap(end, number); {
		end = q.end.Load()
	}
}

// isOver reports whether the output of a task is to be dropped because it follows the
// end.
func (q *queue) isOver(e *entry) bool { return e.number > q.end.Load() }

// begin is called when another task has got its turn.
func (q *queue) begin() {
	if e := q.first; e != nil && !e.unchecked {
		q.release(e)
	}
	q.turn.Broadcast()
}

// await waits for the turn of a task.
func (q *queue) await(e *entry) {
	for q.first != e {
		q.turn.Wait()
	}
}

// isRight reports whether the output of a task is right. The task must have its turn.
func (q *queue) isRight(e *entry) bool {
	if e.unchecked {
		e.unchecked = false
		if e.dropped = !e.check(); e.dropped {
			q.forget(e)
		}
		q.release(e)
	}
	return !e.dropped
}

// holds reports whether n more bytes are to be held back. If they would exceed the limit,
// it waits for the turn of the task.
func (q *queue) holds(e *entry, n int) bool {
	if q.first != e && q.held+n > q.most {
		q.await(e)
	}
	return q.first != e
}

// hold holds back a piece of output.
func (q *queue) hold(e *entry, text []byte, message bool) {
	var buf []byte
	if n := len(q.spare); n > 0 {
		buf, q.spare = q.spare[n-1], q.spare[:n-1]
	}
	q.held += len(text)
	e.held = append(e.held, piece{text: append(buf[:0], text...), message: message})
}

// release writes the pieces held back.
func (q *queue) release(e *entry) {
	for _, p := range e.held {
		switch {
		case p.call != nil:
			if !q.isOver(e) {
				p.call()
			}
		case p.message:
			q.tell(e, p.text)
		default:
			q.write(e, p.text)
		}
	}
	q.forget(e)
}

// forget drops the pieces held back.
func (q *queue) forget(e *entry) {
	for _, p := range e.held {
		q.held -= len(p.text)
		if p.text != nil && cap(p.text) <= 2*BufferSize && len(q.spare) < q.most/BufferSize { // do not keep the buffer of a long line
			q.spare = append(q.spare, p.text)
		}
	}
	e.held = nil
}

// write writes results, unless they are to be dropped.
func (q *queue) write(e *entry, text []byte) error {
	if q.out.Err() == nil && !q.isOver(e) {
		if q.out.Add(text); q.out.Err() != nil {
			q.endAt(0)
		}
	}
	return q.out.Err()
}

// writeDue writes the results that are due.
func (q *queue) writeDue() {
	if q.out.WriteDue(); q.out.Err() != nil {
		q.endAt(0)
	}
}

// tell writes a message, unless it is to be dropped.
func (q *queue) tell(e *entry, line []byte) {
	if !q.isOver(e) {
		q.flush()
		q.messages.Write(line)
	}
}

func (q *queue) flush() {
	if q.out.Flush(); q.out.Err() != nil {
		q.endAt(0)
	}
}
