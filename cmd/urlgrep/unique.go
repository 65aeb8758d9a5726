package main

import (
	"hash/maphash"
)

// maxUnique is how many URLs --unique remembers. They take 550 MB, a million 75.
const maxUnique = 10_000_000

// A memory is of the URLs that there were: of 128 bits of each, since one that is
// taken for another is lost. Of maxUnique two are the same once in 10^24 runs, where
// with 64 bits they were once in 400,000.
type memory struct {
	most  int
	seeds [2]maphash.Seed
	seen  map[[2]uint64]struct{}
	full  bool // some are not remembered
}

func newMemory(most int) *memory {
	return &memory{
		most:  most,
		seeds: [...]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
		seen:  make(map[[2]uint64]struct{}),
	}
}

// forget makes the memory as good as new.
func (m *memory) forget() {
	clear(m.seen)
	m.full = false
}

// isNew reports whether a URL was not there before, as far as is remembered, and
// remembers it.
func (m *memory) isNew(url []byte) bool {
	sum := [...]uint64{maphash.Bytes(m.seeds[0], url), maphash.Bytes(m.seeds[1], url)}
	if _, ok := m.seen[sum]; ok {
		return false
	}
	if len(m.seen) < m.most {
		m.seen[sum] = struct{}{}
	} else {
		m.full = true
	}
	return true
}

// remembers reports whether URLs have to be remembered: those that are printed, or
// counted.
func (c *config) remembers() bool {
	return c.unique && !c.endsEarly() && !c.list && !c.listWithout
}
