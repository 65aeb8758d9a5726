// Package extsort sorts records that may not fit in memory.
//
// # Terms
//
// A record is a key and a text. A run is a list of sorted records in a temporary file. Runs
// have levels: those of level 0 were sorted in memory, those of any other level were merged
// from all runs of the level below.
//
// # Flow
//
// Records come as bytes, encoded by [AppendRecord], so that they can pass through writers.
// [Sorter.Write] collects them in memory (memory.go). If they exceed the limit, it writes
// them as a run. If there are too many runs of a level, it merges them (merge.go).
// [Sorter.Sorted] merges all runs and the records in memory. Each level has one temporary
// file (level.go).
//
// # Limits
//
// Memory use is that of the records up to the limit, and 64 KiB for each run that is merged:
// at most 64 runs of each level. The files take twice the size of the records. A file is
// removed when it is created, if the system allows that, and otherwise by Close.
//
// The order is stable: records whose keys are equal stay in the order in which they were
// written. (Of the libraries for this, github.com/lanrat/extsort is not stable and limits the
// number of records instead of their bytes, and the others are not maintained.)
package extsort

import (
	"encoding/binary"
	"slices"
)

// A Sorter sorts records.
type Sorter struct {
	compare func(a, b []byte) int // of keys
	memory  memory
	levels  []*level
	runs    int   // maximum number of runs of a level
	err     error // the first error
}

// maxRuns is the maximum number of runs of a level.
const maxRuns = 64

// New returns a Sorter that compares keys with compare, and holds records of that many bytes
// in memory.
func New(compare func(a, b []byte) int, limit int) *Sorter {
	return &Sorter{compare: compare, memory: memory{limit: limit}, runs: maxRuns}
}

// AppendRecord appends a record to b: the lengths of its key and its text as varints, the key
// and the text.
func AppendRecord(b, key, text []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(key)))
	b = binary.AppendUvarint(b, uint64(len(text)))
	return append(append(b, key...), text...)
}

// divide returns the first record of b, and the places at which its key begins and ends.
func divide(b []byte) (record []byte, from, to int) {
	k, n := binary.Uvarint(b)
	t, m := binary.Uvarint(b[n:])
	from = n + m
	to = from + int(k)
	return b[:to+int(t)], from, to
}

// Write adds records. p has one or more of them, complete. After an error of a temporary file,
// which names the file, all calls return that error.
func (s *Sorter) Write(p []byte) (int, error) {
	for rest := p; len(rest) > 0; {
		record, from, to := divide(rest)
		rest = rest[len(record):]
		if s.err == nil && s.memory.isFull(len(record)) {
			s.err = s.spill()
		}
		if s.err != nil {
			return 0, s.err
		}
		s.memory.add(record, from, to)
	}
	return len(p), nil
}

// spill writes the records in memory as a run, and merges the runs of each level that has too
// many.
func (s *Sorter) spill() error {
	s.memory.sort(s.compare)
	to, err := s.level(0)
	if err != nil {
		return err
	}
	if err := to.add(s.memory.all()); err != nil {
		return err
	}
	s.memory.reset()
	for i := 0; i < len(s.levels) && len(s.levels[i].runs) >= s.runs; i++ {
		to, err := s.level(i + 1)
		if err != nil {
			return err
		}
		from := newMerger(s.compare, s.levels[i].sources())
		if err := to.add(from.all()); err != nil {
			return err
		}
		if from.err != nil {
			return from.err
		}
		if err := s.levels[i].empty(); err != nil {
			return err
		}
	}
	return nil
}

// level returns a level, which may be one above the highest.
func (s *Sorter) level(i int) (*level, error) {
	if i == len(s.levels) {
		l, err := newLevel()
		if err != nil {
			return nil, err
		}
		s.levels = append(s.levels, l)
	}
	return s.levels[i], nil
}

// Sorted calls yield with the text of each record, in order, until yield returns false. The
// text is valid until yield returns. After an error of Write, the records before it are in
// order too.
func (s *Sorter) Sorted(yield func(text []byte) bool) error {
	s.memory.sort(s.compare)
	var from []source
	for _, l := range slices.Backward(s.levels) { // the records of a higher level were written earlier
		from = append(from, l.sources()...)
	}
	m := newMerger(s.compare, append(from, s.memory.source()))
	for record := range m.all() {
		_, _, to := divide(record)
		if !yield(record[to:]) {
			return nil
		}
	}
	return m.err
}

// Close removes the temporary files, and forgets all records.
func (s *Sorter) Close() {
	for _, l := range s.levels {
		l.close()
	}
	s.levels, s.memory = nil, memory{limit: s.memory.limit}
}
