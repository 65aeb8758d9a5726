package selection

import (
	"hash/maphash"
)

// MaxSeen is how many URLs --unique remembers. They take 550 MB, a million 75.
const MaxSeen = 10_000_000

// Seen is of the URLs that there were: of 128 bits of each, since one that is
// taken for another is lost. Of MaxSeen two are the same once in 10^24 runs, where
// with 64 bits they were once in 400,000.
type Seen struct {
	most  int
	seeds [2]maphash.Seed
	seen  map[[2]uint64]struct{}
	full  bool // some are not remembered
}

// NewSeen returns an empty Seen, of that many URLs at most.
func NewSeen(most int) *Seen {
	return &Seen{
		most:  most,
		seeds: [...]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
		seen:  make(map[[2]uint64]struct{}),
	}
}

// Reset forgets all.
func (s *Seen) Reset() {
	clear(s.seen)
	s.full = false
}

// IsNew reports whether a URL was not there before, as far as is remembered, and
// remembers it.
func (s *Seen) IsNew(url []byte) bool {
	sum := [...]uint64{maphash.Bytes(s.seeds[0], url), maphash.Bytes(s.seeds[1], url)}
	if _, ok := s.seen[sum]; ok {
		return false
	}
	if len(s.seen) < s.most {
		s.seen[sum] = struct{}{}
	} else {
		s.full = true
	}
	return true
}
