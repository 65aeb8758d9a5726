package htmltext

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// program outputs b, which is in a script. It returns the number of bytes read: all,
// unless b ends in an escape that may be incomplete.
//
// In JavaScript and JSON "\x26" and "\u0026" are "&", and "\/" is "/". Programs write
// URLs with these escapes if others will put them into a page. Other escapes are output
// unchanged: they represent no character of a URL.
//
// "\/" is decoded only from ":\/" to the end of the word. Elsewhere it usually is in a
// regular expression: {file: /^\/dev\/shm/} must not yield a URL.
func (s *Scanner) program(b []byte, at int64, whole bool) (n int) {
	for n < len(b) {
		k := bytes.IndexByte(b[n:], '\\')
		if k < 0 {
			k = len(b) - n
		}
		s.copy(b[n:n+k], at+int64(n))
		s.slashes.pass(b[n : n+k])
		n += k
		if n == len(b) {
			break
		}
		c, size, ok := programEscape(b[n:])
		if size == 0 && !whole {
			break
		}
		size = max(size, 1)
		slash := size == len(`\/`)
		if !ok || slash && s.slashes == noSlashes {
			s.copy(b[n:n+size], at+int64(n))
			s.slashes = noSlashes
		} else {
			s.character(c, at+int64(n), size)
			if s.slashes.pass(s.dst[len(s.dst)-1:]); slash {
				s.slashes = inEscaped
			}
		}
		n += size
	}
	return n
}

// slashes says whether "\/" is decoded at the current offset.
type slashes uint8

const (
	noSlashes  slashes = iota
	afterColon         // it is decoded if it is next
	inEscaped          // it is decoded up to the end of the word
)

// pass updates l for text that has been output and does not contain "\/".
func (l *slashes) pass(text []byte) {
	switch {
	case len(text) == 0 || *l == inEscaped && !bytes.ContainsAny(text, " \t\r\n\"'`<>"):
	case text[len(text)-1] == ':':
		*l = afterColon
	default:
		*l = noSlashes
	}
}

// programEscape returns the character of the escape at the beginning of b, and the
// length of the escape, or 0 if more input is needed. ok is false if the escape is to
// be output unchanged: if it is another escape, invalid, or half of a surrogate pair.
func programEscape(b []byte) (c rune, size int, ok bool) {
	if len(b) == 1 {
		return 0, 0, false
	}
	switch b[1] {
	case '/':
		return '/', len(`\/`), true
	case 'x':
		size = len(`\x26`)
	case 'u':
		size = len(`\u0026`)
	default:
		return 0, 2, false
	}
	for i := 2; i < size; i++ {
		if i == len(b) {
			return 0, 0, false
		}
		if !ascii.Is(b[i], ascii.Hex) {
			return 0, 2, false
		}
		c = c<<4 | rune(ascii.HexDigit(b[i]))
	}
	return c, size, utf8.ValidRune(c)
}
