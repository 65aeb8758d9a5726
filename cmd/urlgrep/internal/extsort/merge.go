package extsort

import (
	"cmp"
	"container/heap"
	"iter"
)

// A source is a sorted list of records. next returns the key of the next record, or false at
// the end. The key is valid until take returns that record, which is valid until the next
// call.
type source interface {
	next() (key []byte, ok bool, err error)
	take() (record []byte, err error)
}

// A merger merges sources. Of records with the same key, that of the first source is first.
// It implements heap.Interface: the source with the first record is at the root.
type merger struct {
	compare func(a, b []byte) int
	heads   []head
	err     error // the error that ended all
}

// A head is a source with the key of its next record.
type head struct {
	source
	key    []byte
	number int // of the source
}

// newMerger returns a merger of sources, in the order in which their records were written.
func newMerger(compare func(a, b []byte) int, sources []source) *merger {
	m := &merger{compare: compare}
	for i, s := range sources {
		key, ok, err := s.next()
		if err != nil {
			m.err = err
			return m
		}
		if ok {
			m.heads = append(m.heads, head{s, key, i})
		}
	}
	heap.Init(m)
	return m
}

// all returns the records in order. After an error, err is set.
func (m *merger) all() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for m.err == nil && len(m.heads) > 0 {
			first := &m.heads[0]
			record, err := first.take()
			if err != nil {
				m.err = err
				return
			}
			if !yield(record) {
				return
			}
			key, ok, err := first.next()
			switch {
			case err != nil:
				m.err = err
			case ok:
				first.key = key
				heap.Fix(m, 0)
			default:
				heap.Pop(m)
			}
		}
	}
}

func (m *merger) Len() int { return len(m.heads) }
func (m *merger) Less(i, j int) bool {
	a, b := &m.heads[i], &m.heads[j]
	return cmp.Or(m.compare(a.key, b.key), cmp.Compare(a.number, b.number)) < 0
}
func (m *merger) Swap(i, j int) { m.heads[i], m.heads[j] = m.heads[j], m.heads[i] }
func (m *merger) Push(x any)    { m.heads = append(m.heads, x.(head)) }
func (m *merger) Pop() any {
	last := m.heads[len(m.heads)-1]
	m.heads = m.heads[:len(m.heads)-1]
	return last
}
