package chars

import (
	"bytes"
	"unicode"
)

// OverstrikeLen returns the length in bytes of the character that b begins with and of
// the backspace directly after it, by which the next character overstrikes it. It returns
// 0 if no backspace follows, or if the character is white space, a control, "<" or ">". b
// must not be empty.
func OverstrikeLen(b []byte, fallback *Fallback) int {
	r, n := Decode(b, fallback)
	if n == len(b) || b[n] != '\b' || r == '<' || r == '>' || IsSpace(r) || unicode.IsControl(r) {
		return 0
	}
	return n + 1
}

// StripOverstrikes returns b without overstruck characters. It returns b itself if it has
// no backspace.
func StripOverstrikes(b []byte, fallback *Fallback) []byte {
	if bytes.IndexByte(b, '\b') < 0 {
		return b
	}
	out := make([]byte, 0, len(b))
	for len(b) > 0 {
		if n := OverstrikeLen(b, fallback); n > 0 {
			b = b[n:]
			continue
		}
		_, n := Decode(b, fallback)
		out = append(out, b[:n]...)
		b = b[n:]
	}
	return out
}
