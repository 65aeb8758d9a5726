package parse

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// An Error describes why a text is not a valid URL at a level, or that the level is
// unknown.
//
// What prints, logs or encodes an Error leaves out a likely password: packages fmt, log/slog,
// encoding and encoding/json. The field URL includes it.
type Error struct {
	URL    string `json:"url"` // the text as given to Parse, including any password
	Level  Level  `json:"level"`
	Scheme string `json:"scheme,omitempty"` // in lower case; "" if the error is in the scheme

	// Offset is the offset, in bytes from 0, of the first octet at which the text is no
	// longer the beginning of any valid URL of its scheme. It is the length of the text
	// (at RFC1738: up to its first "#") if the text ends too early. At Lenient, a character
	// that is cut off at the end of the text is not the beginning of a URL.
	Offset int `json:"error_offset"`

	// Class is the kind of error in the natural reading of the text, which need not be at
	// Offset: "http://f:b/" has a bad port at its "b", but up to its last "/" the text
	// could continue as user name and password, so Offset is 10.
	Class Class `json:"class"`
}

// Error returns one line without control characters. It quotes at most about 80 octets of
// the URL, with "xxxxx" instead of a likely password. The offset in the line is e.Offset,
// an offset in e.URL with its password.
func (e *Error) Error() string {
	text, offset := e.redacted()
	return fmt.Sprintf("%s: %s at offset %d (%s)", quote(text, offset), e.Class, e.Offset, e.Rule())
}

// Unwrap returns e.Class, so that errors.Is(err, parse.BadPort) works.
func (e *Error) Unwrap() error { return e.Class }

// quote quotes s. If s is long, it quotes only the part around offset.
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

// A fault is the offset and the class of an Error. It is no error if class is 0.
type fault struct {
	off   int
	class Class
}

// A Class is a kind of error. It is an error itself, for errors.Is.
type Class uint8

// The classes. Parse checks for them in about this order and reports the first.
const (
	_ Class = iota
	// NoScheme: the text ended before any ":".
	NoScheme
	// BadScheme: a character that is not allowed in a scheme, or no character before ":".
	BadScheme
	// MissingSlashes: no "//" after one of the schemes ftp, file, http, gopher, nntp,
	// telnet, wais and prospero (RFC1738 only).
	MissingSlashes
	// BadEscape: "%" without two hexadecimal digits after it.
	BadEscape
	// UserinfoNotAllowed: "@" in the authority of a scheme without login
	// (RFC1738 only).
	UserinfoNotAllowed
	// ReservedChar: one of ; / ? : @ & = that is not allowed at its position; at RFC3986
	// one of # [ ]; at Lenient "[" or "]" in userinfo.
	ReservedChar
	// UnsafeChar: any other character that is not allowed at its position.
	UnsafeChar
	// EmptyHost: no host, if the scheme requires one (RFC1738 only).
	EmptyHost
	// BadHost: neither a host name nor an IP address.
	BadHost
	// BadIPLiteral: "[" in the host without an IPv6 or IPvFuture address and "]" after it
	// (not at RFC1738, which has no IP literals).
	BadIPLiteral
	// BadPort: a character other than digits after the ":" after the host, at RFC1738
	// also no character.
	BadPort
	// PortNotAllowed: a port in a file URL (RFC1738 only).
	PortNotAllowed
	// MissingPath: no "/" after the host, if the scheme requires one (RFC1738 only).
	MissingPath
	// BadTypecode: ";" in an ftp URL that does not begin ";type=" and one of A I D a i d
	// (RFC1738 only).
	BadTypecode
	// PathNotAllowed: text after the "/" of a telnet URL (RFC1738 only).
	PathNotAllowed
	// MissingGroup: a news or nntp URL without newsgroup (RFC1738 only).
	MissingGroup
	// BadGroup: text that is neither a newsgroup name nor an article (RFC1738 only).
	BadGroup
	// BadArticle: the article number of an nntp URL, or the text before "@" in a news
	// URL, is empty or malformed (RFC1738 only).
	BadArticle
	// BadWAISPath: a wais URL with one "/" after the database instead of two (RFC1738
	// only).
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
