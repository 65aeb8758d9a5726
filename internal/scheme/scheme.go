// Package scheme is the registry of the URL schemes that are known by name.
//
// A scheme is one line of the table in registry.go. Everything that depends on the name
// of a scheme is derived from that table: what must follow the colon in running text
// (package wrapper), which colons are worth a look (package trigger), which URLs take
// the fast path (package find), default ports and productions (package parse), and
// how schemes are defanged (package defang). To add a scheme is to add a line.
//
// Any other well-formed name is a scheme as well, if "//" follows its colon. It only
// has no line here.
package scheme

import "github.com/urlgrep/urlgrep/internal/ascii"

// A Scheme is what is known of a URL scheme.
type Scheme struct {
	Name     string // in lower case
	Need     Need   // what must follow the colon in running text
	Traits   Trait
	Section  string // of RFC 1738 with its production, "" if it has none there
	Port     uint16 // default port, 0 for none
	Defanged string // the name as reports on malware write it, if they do
}

// Is reports whether s has the trait t.
func (s *Scheme) Is(t Trait) bool { return s.Traits&t != 0 }

// A Need is what must follow the colon so that a word in running text is taken for the
// scheme of a URL.
type Need uint8

// The needs.
const (
	Slashes  Need = iota // "//" and a character
	Slash                // "/"
	Address              // an address x@y, or "?" and a header
	Group                // a dot inside, "@" or "*", as in the names of newsgroups
	Digits               // "+" or a digit, and five digits in all
	Colon                // a namespace and a second colon
	Query                // "?"
	Naming               // the user must have named the scheme
	Anything             // a character that may be in a URL
)

// Opaque reports whether a colon need not be followed by "/". RFC 2396, section 3, calls
// such URLs opaque.
func (n Need) Opaque() bool { return n != Slashes && n != Slash && n != Naming }

// A Trait is a property that some schemes have.
type Trait uint8

// The traits.
const (
	// Internet schemes have the Common Internet Scheme Syntax of RFC 1738, section 3.1:
	// at that level "//" must follow the colon.
	Internet Trait = 1 << iota
	// NeedsHost schemes name nothing without a host.
	NeedsHost
	// Ordinary schemes may take the fast path of package find.
	Ordinary
	// Common schemes are found where others are not: at the end of an unknown word, as in
	// "seehttp:", and with "://" in the octets of any multi-byte character set.
	Common
	// Bracketed schemes are URLs in HTML's angle brackets: <news:comp.lang.c> is not an
	// element of an XML namespace.
	Bracketed
	// Divides says that "," or ";" before the scheme divides two URLs, though no "//" follows
	// its colon.
	Divides
	// Program schemes name no resource: what follows the colon is run.
	Program
)

// Unknown is what is known of a scheme without a line in the registry.
var Unknown Scheme

// MaxName is the length in bytes of the longest name in the registry.
var MaxName = func() (n int) {
	for i := range registry {
		n = max(n, len(registry[i].Name))
	}
	return n
}()

// All returns the registry. It must not be changed.
func All() []Scheme { return registry[:] }

// Names returns the names of the schemes that have the trait t.
func Names(t Trait) (names []string) {
	for i := range registry {
		if registry[i].Is(t) {
			names = append(names, registry[i].Name)
		}
	}
	return names
}

// slots is a hash table of the registry: indices, counted from 1.
var slots = func() (t [256]uint8) {
	for i := range registry {
		h := hash(registry[i].Name)
		for t[h] != 0 {
			h++
		}
		t[h] = uint8(i + 1)
	}
	return t
}()

func hash[T []byte | string](name T) uint8 {
	n := len(name)
	return (name[0]|0x20)*7 + (name[n-1]|0x20)*31 + (name[n/2]|0x20)*5 + uint8(n)
}

// Lookup returns the line of the scheme with the given name, in any letter case, and
// nil for a name without one.
func Lookup[T []byte | string](name T) *Scheme {
	if len(name) == 0 || len(name) > MaxName {
		return nil
	}
	for h := hash(name); slots[h] != 0; h++ {
		if s := &registry[slots[h]-1]; ascii.EqualFold(name, s.Name) {
			return s
		}
	}
	return nil
}

// Label is the prefix "URL:" of RFC 1738, APPENDIX, without its colon and in lower case.
// It is no scheme, but is found by its colon as schemes are.
const Label = "url"

// IsDefanged reports whether name, in any letter case, is a scheme made harmless on
// purpose.
func IsDefanged[T []byte | string](name T) bool {
	for _, d := range defanged {
		if ascii.EqualFold(name, d) {
			return true
		}
	}
	return false
}

// IsProgram reports whether name, in any letter case, is a scheme that names no resource:
// what follows the colon is run.
func IsProgram[T []byte | string](name T) bool {
	s := Lookup(name)
	return s != nil && s.Is(Program) || ascii.EqualFold(name, vbScript)
}

// vbScript has no line in the registry: elsewhere than in HTML it is as any unknown scheme.
const vbScript = "vbscript"

var defanged = func() (names []string) {
	for i := range registry {
		if d := registry[i].Defanged; d != "" {
			names = append(names, d)
		}
	}
	return names
}()
