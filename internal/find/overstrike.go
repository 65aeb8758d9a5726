package find

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// maxOverstrikes bounds how many times a character may be overstruck.
const maxOverstrikes = 16

// overstrikeLen returns the length in bytes of the character that b begins with and of
// the backspace directly after it, by which the next character overstrikes it. It returns
// 0 if no backspace follows, or if the character is white space, a control, "<" or ">". b
// must not be empty.
func overstrikeLen(b []byte, fallback *chars.Fallback) int {
	r, n := chars.Decode(b, fallback)
	if n == len(b) || b[n] != '\b' || r == '<' || r == '>' || chars.IsSpace(r) || unicode.IsControl(r) {
		return 0
	}
	return n + 1
}

// isOverstruck decides whether the character at Data[i] is overstruck by the next one.
func (t *text) isOverstruck(i int) wrapper.Verdict {
	rest := t.Data[i:]
	switch {
	case len(rest) == 0 || !utf8.FullRune(rest):
		return t.atEdge()
	case overstrikeLen(rest, t.fallback) > 0:
		return wrapper.Yes
	case ascii.Is(rest[0], ascii.Space|ascii.Control):
		return wrapper.No
	}
	if _, n := chars.Decode(rest, t.fallback); n == len(rest) {
		return t.atEdge()
	}
	return wrapper.No
}

// overstrikeStart returns the index of the first of the characters that the one at
// Data[i] overstrikes, or i if it overstrikes none.
func (t *text) overstrikeStart(i int) int {
	for range maxOverstrikes {
		if i-2 < t.floor || t.Data[i-1] != '\b' {
			break
		}
		_, n := utf8.DecodeLastRune(t.Data[t.floor : i-1])
		if overstrikeLen(t.Data[i-1-n:i], t.fallback) == 0 {
			break
		}
		i -= n + 1
	}
	return i
}

// stripOverstrikes returns b without overstruck characters. It returns b itself if it has
// no backspace.
func stripOverstrikes(b []byte, fallback *chars.Fallback) []byte {
	i := bytes.IndexByte(b, '\b')
	if i < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		if n := overstrikeLen(b, fallback); n > 0 {
			b = b[n:]
			continue
		}
		_, n := chars.Decode(b, fallback)
		out = append(out, b[:n]...)
		b = b[n:]
	}
	return out
}
