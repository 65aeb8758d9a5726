package main

import (
	"encoding/base64"
	"math/bits"
	"strconv"
	"time"
	"unicode/utf8"
)

// An encoder writes JSON (RFC 8259), as encoding/json does that does not escape for
// HTML. A member of an array has the key "".
type encoder struct {
	b   []byte
	uri bool // parts are those of a URI, in which nothing needs an escape
}

// appendKey begins a member.
func appendKey(b []byte, name string) []byte {
	if n := len(b); n > 0 && b[n-1] != '{' && b[n-1] != '[' {
		b = append(b, ',')
	}
	if name == "" {
		return b
	}
	b = append(b, '"')
	b = append(b, name...)
	return append(b, '"', ':')
}

func (e *encoder) open(key string)      { e.b = append(appendKey(e.b, key), '{') }
func (e *encoder) close()               { e.b = append(e.b, '}') }
func (e *encoder) openArray(key string) { e.b = append(appendKey(e.b, key), '[') }
func (e *encoder) closeArray()          { e.b = append(e.b, ']') }

func (e *encoder) string(key, s string) { e.b = appendQuoted(appendKey(e.b, key), s) }

// optional encodes a string, if it is not empty.
func (e *encoder) optional(key, s string) {
	if s != "" {
		e.string(key, s)
	}
}

// part encodes a part of a URL.
func (e *encoder) part(key, s string) {
	if e.uri {
		e.name(key, s)
	} else {
		e.string(key, s)
	}
}

// name encodes a string in which nothing needs an escape.
func (e *encoder) name(key, s string) {
	b := append(appendKey(e.b, key), '"')
	b = append(b, s...)
	e.b = append(b, '"')
}

func (e *encoder) int(key string, n int64) { e.b = strconv.AppendInt(appendKey(e.b, key), n, 10) }

func (e *encoder) null(key string) { e.b = append(appendKey(e.b, key), "null"...) }

func (e *encoder) bool(key string, is bool) { e.b = strconv.AppendBool(appendKey(e.b, key), is) }

// flag encodes what is true.
func (e *encoder) flag(key string, is bool) {
	if is {
		e.bool(key, is)
	}
}

// base64 encodes bytes (RFC 4648, section 4), if there are any.
func (e *encoder) base64(key, s string) {
	if s != "" {
		b := append(appendKey(e.b, key), '"')
		b = base64.StdEncoding.AppendEncode(b, []byte(s))
		e.b = append(b, '"')
	}
}

// time encodes a time as RFC 3339 has it.
func (e *encoder) time(key string, t time.Time) {
	b := append(appendKey(e.b, key), '"')
	b = t.AppendFormat(b, time.RFC3339)
	e.b = append(b, '"')
}

// appendQuoted appends s as a JSON string, with U+FFFD for each octet that is not
// UTF-8. U+2028 and U+2029 are escaped, which end a line in JavaScript.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		n := plain(s)
		b = append(b, s[:n]...)
		if s = s[n:]; s == "" {
			return append(b, '"')
		}
		r, n := utf8.DecodeRuneInString(s)
		if n > 1 && r != '\u2028' && r != '\u2029' {
			b = append(b, s[:n]...)
		} else {
			b = appendEscape(b, r)
		}
		s = s[n:]
	}
}

// quotedLength returns the length of what appendQuoted appends for s.
func quotedLength(s string) int {
	var escape [len(`\u0000`)]byte
	n := len(`""`)
	for {
		k := plain(s)
		n += k
		if s = s[k:]; s == "" {
			return n
		}
		r, k := utf8.DecodeRuneInString(s)
		if k > 1 && r != '\u2028' && r != '\u2029' {
			n += k
		} else {
			n += len(appendEscape(escape[:0], r))
		}
		s = s[k:]
	}
}

// plain returns the length of what s begins with and that stands for itself in a
// JSON string, of ASCII. It looks at eight octets at once: the high bit of one shows
// that it is not ASCII, that of a difference that a control or what was sought is
// there, as it is less than what is taken away.
func plain(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for i := 0; len(s) >= 8; i += 8 {
		i = min(i, len(s)-8) // the last eight overlap those before
		w := word(s[i:])
		control := w - ' '*ones
		quote := (w ^ '"'*ones) - ones
		backslash := (w ^ '\\'*ones) - ones
		if other := (w | control | quote | backslash) & highs; other != 0 {
			return i + bits.TrailingZeros64(other)/8 // borrows go upwards only
		}
		if i == len(s)-8 {
			return len(s)
		}
	}
	i := 0
	for i < len(s) && ' ' <= s[i] && s[i] < utf8.RuneSelf && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// word returns the first eight octets of s, the first of them lowest.
func word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// appendEscape appends the escape for a character.
func appendEscape(b []byte, r rune) []byte {
	const hex = "0123456789abcdef"
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	return append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
