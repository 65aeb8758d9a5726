package charset

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// A wide is a scheme in which a character is a unit of 2 or 4 octets, or two units in
// UTF-16.
type wide struct {
	unit  int
	order order
}

// An order is the byte order of units.
type order byte

const (
	undeclared order = iota
	bigEndian
	littleEndian
	notWide // octets: the label is wrong
)

func (wide) asciiPrefix(*state, []byte) int { return 0 }

// char decodes a character in the detected encoding. Four consecutive ASCII characters
// show where text continues after a stray octet, or in another encoding.
func (w wide) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if s.wide.unit == 0 {
		if len(src) < sampleSize && !last {
			return dst, 0
		}
		head := src[:min(len(src), sampleSize)]
		found, took := w.detect(head)
		s.wide = found
		s.mislabelled = s.mislabelled || len(bytes.TrimSpace(head)) > 0 && (found.unit != w.unit || w.order != undeclared && found.order != w.order)
		if took > 0 {
			return dst, took
		}
	}
	if s.wide.order == notWide {
		return w.octet(s, dst, src, last)
	}
	w = s.wide
	if len(src) >= w.unit {
		if r := w.order.rune(src, w.unit); isText(r) {
			return append(dst, byte(r)), w.unit
		}
	}
	if len(src) < w.ahead() && !last {
		return dst, 0
	}
	for i := 0; i < w.unit && i < len(src); i++ {
		url, _ := beginsURL(src[i:], true)
		if url && i == 0 {
			s.wide, s.mislabelled = wide{1, notWide}, true
		}
		if url || i > 0 && w.beginsASCII(src[i:]) {
			return appendStray(dst, src[0]), 1
		}
	}
	return w.unitAt(dst, src)
}

// appendStray appends an octet that is not part of a character.
func appendStray(dst []byte, c byte) []byte {
	if isText(rune(c)) {
		return append(dst, c)
	}
	return utf8.AppendRune(dst, utf8.RuneError)
}

// ahead returns the number of bytes that char must see to decode a character.
func (w wide) ahead() int { return max((asciiRun+1)*w.unit-1, w.unit-1+maxBeginning) }

// unitAt decodes the first character of src. An invalid or incomplete character becomes
// U+FFFD.
func (w wide) unitAt(dst, src []byte) ([]byte, int) {
	if len(src) < w.unit {
		return utf8.AppendRune(dst, utf8.RuneError), len(src)
	}
	r, took := w.order.rune(src, w.unit), w.unit
	if w.unit == 2 && utf16.IsSurrogate(r) && r < lowSurrogate && len(src) >= 4 {
		if both := utf16.DecodeRune(r, w.order.rune(src[2:], 2)); both != utf8.RuneError {
			r, took = both, 4
		}
	}
	return utf8.AppendRune(dst, r), took // a single surrogate becomes U+FFFD
}

// octet decodes a character of text that is not in w, and detects where text in w or
// another wide encoding begins again.
func (w wide) octet(s *state, dst, src []byte, last bool) ([]byte, int) {
	if src[0] == 0 || len(src) > 1 && src[1] == 0 || len(src) == 1 && !last {
		if len(src) < 1+4*asciiRun && !last {
			return dst, 0
		}
		stray := w.order != undeclared && w.beginsASCII(src[1:])
		for _, c := range wideSchemes {
			if !stray && c.beginsASCII(src) {
				s.wide = c
				return c.unitAt(dst, src)
			}
		}
	}
	return octet(dst, src, last)
}

// octet decodes the first character of text in an unknown character set: a UTF-8
// character, or an octet of windows-1252.
func octet(dst, src []byte, last bool) ([]byte, int) {
	if !last && !utf8.FullRune(src) {
		return dst, 0
	}
	r, took := chars.Decode(src, nil)
	return utf8.AppendRune(dst, r), took
}

// lowSurrogate is the first of the low surrogates, which follow high surrogates.
const lowSurrogate = 0xDC00

// rune returns the first unit of src.
func (o order) rune(src []byte, unit int) rune {
	switch {
	case unit == 2 && o == bigEndian:
		return rune(binary.BigEndian.Uint16(src))
	case unit == 2:
		return rune(binary.LittleEndian.Uint16(src))
	case o == bigEndian:
		return rune(binary.BigEndian.Uint32(src))
	}
	return rune(binary.LittleEndian.Uint32(src))
}
