// Package wide decodes text as Windows stores it: UTF-16 with the low byte first. A
// surrogate without its other half is U+FFFD, and an odd byte at the end is dropped.
package wide

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// Append appends the text in p to b, in UTF-8.
func Append(b, p []byte) []byte {
	for len(p) >= 2 {
		c := rune(binary.LittleEndian.Uint16(p))
		p = p[2:]
		if utf16.IsSurrogate(c) && len(p) >= 2 {
			if both := utf16.DecodeRune(c, rune(binary.LittleEndian.Uint16(p))); both != utf8.RuneError {
				c, p = both, p[2:]
			}
		}
		b = utf8.AppendRune(b, c)
	}
	return b
}

// Text returns the text in p, in UTF-8.
func Text(p []byte) string { return string(Append(make([]byte, 0, len(p)/2), p)) }

// UntilNUL returns the text in p before the first NUL, in UTF-8.
func UntilNUL(p []byte) string {
	for i := 0; i+1 < len(p); i += 2 {
		if p[i] == 0 && p[i+1] == 0 {
			return Text(p[:i])
		}
	}
	return Text(p)
}
