package parse

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An Error says why a text is not a valid URL at a level, or that the level is unknown.
type Error struct {
	URL    string // the text as given to Parse, with the password in it, if any
	Level  Level
	Scheme string // in lower case; "" when the scheme itself is at fault

	// Offset is the 0-based offset, in bytes, of the first octet with which
	// the text is no longer the beginning of any valid URL of its scheme; the
	// text's length (at RFC1738: up to its first "#") when it ends too early.
	Offset int

	// Class says what is wrong in the natural reading of the text, which need
	// not be at Offset: "http://f:b/" has a bad port at its "b", but could go
	// on as user name and password up to its last "/", so Offset is 10.
	Class Class
}

// Error returns one line that holds no control character, whatever is in the
// URL, and not more than some 80 octets of it, with "xxxxx" in the place of what may be
// a password. Offset is the one in e.URL, which has the password.
func (e *Error) Error() string {
	from, to := guessPassword(e.URL)
	text, offset := redact(e.URL, from, to), e.Offset
	switch {
	case offset >= to:
		offset += len(text) - len(e.URL)
	case offset > from:
		offset = from
	}
	return fmt.Sprintf("%s: %s at offset %d (%s)", quote(text, offset), e.Class, e.Offset, e.Rule())
}

// Unwrap returns e.Class, so that errors.Is(err, parse.BadPort) can be asked.
func (e *Error) Unwrap() error { return e.Class }

// quote quotes s, or of a long s the part that is around offset.
func quote(s string, offset int) string {
	const before, after = 60, 20
	from, to := 0, len(s)
	if offset > before {
		from = offset - before
		for from > 0 && !utf8.RuneStart(s[from]) && offset-from < before+utf8.UTFMax {
			from--
		}
	}
	if len(s)-offset > after {
		to = offset + after
		for !utf8.RuneStart(s[to]) && to > offset {
			to--
		}
	}
	q := strconv.QuoteToGraphic(s[from:to])
	if from > 0 {
		q = "…" + q
	}
	if to < len(s) {
		q += "…"
	}
	return q
}

// A fault is an Error in the making; none when class is 0.
type fault struct {
	off   int
	class Class
}

// A Class is a kind of error. It is an error itself, for errors.Is.
type Class uint8

// The classes. Parse looks for them in about this order and reports the first.
const (
	_ Class = iota
	// NoScheme: the text ended before any ":".
	NoScheme
	// BadScheme: a character that no scheme has, or nothing before ":".
	BadScheme
	// MissingSlashes: ftp file http gopher nntp telnet wais prospero want "//"
	// (RFC1738 only).
	MissingSlashes
	// BadEscape: "%" without two hexadecimal digits after it.
	BadEscape
	// UserinfoNotAllowed: "@" in the authority of a scheme without login
	// (RFC1738 only).
	UserinfoNotAllowed
	// ReservedChar: one of ; / ? : @ & = where it may not stand; at RFC3986
	// one of # [ ]; at Lenient "[" or "]" in userinfo.
	ReservedChar
	// UnsafeChar: any other character that is not allowed there.
	UnsafeChar
	// EmptyHost: no host where there must be one (RFC1738 only).
	EmptyHost
	// BadHost: neither a host name nor an IP address.
	BadHost
	// BadIPLiteral: "[" in the host without an IPv6 or IPvFuture address and
	// "]" after it (not at RFC1738, which has none).
	BadIPLiteral
	// BadPort: a ":" after the host without digits after it, at RFC1738 also
	// when nothing follows it.
	BadPort
	// PortNotAllowed: a port in a file URL (RFC1738 only).
	PortNotAllowed
	// MissingPath: no "/" after the host where there must be one (RFC1738 only).
	MissingPath
	// BadTypecode: ";" in an ftp URL, and not as ";type=" with one of A I D a i d
	// after it (RFC1738 only).
	BadTypecode
	// PathNotAllowed: more than "/" after the host of a telnet URL (RFC1738 only).
	PathNotAllowed
	// MissingGroup: a news or nntp URL without newsgroup (RFC1738 only).
	MissingGroup
	// BadGroup: no newsgroup name, and no article either (RFC1738 only).
	BadGroup
	// BadArticle: an nntp URL's article number, or what is left of "@" in a
	// news URL, is empty or malformed (RFC1738 only).
	BadArticle
	// BadWAISPath: a wais URL with one more "/" after the database, not two
	// (RFC1738 only).
	BadWAISPath
	// BadField: a prospero URL's ";" without name "=" value (RFC1738 only).
	BadField
	// EmptyAddress: a mailto URL without address (RFC1738 only).
	EmptyAddress
	// UnknownLevel: Parse was given a level that Levels does not return.
	UnknownLevel
)

var classNames = [...]string{
	NoScheme:           "no-scheme",
	BadScheme:          "bad-scheme",
	MissingSlashes:     "missing-slashes",
	BadEscape:          "bad-escape",
	UserinfoNotAllowed: "userinfo-not-allowed",
	ReservedChar:       "reserved-char",
	UnsafeChar:         "unsafe-char",
	EmptyHost:          "empty-host",
	BadHost:            "bad-host",
	BadIPLiteral:       "bad-ip-literal",
	BadPort:            "bad-port",
	PortNotAllowed:     "port-not-allowed",
	MissingPath:        "missing-path",
	BadTypecode:        "bad-typecode",
	PathNotAllowed:     "path-not-allowed",
	MissingGroup:       "missing-group",
	BadGroup:           "bad-group",
	BadArticle:         "bad-article",
	BadWAISPath:        "bad-wais-path",
	BadField:           "bad-field",
	EmptyAddress:       "empty-address",
	UnknownLevel:       "unknown-level",
}

// String returns the name of c, such as "bad-port".
func (c Class) String() string {
	if c == 0 || int(c) >= len(classNames) {
		return fmt.Sprintf("Class(%d)", uint8(c))
	}
	return classNames[c]
}

// Error returns the name of c.
func (c Class) Error() string { return c.String() }

// MarshalText returns the name of c.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }
