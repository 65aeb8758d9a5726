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

// A queue is the tasks that are not finished, in order, and what they have written. Its
// methods are called with the lock held, except for isOver and endAt.
//
// It has more than a handful of fields as all of them are under one lock: of what is
// written, what is held, and whose turn it is.
type queue struct {
	out      *output.Output // of the program
	messages io.Writer
	end      atomic.Int64 // no task after that number matters

	mu    sync.Mutex
	turn  sync.Cond // first is another one
	first *entry    // of the task that has its turn; nil if all are finished
	last  *entry    // of the task that was added last
	held  int       // bytes
	most  int       // bytes that may be held
	spare [][]byte  // what pieces may be held in, of up to twice BufferSize each
}

// An entry is a task in the queue. What it holds is written when it has its turn, and it
// has nothing that is held from then on, unless it is unsure.
type entry struct {
	task    any // the *Task[S]
	number  int64
	next    *entry
	done    bool // Run has returned
	held    []piece
	check   func() bool
	unsure  bool // check has not been called yet
	dropped bool // check has returned false
}

// A piece is results that are held back, a message, or a function to call.
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

// append adds an entry at the end, and takes the lock itself.
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

// endAt says that no task after that number matters.
func (q *queue) endAt(number int64) {
	for end := q.end.Load(); number < end && !q.end.CompareAndSwap(end, number); {
		end = q.end.Load()
	}
}

// isOver reports whether a task does not matter any more.
func (q *queue) isOver(e *entry) bool { return e.number > q.end.Load() }

// begin is called when another task has its turn.
func (q *queue) begin() {
	if e := q.first; e != nil && !e.unsure {
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

// isRight reports whether what was written is right, in the turn of the task.
func (q *queue) isRight(e *entry) bool {
	if e.unsure {
		e.unsure = false
		if e.dropped = !e.check(); e.dropped {
			q.forget(e)
		}
		q.release(e)
	}
	return !e.dropped
}

// holds reports whether n more bytes are to be held back. If there is no room for them,
// it waits for the turn of the task.
func (q *queue) holds(e *entry, n int) bool {
	if q.first != e && q.held+n > q.most {
		q.await(e)
	}
	return q.first != e
}

// hold holds back a piece.
func (q *queue) hold(e *entry, text []byte, message bool) {
	var buf []byte
	if n := len(q.spare); n > 0 {
		buf, q.spare = q.spare[n-1], q.spare[:n-1]
	}
	q.held += len(text)
	e.held = append(e.held, piece{text: append(buf[:0], text...), message: message})
}

// release writes what is held back.
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

// forget drops what is held back.
func (q *queue) forget(e *entry) {
	for _, p := range e.held {
		q.held -= len(p.text)
		if p.text != nil && cap(p.text) <= 2*BufferSize && len(q.spare) < q.most/BufferSize { // a long line does not stay
			q.spare = append(q.spare, p.text)
		}
	}
	e.held = nil
}

// write writes results, if they matter.
func (q *queue) write(e *entry, text []byte) error {
	if q.out.Err() == nil && !q.isOver(e) {
		if q.out.Add(text); q.out.Err() != nil {
			q.endAt(0)
		}
	}
	return q.out.Err()
}

// tell writes a message, if it matters.
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
