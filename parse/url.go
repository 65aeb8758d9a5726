package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/scheme"
)

// URL has more than ten fields, as it has the components of every level beside what is known
// of the whole text.

// A URL is a URL and its components. Each component is a substring of Text as
// written: nothing is decoded, and nothing but the scheme is lower-cased.
//
// Package fmt prints a URL and a pointer to one as the text of the URL without its
// password: see Redacted.
type URL struct {
	// Text is the whole URL as given to Parse, its fragment included.
	Text string

	// Level is the level it was parsed at.
	Level Level

	// Scheme is the name before the first colon, in lower case: "programs
	// interpreting URLs should treat upper case letters as equivalent to lower
	// case in scheme names" (RFC 1738, section 2.1).
	Scheme string

	// Generic holds the components of RFC 3986, section 3, at the levels
	// Lenient and RFC3986. At RFC1738 it is zero.
	Generic

	// Parts holds the scheme's own components at the level RFC1738: an FTP,
	// HTTP, Gopher, Mailto, News, NNTP, Telnet, WAIS, File, Prospero or Other.
	// At the other levels it is nil.
	Parts Parts

	// Fragment is what follows the first "#", absent when there is none.
	// RFC 1738 has it beside the URL, RFC 3986 in it.
	Fragment Component

	// FragmentValid says whether Fragment is present and well formed. It can
	// be false for a present one at the level RFC1738 only, where a bad
	// fragment does not make the URL bad: whoever wants the whole text clean
	// must look at both.
	FragmentValid bool

	// Warnings is what is dubious about this valid URL.
	Warnings Warnings

	valid   bool
	port    uint16 // effective port
	hasPort bool
}

// Parse parses s, which must be one URL and nothing else, at the given level.
// It never trims or repairs: white space, "<URL:" and ">" around a URL, and
// line breaks in it, are errors. It takes any octets and any length, in time
// linear in it.
//
// The error, if any, is an *Error. The URL returned with it has Text and Level,
// and Scheme where the scheme is good; all else is zero.
//
// At Lenient and RFC3986 a valid URL costs no allocation, at RFC1738 only that of
// Parts. An unknown scheme in upper case costs one more, and an internationalized host
// at Lenient a few.
func Parse(s string, level Level) (u URL, err error) {
	err = u.fill(s, level)
	return u, err
}

// Reset makes u what Parse returns for s and level, without copying, and returns the
// error that Parse does.
func (u *URL) Reset(s string, level Level) error {
	*u = URL{}
	return u.fill(s, level)
}

// fill is Parse into u, which is zero.
func (u *URL) fill(s string, level Level) error {
	if f := u.parse(s, level); f.class != 0 {
		*u = URL{Text: s, Level: level, Scheme: u.Scheme}
		return &Error{URL: s, Level: level, Scheme: u.Scheme, Offset: f.off, Class: f.class}
	}
	u.valid = true
	if level == Lenient {
		u.warnLenient()
	}
	return nil
}

// parse is fill without what Valid has no use for. A fault leaves u half done.
func (u *URL) parse(s string, level Level) fault {
	u.Text, u.Level = s, level
	if !level.isKnown() {
		return fault{0, UnknownLevel}
	}
	proper := s
	if level == RFC1738 {
		// RFC 1738, section 2.2: "#" is "used in World Wide Web and in other
		// systems to delimit a URL from a fragment/anchor identifier that
		// might follow it" (R04: cut at the first).
		proper, u.Fragment.Value, u.Fragment.Present = strings.Cut(s, "#")
	}
	colon, f := scanScheme(proper, level)
	if f.class != 0 {
		return f
	}
	var known *scheme.Scheme
	u.Scheme, known = canonicalScheme(s[:colon])
	if u.Scheme == scheme.Label {
		// RFC 1738, APPENDIX: the prefix "URL:" is no part of the URL (R10).
		u.Warnings |= WarnURLPrefix
	}
	if level == RFC1738 {
		return u.parseStrict(proper, colon+1, known)
	}
	return u.parseGeneric(colon+1, known)
}

// At returns what Parse returns for u.Text at the given level, and parses only if that
// does not follow from u: what is valid at RFC3986 has the same components at Lenient, and
// what is valid at Lenient without a warning of that level is the same at RFC3986.
func (u *URL) At(level Level) (URL, error) {
	follows := level == u.Level ||
		level.isGeneric() && u.Level.isGeneric() && u.Warnings&lenientOnly == 0
	if !u.valid || !follows {
		return Parse(u.Text, level)
	}
	v := *u
	v.Level = level
	if level == Lenient && u.Level != Lenient {
		v.warnLenient()
	}
	return v, nil
}

// String returns u.Text, whole, so that Parse(u.String(), u.Level) returns u. Package fmt
// prints Redacted instead: see Format.
func (u URL) String() string { return u.Text }

// EffectivePort returns the number of the port to connect to: that of the URL,
// else the default of its scheme. It returns false when there is neither, when
// the port is over 65535, and when the URL has no authority. Default ports are
// those of RFC 1738, sections 3.2 to 3.11; Lenient and RFC3986 also know those
// of https, ws and wss.
func (u *URL) EffectivePort() (port int, ok bool) { return int(u.port), u.hasPort }

// Components returns u.Parts at the level RFC1738, else u.Generic: the value to
// encode as JSON for an object with all component names of the level, null for
// what is absent. It returns nil for a URL that Parse returned with an error.
func (u *URL) Components() any {
	switch {
	case !u.valid:
		return nil
	case u.Level == RFC1738:
		return u.Parts
	}
	return u.Generic
}

// setPort finds the effective port from the port as written, and what it gives
// reason to warn of.
func (u *URL) setPort(text Component, known *scheme.Scheme) {
	standard := defaultPort(known, u.Level)
	if text.Value == "" {
		u.port, u.hasPort = standard, standard != 0
		return
	}
	n := 0
	for i := 0; i < len(text.Value) && n <= 65535; i++ { // no overflow, however long
		n = n*10 + int(text.Value[i]-'0')
	}
	if n > 65535 {
		u.Warnings |= WarnPortRange
		return
	}
	u.port, u.hasPort = uint16(n), true
	if standard != 0 && n != int(standard) && n < 1024 {
		// RFC 1738, section 6: "Caution should be used when using any URL
		// which specifies a port number other than the default for the
		// protocol, especially when it is a number within the reserved space."
		u.Warnings |= WarnReservedPort
	}
}
