package extract

import (
	"math/rand/v2"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/parse"
)

// defaultMaxEvidence is the default of Evidence.Max. That many parts take 32 MB, and 48 MB
// while the table grows the last time.
const defaultMaxEvidence = 2 << 20

// Evidence records which unbroken URLs are in a text, from a first reading. In a second
// reading it decides about the hyphens of the broken URLs, each of which may be part of
// the URL or may have been inserted by the program that broke the line (RFC 1738,
// APPENDIX):
//
//	for m, err := range first.All() {
//		if err != nil {
//			…
//		}
//		e.Add(&m)
//	}
//	for m, err := range second.All() {
//		if err != nil {
//			…
//		}
//		e.Decide(&m)
//	}
//
// A hyphen is decided if exactly one of its two readings occurs in the text: the whole
// URL, or the URL up to the end of the component that the hyphen is in. So
// "http://a.example/~smi-" and "th/b" is "http://a.example/~smith/b" if
// "http://a.example/~smith/c" occurs elsewhere. A URL without a scheme, or with another
// one, counts as well; letter case does not count in the host.
//
// The zero Evidence is empty. An Evidence is not safe for concurrent use, except for concurrent
// calls of Decide alone.
type Evidence struct {
	// Max is the maximum number of parts of URLs that Add records, each of them once: of
	// "http://a.example/b/c" the host, "…/b" and "…/b/c". If it is not positive, the maximum
	// is 2,097,152, which take 48 MB of memory.
	Max int

	seen hashes // of URLs, and of their beginnings that end with a component
	full bool
}

// max returns the maximum number of parts of URLs.
func (e *Evidence) max() int {
	if e.Max <= 0 {
		return defaultMaxEvidence
	}
	return e.Max
}

// Add records a match. A match that was broken over lines is ignored, and so is a nil m.
func (e *Evidence) Add(m *Match) {
	if m == nil {
		return
	}
	if e.seen.seed == 0 {
		e.seen.seed = rand.Uint64()
	}
	if m.Rejoined {
		return
	}
	components(m.URL, func(_ int, hash uint64) {
		switch {
		case e.seen.has(hash):
		case e.seen.n < e.max():
			e.seen.add(hash)
		default:
			e.full = true
		}
	})
}

// Full reports whether Add had to ignore a part of a URL because the limit was reached.
func (e *Evidence) Full() bool { return e.full }

// Decide chooses among the readings of a match (see Match.Alternatives), hyphen by
// hyphen. It sets the URL of the match to the reading that the evidence supports, and
// removes from its alternatives the readings that the evidence contradicts. Hyphens
// without evidence stay undecided. Decide returns the number of undecided hyphens before
// the call, and after it. A nil m has none.
func (e *Evidence) Decide(m *Match) (hyphens, open int) {
	if m == nil || len(m.Alternatives) == 0 {
		return 0, 0
	}
	drops, kept, dropped := false, m.URL, m.Alternatives[0]
	if len(kept) < len(dropped) {
		drops, kept, dropped = true, dropped, kept
	}
	at := missing(kept, dropped)
	n := len(at)
	if n > oneReadings || !m.isValid() {
		return n, n
	}
	url := []byte(kept)
	var left []int
	for len(at) > 0 {
		with, without := e.occurs(url, at, false), e.occurs(url, at, true)
		i := at[0]
		at = at[1:]
		switch {
		case with == without:
			left = append(left, i)
		case without:
			url = append(url[:i:i], url[i+1:]...)
			at = decremented(at)
		}
	}
	if len(left) == n || !m.read(url, left, drops) {
		return n, n
	}
	return n, len(left)
}

// missing returns the offsets in kept of the hyphens that are not in dropped.
func missing(kept, dropped string) (at []int) {
	for i := range len(kept) {
		if len(at)+len(dropped) > i && dropped[i-len(at)] == kept[i] {
			continue
		}
		at = append(at, i)
	}
	return at
}

// occurs reports whether a reading of url occurs in which the hyphen at at[0] is dropped,
// or kept: the whole reading, or its beginning up to the end of the component that this
// hyphen is in. The next few hyphens, at at[1:], may be dropped or kept.
func (e *Evidence) occurs(url []byte, at []int, drop bool) bool {
	i := at[0]
	rest := at[1:min(len(at), allReadings)]
	if drop {
		url = append(url[:i:i], url[i+1:]...)
		rest = decremented(rest)
		i-- // the byte before the hyphen is in the same component
	}
	dropped, others := readings(url, rest)
	for _, reading := range append(others, dropped, string(url)) {
		if e.component(reading, i) {
			return true
		}
	}
	return false
}

// component reports whether url occurs, or its beginning up to the end of the component
// that the byte at i is in.
func (e *Evidence) component(url string, i int) (occurs bool) {
	first := true
	components(url, func(end int, hash uint64) {
		if end > i && (first || end == len(url)) {
			first = false
			occurs = occurs || e.seen.has(hash)
		}
	})
	return occurs
}

// decremented returns the offsets in at, each less one.
func decremented(at []int) []int {
	out := make([]int, len(at))
	for k, i := range at {
		out[k] = i - 1
	}
	return out
}

// components calls yield for each component of a URL, with the offset at which the
// component ends and a hash of the URL up to there, without the scheme. The components
// are the authority, then each segment of the path and each part of the query.
func components(url string, yield func(end int, hash uint64)) {
	// FNV-1a, since it can be extended byte by byte. The author of two URLs with the same
	// hash can change whether a hyphen stays, and nothing more.
	const offset, prime = 14695981039346656037, 1099511628211
	hash := uint64(offset)
	start := 0
	if i := strings.Index(url, "://"); i >= 0 {
		start = i + len("://")
	}
	host := true
	for i := start; i < len(url); i++ {
		c := url[i]
		if strings.IndexByte("/?#&;", c) >= 0 {
			yield(i, hash)
			host = false
		}
		if host {
			c = ascii.Lower(c)
		}
		hash = (hash ^ uint64(c)) * prime
	}
	yield(len(url), hash)
}

// isValid reports whether the URL is valid at the level of m. URLs of kinds that have no
// level are valid.
func (m *Match) isValid() bool {
	return m.Kind == Schemeless || m.Kind == Email || parse.Valid([]byte(m.URL), m.Level)
}

// read sets the URL of m, with undecided hyphens at the given offsets. It returns false,
// and changes nothing, if that URL is not valid.
func (m *Match) read(url []byte, hyphens []int, drops bool) bool {
	next := *m
	next.URL, next.Alternatives = string(url), nil
	if len(hyphens) > 0 {
		next.setReadings(url, hyphens, drops)
	}
	if !next.isValid() {
		return false
	}
	*m = next
	return true
}

// hashes is a set of hashes: an open-addressing table whose size is a power of two, at
// least half of it empty. A hash is at the first free place from one that depends on the
// seed, so that untrusted URLs cannot all be assigned the same place. A map would take
// three times the memory.
type hashes struct {
	table []uint64 // 0 is an empty place
	n     int
	seed  uint64
}

// place returns the index of a hash, or the free place for it.
func (h *hashes) place(hash uint64) int {
	mask := uint64(len(h.table) - 1)
	i := hash ^ h.seed // then SplitMix64: each bit of the result depends on all bits of i
	i = (i ^ i>>30) * 0xBF58476D1CE4E5B9
	i = (i ^ i>>27) * 0x94D049BB133111EB
	for i = (i ^ i>>31) & mask; ; i = (i + 1) & mask {
		if h.table[i] == hash || h.table[i] == 0 {
			return int(i)
		}
	}
}

func (h *hashes) has(hash uint64) bool {
	return h.n > 0 && h.table[h.place(max(1, hash))] != 0
}

// add adds a hash that is not in the set.
func (h *hashes) add(hash uint64) {
	if 2*h.n >= len(h.table) {
		old := h.table
		h.table = make([]uint64, max(1024, 2*len(old)))
		for _, o := range old {
			if o != 0 {
				h.table[h.place(o)] = o
			}
		}
	}
	hash = max(1, hash)
	h.table[h.place(hash)] = hash
	h.n++
}
