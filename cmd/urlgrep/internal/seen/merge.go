package seen

import (
	"iter"
	"slices"
)

// A merger merges runs.
type merger struct {
	readers []*reader // those that have a sum left
	err     error     // the error that ended all
}

// newMerger returns a merger of runs that are not empty.
func newMerger(runs []*run) *merger {
	m := new(merger)
	for _, from := range runs {
		r := &reader{run: from, buffer: make([]byte, bufferSize)}
		if _, err := r.next(); err != nil {
			m.err = err
		}
		m.readers = append(m.readers, r)
	}
	return m
}

// all returns the sums in order. After an error, err is set.
func (m *merger) all() iter.Seq[sum] {
	return func(yield func(sum) bool) {
		for m.err == nil && len(m.readers) > 0 {
			least := 0
			for i, r := range m.readers {
				if r.sum.less(m.readers[least].sum) {
					least = i
				}
			}
			r := m.readers[least]
			if !yield(r.sum) {
				return
			}
			ok, err := r.next()
			m.err = err
			if !ok {
				m.readers = slices.Delete(m.readers, least, least+1)
			}
		}
	}
}

// A reader reads the sums of a run.
type reader struct {
	run    *run
	sum    sum    // the present one
	rest   []byte // the sums after it in buffer
	at     int64  // index of the first sum after those in buffer
	buffer []byte
}

// next advances r to the next sum. It returns false at the end.
func (r *reader) next() (ok bool, err error) {
	if len(r.rest) == 0 {
		n := min(int64(len(r.buffer)/sumSize), r.run.len()-r.at)
		if n == 0 {
			return false, nil
		}
		r.rest = r.buffer[:n*sumSize]
		if err := r.run.read(r.rest, r.at); err != nil {
			return false, err
		}
		r.at += n
	}
	r.sum, r.rest = sumAt(r.rest, 0), r.rest[sumSize:]
	return true, nil
}
