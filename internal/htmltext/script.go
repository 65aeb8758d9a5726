package htmltext

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// program gives out b, which is in a script, and returns how much of it: all,
// unless it ends in an escape that may go on. In JavaScript and JSON "\x26" and
// "\u0026" are "&", and "\/" is "/": so do programs write URLs that others shall
// put into a page. Other escapes stay as they are: they stand for nothing that
// a URL has.
//
// "\/" is read so from ":\/" to the end of the word only. Elsewhere it is rather
// in a regular expression, and {file: /^\/dev\/shm/} is to hold no URL.
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

// slashes says whether "\/" is a slash here.
type slashes uint8

const (
	noSlashes   slashes = iota
	behindColon         // it is if it comes next
	inEscaped           // it is up to the end of the word
)

// pass takes note of a stretch of text, which is not "\/" as it stands.
func (l *slashes) pass(text []byte) {
	switch {
	case len(text) == 0 || *l == inEscaped && !bytes.ContainsAny(text, " \t\r\n\"'`<>"):
	case text[len(text)-1] == ':':
		*l = behindColon
	default:
		*l = noSlashes
	}
}

// programEscape returns the character that the escape stands for that b begins
// with, and its length, 0 if more of it must be seen. ok is false if it stays as
// it is: if it is another one, none, or half of a surrogate pair.
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
		c = c<<4 | digit(b[i])
	}
	return c, size, utf8.ValidRune(c)
}
