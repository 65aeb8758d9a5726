package extsort

import (
	"cmp"
	"iter"
	"slices"
)

// A memory holds records in memory. The records are in blocks that are reused.
type memory struct {
	limit   int // of size
	size    int // bytes of the records, and for each of them
	entries []entry
	blocks  [][]byte // with records up to their lengths
	used    int      // number of blocks in use
}

// An entry is a record in a block.
type entry struct {
	record   []byte
	from, to uint32 // the key in it
	number   uint32 // order in which it was added
}

const (
	blockSize = 1 << 20
	entrySize = 80 // bytes counted for each record: its entry, with room to grow
)

// isFull reports whether a record of n more bytes would exceed the limit. An empty memory is
// never full.
func (m *memory) isFull(n int) bool { return len(m.entries) > 0 && m.size+n+entrySize > m.limit }

// add adds a copy of a record with its key at record[from:to].
func (m *memory) add(record []byte, from, to int) {
	if len(record) > blockSize/4 {
		record = slices.Clone(record)
	} else {
		record = m.store(record)
	}
	m.entries = append(m.entries, entry{record, uint32(from), uint32(to), uint32(len(m.entries))})
	m.size += len(record) + entrySize
}

// store copies a record to a block.
func (m *memory) store(record []byte) []byte {
	if m.used == 0 || len(m.blocks[m.used-1])+len(record) > blockSize {
		if m.used == len(m.blocks) {
			m.blocks = append(m.blocks, make([]byte, 0, blockSize))
		}
		m.used++
		m.blocks[m.used-1] = m.blocks[m.used-1][:0]
	}
	b := &m.blocks[m.used-1]
	at := len(*b)
	*b = append(*b, record...)
	return (*b)[at:]
}

// sort sorts the records.
func (m *memory) sort(compare func(a, b []byte) int) {
	slices.SortFunc(m.entries, func(a, b entry) int {
		return cmp.Or(compare(a.key(), b.key()), cmp.Compare(a.number, b.number))
	})
}

func (e *entry) key() []byte { return e.record[e.from:e.to] }

// all returns the records in their order.
func (m *memory) all() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range m.entries {
			if !yield(m.entries[i].record) {
				return
			}
		}
	}
}

// reset forgets the records. It keeps the blocks.
func (m *memory) reset() {
	clear(m.entries) // long records are not in blocks
	m.entries, m.size, m.used = m.entries[:0], 0, 0
}

// source returns a source of the records.
func (m *memory) source() source { return &memorySource{rest: m.entries} }

// A memorySource is the rest of the records of a memory.
type memorySource struct{ rest []entry }

func (s *memorySource) next() (key []byte, ok bool, err error) {
	if len(s.rest) == 0 {
		return nil, false, nil
	}
	return s.rest[0].key(), true, nil
}

func (s *memorySource) take() ([]byte, error) {
	record := s.rest[0].record
	s.rest = s.rest[1:]
	return record, nil
}
