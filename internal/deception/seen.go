package deception

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// Known is a set of hosts that others may imitate. It does not change, and may be used by
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

// A likeness is what a host looks like.
type likeness struct {
	host        string // in lower case
	registrable string // its registrable domain, in A-labels; "" if it has none
	skeleton    string // of that domain
	written     string // the skeleton with "l" for each "I" of the host as written; "" without "I"
}

// likenessOf returns the likeness of a host as written. ok is false if it has no registrable domain.
func likenessOf(host string) (x likeness, ok bool) {
	x.host = strings.ToLower(strings.TrimSuffix(host, "."))
	name := Canonical(host)
	domain := suffix.Registrable(name)
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if !strings.Contains(domain, ".") || domain[0] == '[' || strings.Trim(last, "0123456789") == "" || suffix.Public(domain) == domain {
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
		domain = suffix.Registrable(Canonical(strings.ReplaceAll(host, "I", "l")))
		x.written = hosts.HostSkeleton(hosts.ToUnicode(domain))
	}
	return x, true
}

// Seen remembers the hosts of a message. The zero Seen has none. It is not safe for
// concurrent use.
type Seen struct {
	Known *Known // hosts seen elsewhere; may be nil

	of    map[string]*likeness // by host as written, also of earlier messages
	first map[string]*likeness // first host with a skeleton in the message
}

// The maximum numbers of hosts: remembered of all messages, and of one. A further host of a
// message is compared with the first ones.
const maxLikenesses, maxInMessage = 4096, 1024

// Reset begins another message.
func (s *Seen) Reset() { clear(s.first) }

// Add remembers a host, and returns the host that it looks like: of Known, or of those added
// before. It returns "" if there is none.
func (s *Seen) Add(host string) (alike string) {
	x := s.likeness(host)
	if x.registrable == "" {
		return ""
	}
	switch first := s.first[x.skeleton]; {
	case first == x && x.written == "" && s.Known == nil:
		return "" // most hosts of a message are in it more than once
	case first == nil && len(s.first) < maxInMessage:
		if s.first == nil {
			s.first = make(map[string]*likeness)
		}
		s.first[x.skeleton] = x
	}
	return s.alike(x)
}

// Find is Add for a host that is not remembered.
func (s *Seen) Find(host string) (alike string) {
	x := s.likeness(host)
	if x.registrable == "" {
		return ""
	}
	return s.alike(x)
}

// alike returns the host that x looks like.
func (s *Seen) alike(x *likeness) string {
	if host, decided := s.Known.alike(x); decided {
		return host
	}
	for _, skeleton := range [...]string{x.skeleton, x.written} {
		if skeleton == "" {
			continue
		}
		if first := s.first[skeleton]; first != nil && first.registrable != x.registrable {
			return first.host
		}
	}
	return ""
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

// alike returns the host of k that x looks like. decided is true if there is one, and if x is
// itself of the registrable domain of a host of k, so that it is no imitation.
func (k *Known) alike(x *likeness) (host string, decided bool) {
	if k == nil {
		return "", false
	}
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
