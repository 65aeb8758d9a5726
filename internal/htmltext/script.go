package htmltext

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// program gives out b, which is in a script, and returns how much of it: all,
// unless it ends in an escape that may go on. In JavaScript and JSON "\/" is "/"
// and "\x26", "\u0026" are "&": so do programs write URLs that others shall put
// into a page. Other escapes stay as they are, in or out of strings: they stand
// for nothing that a URL has.
func (s *Scanner) program(b []byte, at int64, whole bool) (n int) {
	for n < len(b) {
		k := bytes.IndexByte(b[n:], '\\')
		if k < 0 {
			k = len(b) - n
		}
		s.copy(b[n:n+k], at+int64(n))
		n += k
		if n == len(b) {
			break
		}
		c, size, ok := programEscape(b[n:])
		switch {
		case size == 0 && !whole:
			return n
		case !ok:
			size = max(size, 1)
			s.copy(b[n:n+size], at+int64(n))
		default:
			s.begin()
			had := len(s.dst)
			s.dst = utf8.AppendRune(s.dst, c)
			s.unit(len(s.dst)-had, at+int64(n), size)
		}
		n += size
	}
	return n
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
		return '/', 2, true
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
