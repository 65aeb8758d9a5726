// Package scheme is the registry of the URL schemes that are known by name.
//
// A scheme is one line of the table in registry.go. Everything that depends on the name
// of a scheme is derived from that table: what must follow the colon in running text
// (package wrapper), which colons may belong to a URL (package trigger), which URLs take
// the fast path (package find), default ports and productions (package parse), and how
// schemes are defanged (package defang). To add a scheme, add a line.
//
// Any other well-formed name is a scheme too if "//" follows its colon. It has no line in
// the registry.
package scheme

import "github.com/urlgrep/urlgrep/internal/ascii"

// A Scheme describes a URL scheme.
type Scheme struct {
	Name     string // in lower case
	Need     Need   // what must follow the colon in running text
	Traits   Trait
	Section  string // section of RFC 1738 that has its production, or ""
	Port     uint16 // default port, 0 for none
	Defanged string // name in reports on malware, or ""
}

// Is reports whether s has the trait t.
func (s *Scheme) Is(t Trait) bool { return s.Traits&t != 0 }

// A Need says what must follow the colon in running text, so that the word before it is
// the scheme of a URL.
type Need uint8

// The needs.
const (
	Slashes  Need = iota // "//" and a character
	Slash                // "/"
	Address              // an address x@y, or "?" and a header
	Group                // a dot, "@" or "*", as in names of newsgroups
	Digits               // "+" or a digit, and five digits in all
	Colon                // a namespace and a second colon
	Query                // "?"
	Naming               // anything, if the user names the scheme
	Anything             // a character that may be in a URL
)

// Opaque reports whether a colon need not be followed by "/". RFC 2396, section 3, calls
// such URLs opaque.
func (n Need) Opaque() bool { return n != Slashes && n != Slash && n != Naming }

// A Trait is a property that some schemes have.
type Trait uint16

// The traits.
const (
	// Internet schemes have the Common Internet Scheme Syntax of RFC 1738, section 3.1.
	// At the level of RFC 1738, "//" must follow their colon.
	Internet Trait = 1 << iota
	// NeedsHost schemes are not valid without a host.
	NeedsHost
	// Ordinary schemes may take the fast path of package find.
	Ordinary
	// Common schemes are those of most URLs. They are found in places where others are not: at
	// the end of an unknown word, as in "seehttp:", and with "://" in the octets of any
	// multi-byte character set. They also are the schemes of targets in rewritten URLs, and of
	// URLs that are divided at a blank or at the end of a page.
	Common
	// Bracketed schemes make a URL between angle brackets in HTML: <news:comp.lang.c> is
	// not an element of an XML namespace.
	Bracketed
	// Divides schemes divide two URLs if "," or ";" is before the scheme, although no
	// "//" follows their colon.
	Divides
	// Program schemes name no resource: the text after the colon is a program to run.
	Program
	// Special schemes are those of the WHATWG URL standard, "special scheme". In their
	// URLs browsers read "\" before the query as "/".
	Special
	// Web schemes are those of HTTP (RFC 9110, section 4.2).
	Web
	// Linked schemes are safe to open, so that their URLs are hyperlinks on a terminal. A click on
	// one opens a browser, or composes a message that the user may discard. Others are not, such
	// as
	//
	//   - javascript, vbscript and data, which contain a program or a page;
	//   - file, smb, nfs and afp, which may open a program, or send a password to a server;
	//   - telnet, ssh, ldap, sip and tel, whose programs have taken URLs for options or act at
	//     once;
	//   - schemes that any program on the system may have registered.
	Linked
)

// Assumed is the beginning of the URL that a host without a scheme is.
const Assumed = "http://"

// Unknown describes any scheme without a line in the registry.
var Unknown Scheme

// MaxName is the length in bytes of the longest name in the registry.
var MaxName = func() (n int) {
	for i := range registry {
		n = max(n, len(registry[i].Name))
	}
	return n
}()

// All returns the registry. The caller must not change it.
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

// slots is a hash table of the registry. Its elements are indices plus 1.
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

// Lookup returns the scheme with the given name, in any letter case. It returns nil if
// the registry has no such scheme.
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

// Has reports whether name, in any letter case, is that of a scheme with the trait t.
func Has[T []byte | string](name T, t Trait) bool {
	s := Lookup(name)
	return s != nil && s.Is(t)
}

// IsSpecialWithHost reports whether name, in any letter case, is that of a special scheme whose
// URLs have a host: of any special scheme but "file".
func IsSpecialWithHost[T []byte | string](name T) bool {
	s := Lookup(name)
	return s != nil && s.Is(Special) && s.Is(NeedsHost)
}

// Cut returns the scheme that url begins with, in any letter case, and the text after its colon. If
// url begins with no scheme of the registry, Cut returns Unknown and url.
func Cut[T []byte | string](url T) (s *Scheme, rest T) {
	for i := range min(len(url), MaxName+1) {
		if url[i] == ':' {
			if s = Lookup(url[:i]); s != nil {
				return s, url[i+1:]
			}
			break
		}
	}
	return &Unknown, url
}

// Trim returns url without the scheme that it begins with, in any letter case, its colon and the
// "//" that it requires. If url begins with no scheme that has the trait t, Trim returns url.
func Trim[T []byte | string](url T, t Trait) T {
	s, rest := Cut(url)
	switch {
	case !s.Is(t):
		return url
	case s.Need != Slashes:
		return rest
	case len(rest) < 2 || rest[0] != '/' || rest[1] != '/':
		return url
	}
	return rest[2:]
}

// OpaquePrefixes returns the names and colons of the schemes that have the trait t and require no
// slash: "mailto:".
func OpaquePrefixes(t Trait) (prefixes []string) {
	for i := range registry {
		if s := &registry[i]; s.Is(t) && s.Need.Opaque() {
			prefixes = append(prefixes, s.Name+":")
		}
	}
	return prefixes
}

// Label is the prefix "URL:" of RFC 1738, APPENDIX, in lower case and without its colon.
// It is not a scheme, but is found by its colon as schemes are.
const Label = "url"

// IsDefanged reports whether name, in any letter case, is a defanged scheme, such as
// "hxxp".
func IsDefanged[T []byte | string](name T) bool {
	for _, d := range defanged {
		if ascii.EqualFold(name, d) {
			return true
		}
	}
	return false
}

// IsProgram reports whether name, in any letter case, is a scheme that names no resource,
// but is followed by a program to run.
func IsProgram[T []byte | string](name T) bool {
	s := Lookup(name)
	return s != nil && s.Is(Program) || ascii.EqualFold(name, vbScript)
}

// vbScript is not in the registry: outside HTML it is like any unknown scheme.
const vbScript = "vbscript"

var defanged = func() (names []string) {
	for i := range registry {
		if d := registry[i].Defanged; d != "" {
			names = append(names, d)
		}
	}
	return names
}()
