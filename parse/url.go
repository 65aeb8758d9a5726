package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/scheme"
)

// URL has more than ten fields: the components of every level, and the properties of the
// whole text.

// A URL is a text and its components. Each component is a substring of Text as written:
// its escapes are not decoded, and only the scheme is converted to lower case.
//
// A URL is made by Parse, and its fields are for reading. The zero URL is not valid.
//
// What prints, logs or encodes a URL, or a pointer to one, leaves out the password: packages
// fmt, log/slog, encoding and encoding/json. See Redacted. The field Text, the method String and
// the components include it. Package fmt does not call the methods of a URL that is in an
// unexported field of a struct, so the struct needs such methods too.
type URL struct {
	// Text is the whole text as given to Parse, including the fragment.
	Text string `json:"url"`

	// Level is the level at which the text was parsed.
	Level Level `json:"level"`

	// Scheme is the name before the first colon, in lower case: "programs
	// interpreting URLs should treat upper case letters as equivalent to lower
	// case in scheme names" (RFC 1738, section 2.1).
	Scheme string `json:"scheme,omitempty"`

	// Generic holds the components of RFC 3986, section 3, at the levels
	// Lenient and RFC3986. At RFC1738 it is zero.
	Generic

	// Parts holds the scheme's own components at the level RFC1738: an FTP,
	// HTTP, Gopher, Mailto, News, NNTP, Telnet, WAIS, File, Prospero or Other.
	// At the other levels it is nil.
	Parts Parts `json:"parts,omitempty"`

	// Fragment is the text after the first "#", absent if there is no "#". RFC 1738 does
	// not count it as part of the URL, RFC 3986 does.
	Fragment Component `json:"fragment,omitzero"`

	// FragmentValid reports whether Fragment is present and well formed. A fragment that
	// is present can be malformed only at the level RFC1738, at which it does not make
	// the URL invalid. A caller that needs the whole text to be valid must check both.
	FragmentValid bool `json:"fragment_valid,omitempty"`

	// Warnings is the set of dubious properties of this valid URL.
	Warnings Warnings `json:"warnings"`

	valid   bool
	common  bool   // set by parseCommon
	port    uint16 // effective port
	hasPort bool
}

// Parse parses url, which must be one URL and nothing else, at the given level. It does not
// trim or repair url: white space, "<URL:" and ">" around a URL, and line breaks in it, are
// errors. url may hold any octets and have any length; Parse takes time linear in its
// length. The components are substrings of url, or of a copy of it if it is a []byte.
//
// The error, if any, is an *Error. The URL returned with it has Text and Level, and
// Scheme if the scheme is valid; all other fields are zero.
//
// At Lenient and RFC3986 a valid URL in a string takes no allocation, at RFC1738 only that
// of Parts. An unknown scheme in upper case takes one more, and an internationalized host
// at Lenient a few.
func Parse[T string | []byte](url T, level Level) (u URL, err error) {
	err = u.fill(string(url), level)
	return u, err
}

// Reset sets u to the URL that Parse returns for url and level, without copying it, and
// returns the error of Parse.
func (u *URL) Reset(url string, level Level) error {
	*u = URL{}
	return u.fill(url, level)
}

// fill is Parse into u, which is zero.
func (u *URL) fill(s string, level Level) error {
	if mayBeCommon(s) && level.isGeneric() && u.parseCommon(s, level) {
		return nil
	}
	return u.complete(u.parse(s, level))
}

// complete completes u after it was parsed with the fault f, and returns its error.
func (u *URL) complete(f fault) error {
	if f.class != 0 {
		*u = URL{Text: u.Text, Level: u.Level, Scheme: u.Scheme}
		return &Error{URL: u.Text, Level: u.Level, Scheme: u.Scheme, Offset: f.off, Class: f.class}
	}
	u.valid = true
	if u.Level == Lenient {
		u.warnLenient()
	}
	return nil
}

// parse is fill without the parts that Valid does not need. After a fault, u is
// incomplete.
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
		// RFC 1738, APPENDIX: the prefix "URL:" is not part of the URL (R10).
		u.Warnings |= warnURLPrefix
	}
	if level == RFC1738 {
		return u.parseStrict(proper, colon+1, known)
	}
	return u.parseGeneric(colon+1, known)
}

// At returns the URL and the error of Parse for u.Text at the given level. It parses only
// if the result does not follow from u: a URL that is valid at RFC3986 has the same
// components at Lenient, and so has one at RFC3986 that is valid at Lenient without a
// warning of that level.
func (u *URL) At(level Level) (URL, error) {
	if u.common && level == RFC1738 {
		var v URL
		err := v.complete(v.parseAsStrict(u))
		return v, err
	}
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

// String returns u.Text, including the password, so that Parse(u.String(), u.Level)
// returns u. Package fmt prints Redacted instead: see Format. A logger that calls String, as
// zap.Any does, needs u.Redacted().
func (u URL) String() string { return u.Text }

// EffectivePort returns the number of the port to connect to: that of the URL, or the
// default of its scheme. It returns false if there is neither, if the port is over 65535,
// and if the URL has no authority. Default ports are those of RFC 1738, sections 3.2 to
// 3.11; Lenient and RFC3986 also know those of https, ws and wss.
func (u *URL) EffectivePort() (port int, ok bool) { return int(u.port), u.hasPort }

// setPort sets the effective port from the port as written, and adds the warnings for it.
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
		u.Warnings |= warnPortRange
		return
	}
	u.port, u.hasPort = uint16(n), true
	if standard != 0 && n != int(standard) && n < 1024 {
		// RFC 1738, section 6: "Caution should be used when using any URL
		// which specifies a port number other than the default for the
		// protocol, especially when it is a number within the reserved space."
		u.Warnings |= warnReservedPort
	}
}
