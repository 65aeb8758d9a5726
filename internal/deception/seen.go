package deception

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// Known is a set of hosts that others may imitate. After the last Add it may be used by
// several goroutines.
type Known struct {
	bySkeleton map[string][]likeness
}

// NewKnown returns a Known of no hosts.
func NewKnown() *Known { return &Known{map[string][]likeness{}} }

// Add adds a host. It returns an error if the host has no registrable domain.
func (k *Known) Add(host string) error {
	x, ok := likenessOf(host)
	if !ok {
		return fmt.Errorf("%q is not a host name with a registrable domain, such as www.example.com", host)
	}
	k.bySkeleton[x.skeleton] = append(k.bySkeleton[x.skeleton], x)
	return nil
}

// A likeness describes how a host looks.
type likeness struct {
	host        string // in lower case
	registrable string // its registrable domain, in A-labels; "" if it has none
	skeleton    string // of that domain
	written     string // the skeleton with "l" for each "I" of the host as written; "" without "I"
}

// likenessOf returns the likeness of a host as written. ok is false if it has no registrable
// domain.
func likenessOf(host string) (x likeness, ok bool) {
	x.host = strings.ToLower(strings.TrimSuffix(host, "."))
	name := canonical(host)
	domain, public := suffix.Split(name)
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if !strings.Contains(domain, ".") || domain[0] == '[' || strings.Trim(last, "0123456789") == "" || public == domain {
		return x, false
	}
	for _, c := range []byte(name) {
		if !ascii.Is(c, ascii.AlphaDigit) && c != '-' && c != '.' && c != '_' {
			return x, false
		}
	}
	x.registrable = domain
	x.skeleton = hosts.HostSkeleton(hosts.ToUnicode(domain))
	if strings.IndexByte(host, 'I') >= 0 {
		domain = suffix.Registrable(canonical(strings.ReplaceAll(host, "I", "l")))
		x.written = hosts.HostSkeleton(hosts.ToUnicode(domain))
	}
	return x, true
}

// Seen remembers the hosts of a message. The zero Seen has none. It is not safe for
// concurrent use.
type Seen struct {
	Known *Known // hosts seen elsewhere; may be nil

	hosts []seenHost           // of the message, each once
	of    map[string]*likeness // by host as written, also of earlier messages
}

// A seenHost is a host of the message, as written, with its key, and the host that it looks
// like.
type seenHost struct {
	key         uint64
	host, alike string
}

// The maximum numbers of hosts that are remembered: of a message, and likenesses of all.
const maxHosts, maxLikenesses = 256, 4096

// maxLength is the maximum length in bytes of a host that is remembered or looks like another. A
// host in the DNS has at most 253 octets, which are longer in escapes.
const maxLength = 1024

// Reset begins another message.
func (s *Seen) Reset() { s.hosts = s.hosts[:0] }

// Add remembers a host, and returns the host that it looks like: of Known, or of those added
// before. It returns "" if it looks like no other.
func (s *Seen) Add(host string) (alike string) {
	if len(host) > maxLength {
		return ""
	}
	key := s.key(host)
	alike, seen := s.find(host, key)
	if !seen && len(s.hosts) < maxHosts {
		s.hosts = append(s.hosts, seenHost{key, strings.Clone(host), alike})
	}
	return alike
}

// Find is Add for a host that is not remembered.
func (s *Seen) Find(host string) (alike string) {
	if len(host) > maxLength {
		return ""
	}
	alike, _ = s.find(host, s.key(host))
	return alike
}

// find returns the host that host looks like. seen reports whether host is remembered.
func (s *Seen) find(host string, key uint64) (alike string, seen bool) {
	for i := range s.hosts {
		if h := &s.hosts[i]; h.key == key && h.host == host {
			return h.alike, true
		}
	}
	if s.Known != nil {
		if alike, decided := s.Known.alike(s.likeness(host)); decided {
			return alike, false
		}
	}
	for i := range s.hosts {
		h := &s.hosts[i]
		if h.key == key && mayBeAlike(h.host, host) && s.likeness(host).isLike(s.likeness(h.host)) {
			return s.first(host, i), false
		}
	}
	return "", false
}

// key returns a hash of the last two labels of a host, which is the same for hosts that look
// alike: a registrable domain has two labels or more.
func (s *Seen) key(host string) uint64 {
	if !isPlainLabel(host) {
		host = s.likeness(host).skeleton
	}
	const offset, prime = 14695981039346656037, 1099511628211 // FNV-1a
	host = strings.TrimSuffix(host, ".")
	hash, dots := uint64(offset), 0
	for i := len(host) - 1; i >= 0; i-- {
		c := host[i]
		if c == '.' {
			if dots++; dots == 2 {
				break
			}
		}
		if c|0x20 == 'm' {
			hash = (hash ^ 'n') * prime
		}
		hash = (hash ^ uint64(loose(c))) * prime
	}
	return hash
}

// first returns the host at index i, which host looks like, or "" if a host before it has the
// registrable domain of host: that one was first.
func (s *Seen) first(host string, i int) string {
	x := s.likeness(host)
	for _, before := range s.hosts[:i] {
		if s.likeness(before.host).registrable == x.registrable {
			return ""
		}
	}
	return s.likeness(s.hosts[i].host).host
}

// likeness returns the likeness of a host as written.
func (s *Seen) likeness(host string) *likeness {
	if x := s.of[host]; x != nil {
		return x
	}
	if s.of == nil || len(s.of) >= maxLikenesses {
		s.of = make(map[string]*likeness)
	}
	x, _ := likenessOf(host)
	s.of[strings.Clone(host)] = &x
	return &x
}

// isLike reports whether x looks like other.
func (x *likeness) isLike(other *likeness) bool {
	return x.registrable != "" && other.registrable != "" && x.registrable != other.registrable &&
		(x.skeleton == other.skeleton || x.written == other.skeleton)
}

// mayBeAlike reports whether two hosts may look alike, for which it takes a fraction of the
// time of isLike. The first labels from the right that differ must look alike, since the
// registrable domains differ in them or not at all. Only hosts in ASCII are decided.
func mayBeAlike(a, b string) bool {
	for a != "" && b != "" {
		i, j := strings.LastIndexByte(a, '.'), strings.LastIndexByte(b, '.')
		if x, y := a[i+1:], b[j+1:]; x != y && !strings.EqualFold(x, y) {
			return looksLike(x, y)
		}
		a, b = a[:max(0, i)], b[:max(0, j)]
	}
	return false
}

// looksLike reports whether two labels may look alike: if they are in ASCII, whether they do
// when "i" is taken for "l", too, as it is in capitals.
func looksLike(a, b string) bool {
	if a == "" || b == "" || loose(a[0]) != loose(b[0]) && isLetter(a[0]) && isLetter(b[0]) {
		return false
	}
	if !isPlainLabel(a) || !isPlainLabel(b) {
		return true
	}
	var one, two [128]byte
	return bytes.Equal(appendLoose(one[:0], a), appendLoose(two[:0], b))
}

// isLetter reports whether a label that begins with c looks like c at its beginning: c is in
// ASCII, and begins neither an A-label nor an escape.
func isLetter(c byte) bool { return ascii.Is(c, ascii.AlphaDigit) && c|0x20 != 'x' }

// isPlainLabel reports whether a label is in ASCII, and neither an A-label nor escaped.
func isPlainLabel(s string) bool {
	return ascii.All(s) && strings.IndexByte(s, '%') < 0 && !strings.Contains(s, "--")
}

func appendLoose(b []byte, label string) []byte {
	for _, c := range []byte(label) {
		b = append(b, loose(c))
		if c|0x20 == 'm' {
			b = append(b, 'n')
		}
	}
	return b
}

// loose returns the first character of what c looks like.
func loose(c byte) byte {
	switch c = ascii.Lower(c); c {
	case '0':
		return 'o'
	case '1', 'i':
		return 'l'
	case 'm':
		return 'r'
	}
	return c
}

// alike returns the host of k that x looks like. decided is true if there is one, and if x is
// itself of the registrable domain of a host of k, so that it is no imitation.
func (k *Known) alike(x *likeness) (host string, decided bool) {
	for _, skeleton := range [...]string{x.skeleton, x.written} {
		for _, known := range k.bySkeleton[skeleton] {
			if known.registrable == x.registrable {
				return "", true
			}
			if host == "" {
				host = known.host
			}
		}
	}
	return host, host != ""
}
