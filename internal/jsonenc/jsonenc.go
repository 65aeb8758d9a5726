// Package jsonenc writes JSON without reflection.
package jsonenc

import (
	"encoding/base64"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A Key is the encoded name of an object member: with a comma before it, in quotes, with
// a colon after it. The elements of an array have the key [Member].
type Key string

// Member is the key of an array element.
const Member Key = ","

// NewKey returns the key for a name. No character of the name may need an escape.
func NewKey(name string) Key { return Key(`,"` + name + `":`) }

// append appends the key, without its comma if it is the first of an object or array.
func (k Key) append(b []byte) []byte {
	if n := len(b); n == 0 || b[n-1] == '{' || b[n-1] == '[' {
		return append(b, k[len(Member):]...)
	}
	return append(b, k...)
}

// An Encoder appends JSON (RFC 8259) to B. It escapes as encoding/json does with
// SetEscapeHTML(false).
type Encoder struct{ B []byte }

// Reset empties B.
func (e *Encoder) Reset() { e.B = e.B[:0] }

// Open begins an object.
func (e *Encoder) Open(k Key) { e.B = append(k.append(e.B), '{') }

// Close ends an object.
func (e *Encoder) Close() { e.B = append(e.B, '}') }

// OpenArray begins an array.
func (e *Encoder) OpenArray(k Key) { e.B = append(k.append(e.B), '[') }

// CloseArray ends an array.
func (e *Encoder) CloseArray() { e.B = append(e.B, ']') }

// String writes a string.
func (e *Encoder) String(k Key, s string) {
	if literalLen(s) == len(s) {
		e.Label(k, s)
	} else {
		e.B = AppendQuoted(k.append(e.B), s)
	}
}

// Label writes a string in which no character needs an escape.
func (e *Encoder) Label(k Key, s string) {
	b := append(k.append(e.B), '"')
	b = append(b, s...)
	e.B = append(b, '"')
}

// Int writes a number.
func (e *Encoder) Int(k Key, n int64) { e.B = strconv.AppendInt(k.append(e.B), n, 10) }

// Bool writes true or false.
func (e *Encoder) Bool(k Key, is bool) { e.B = strconv.AppendBool(k.append(e.B), is) }

// Null writes null.
func (e *Encoder) Null(k Key) { e.B = append(k.append(e.B), "null"...) }

// Base64 writes s as a string in base64 (RFC 4648, section 4).
func (e *Encoder) Base64(k Key, s string) {
	b := append(k.append(e.B), '"')
	b = base64.StdEncoding.AppendEncode(b, []byte(s))
	e.B = append(b, '"')
}

// Time writes a time as a string (RFC 3339).
func (e *Encoder) Time(k Key, t time.Time) {
	b := append(k.append(e.B), '"')
	b = t.AppendFormat(b, time.RFC3339)
	e.B = append(b, '"')
}

// AppendQuoted appends s as a JSON string, with U+FFFD for each octet that is not UTF-8.
// It escapes U+2028 and U+2029, which end a line in JavaScript.
func AppendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for {
		n := literalLen(s)
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

// QuotedLength returns the number of bytes that AppendQuoted appends for s.
func QuotedLength(s string) int {
	var escape [len(`\u0000`)]byte
	n := len(`""`)
	for {
		k := literalLen(s)
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

// literalLen returns the length of the prefix of s that needs no escape and is ASCII.
func literalLen(s string) int { return ascii.PlainLen(s, '"', '\\') }

// appendEscape appends the escape sequence for a character.
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
