package pool

import "io"

// A Worker is one of the workers of a Pool. Its methods are for the functions of the task
// that it runs. A nil Worker is for a program without a Pool, which runs its tasks in
// order: it always has its turn.
type Worker struct {
	queue *queue
	entry *entry // the task that the worker runs
}

// Results returns the writer for the results of the worker. The writer is an
// [output.Flusher], which flushes the output of the whole Pool if the task has its turn.
func (w *Worker) Results() io.Writer { return results{w} }

// Messages returns the writer for the messages of the worker. Each Write is one message.
func (w *Worker) Messages() io.Writer { return messages{w} }

// Await waits for the turn of the task.
func (w *Worker) Await() {
	if w == nil {
		return
	}
	w.queue.mu.Lock()
	w.queue.await(w.entry)
	w.queue.mu.Unlock()
}

// Then calls f after the output that the task has written so far. It does not call f if
// that output is dropped. Calls of such functions do not overlap.
func (w *Worker) Then(f func()) {
	if w == nil {
		f()
		return
	}
	q, e := w.queue, w.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.first != e || e.unchecked:
		e.held = append(e.held, piece{call: f})
	case !e.dropped && !q.isOver(e):
		f()
	}
}

// Stop marks the tasks after the present one as over: their output is dropped.
func (w *Worker) Stop() {
	if w != nil {
		w.queue.endAt(w.entry.number)
	}
}

// IsOver reports whether the output of the present task is dropped because it follows the
// end.
func (w *Worker) IsOver() bool { return w != nil && w.queue.isOver(w.entry) }

type results struct{ *Worker }

func (r results) Write(p []byte) (int, error) {
	q, e := r.queue, r.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.holds(e, len(p)) {
		q.hold(e, p, false)
		return len(p), nil
	}
	if !q.isRight(e) {
		return 0, ErrDropped
	}
	if err := q.write(e, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush implements [output.Flusher].
func (r results) Flush() {
	q, e := r.queue, r.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.first == e && !e.unchecked {
		q.flush()
	}
}

// WriteDue implements [output.Flusher].
func (r results) WriteDue() {
	q, e := r.queue, r.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.first == e {
		q.writeDue()
	}
}

type messages struct{ *Worker }

func (m messages) Write(p []byte) (int, error) {
	q, e := m.queue, m.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.holds(e, len(p)) {
		q.hold(e, p, true)
	} else if q.isRight(e) {
		q.tell(e, p)
	}
	return len(p), nil
}
