// Package seen remembers which URLs have occurred: any number of URLs, in bounded memory.
//
// # Terms
//
// A sum is a hash of a URL. A run is a sorted list of sums in a temporary file. Runs have
// levels: those of level 0 were written from memory, those of any other level were merged from
// runs of the level below.
//
// # Flow
//
// [Set.IsNew] looks for the sum of a URL in a table in memory, whose slots are sorted
// (table.go). If the table has its maximum size and is full, it is written as a run (run.go)
// and emptied. From then on, a sum that is not in the table may be in a run (store.go). For
// nearly all new sums, a Bloom filter shows that they are in no run (filter.go). Any other sum
// is looked for in one run after another, with about one read of 4 KiB for each. If there are
// too many runs of a level, they are merged (merge.go).
//
// # Limits
//
// The table takes a quarter of the memory, the filter five eighths, and the sums that were
// found in runs last one eighth. The filter is allocated with the first run. If it admits too
// many sums, as there are more than a sum for each of its bytes, the Set is slower, but right.
// A run takes 16 bytes of its file for each URL, and as much again while it is merged. There
// are at most three runs of each level, and four times as many URLs in a run of a level as in
// one of the level below.
package seen

import "hash/maphash"

// DefaultMemory is the number of bytes of memory for the Sets of the program. With garbage,
// which is at most half as much, the program takes less than 256 MB.
const DefaultMemory = 128 << 20

// A Set is a set of URLs. It stores a hash of 128 bits for each, since a URL that is taken for
// another is lost. Among 100 million URLs two have the same hash once in 10^22 runs; with 64
// bits they would once in 4000.
type Set struct {
	seeds [2]maphash.Seed
	table table
	limit int // maximum number of homes of the table
	store store
	fail  func(err error)
	err   error // the first error
}

// New returns an empty Set that uses that many bytes of memory. It calls fail with the first
// error of a temporary file, which names the file. After that error the Set stores new URLs
// only while they fit in the table: others are new each time.
func New(memory int, fail func(err error)) *Set {
	return &Set{
		seeds: [...]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
		limit: max(1, memory/4/sumSize),
		store: newStore(memory),
		fail:  fail,
	}
}

// Reset empties s, and removes its temporary files.
func (s *Set) Reset() {
	s.table.reset()
	s.store.reset()
	s.err = nil
}

// IsNew adds a URL to s, and reports whether it was not in s.
func (s *Set) IsNew(url []byte) bool {
	k := s.sum(url)
	at, found := s.table.find(k)
	if found {
		return false
	}
	found, err := s.store.has(k)
	if err != nil {
		s.failed(err)
	}
	if found {
		return false
	}
	if s.table.isFull() {
		if !s.makeRoom() {
			return true
		}
		at, _ = s.table.find(k)
	}
	s.table.insert(at, k)
	return true
}

// sum returns the sum of a URL.
func (s *Set) sum(url []byte) sum {
	k := sum{maphash.Bytes(s.seeds[0], url), maphash.Bytes(s.seeds[1], url)}
	if k == empty {
		k.lo++
	}
	return k
}

// makeRoom makes room in the full table. It returns false if that needs a file after an error.
func (s *Set) makeRoom() bool {
	if homes := min(max(minHomes, 2*s.table.homes), s.limit); homes > s.table.homes {
		s.table.resize(homes)
		return true
	}
	if s.err != nil {
		return false
	}
	if err := s.store.add(s.table.all()); err != nil {
		s.failed(err)
		return false
	}
	s.table.clear()
	if err := s.store.merge(); err != nil {
		s.failed(err)
	}
	return true
}

func (s *Set) failed(err error) {
	if s.err == nil {
		s.err = err
		s.fail(err)
	}
}
