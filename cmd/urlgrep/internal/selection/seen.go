package selection

import (
	"hash/maphash"
)

// MaxSeen is the maximum number of URLs that --unique remembers. They take 550 MB; a
// million take 75 MB.
const MaxSeen = 10_000_000

// Seen is a set of the URLs that have occurred. It stores a hash of 128 bits for each,
// since a URL that is taken for another is lost. Among MaxSeen URLs two have the same
// hash once in 10^24 runs; with 64 bits they would once in 400,000.
type Seen struct {
	most  int
	seeds [2]maphash.Seed
	seen  map[[2]uint64]struct{}
	full  bool // a URL could not be stored
}

// NewSeen returns an empty Seen that stores at most that many URLs.
func NewSeen(most int) *Seen {
	return &Seen{
		most:  most,
		seeds: [...]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
		seen:  make(map[[2]uint64]struct{}),
	}
}

// Reset empties the set.
func (s *Seen) Reset() {
	clear(s.seen)
	s.full = false
}

// IsNew adds a URL to the set, and reports whether it was not in it. If the set is full,
// a URL that is not in it is new each time.
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
