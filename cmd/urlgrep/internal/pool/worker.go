package pool

import "io"

// A Worker is one of the workers of a Pool. Its methods are for the functions of the task
// that it does. A nil Worker is that of a program that does all its work by itself, in
// order: it always has its turn.
type Worker struct {
	queue *queue
	entry *entry // of the task that it does
}

// Results returns where the worker writes results. It has a method Flush, which writes
// out what the whole Pool has written so far, if the task has its turn.
func (w *Worker) Results() io.Writer { return results{w} }

// Messages returns where the worker writes messages, one with each Write.
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

// Then has f called when all that the task has written so far is written, but not if that
// is dropped, or does not matter. No two such functions are called at the same time.
func (w *Worker) Then(f func()) {
	if w == nil {
		f()
		return
	}
	q, e := w.queue, w.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.first != e || e.unsure:
		e.held = append(e.held, piece{call: f})
	case !e.dropped && !q.isOver(e):
		f()
	}
}

// Stop says that no task after the present one matters: what they write is dropped.
func (w *Worker) Stop() {
	if w != nil {
		w.queue.endAt(w.entry.number)
	}
}

// IsOver reports whether the present task does not matter any more.
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

// Flush is [output.Flusher]'s.
func (r results) Flush() {
	q, e := r.queue, r.entry
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.first == e && !e.unsure {
		q.flush()
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
