package charset

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// A wide is a scheme in which a character is a unit of as many octets, or two
// of them in UTF-16.
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
	notWide // no wide text at all, whatever its label says
)

const mark = '\uFEFF' // the byte order mark

// lookAt is how many bytes of a text are looked at for its byte order.
const lookAt = 64

func (wide) plain(*state, []byte) int { return 0 }

func (w wide) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if s.order == undeclared {
		if len(src) < lookAt && !last {
			return dst, 0
		}
		var took int
		if s.order, took = w.find(src); took > 0 {
			return dst, took
		}
	}
	if s.order == notWide {
		// What comes behind may be UTF-8 or anything.
		if !last && !utf8.FullRune(src) {
			return dst, 0
		}
		r, took := chars.Decode(src, nil)
		return utf8.AppendRune(dst, r), took
	}
	if len(src) < w.unit {
		if !last {
			return dst, 0
		}
		return utf8.AppendRune(dst, utf8.RuneError), len(src)
	}
	r, took := s.order.rune(src, w.unit), w.unit
	if w.unit == 2 && utf16.IsSurrogate(r) {
		if r < lowSurrogate && len(src) < 4 && !last {
			return dst, 0
		}
		if r < lowSurrogate && len(src) >= 4 {
			if both := utf16.DecodeRune(r, s.order.rune(src[2:], 2)); both != utf8.RuneError {
				r, took = both, 4
			}
		}
	}
	return utf8.AppendRune(dst, r), took // a surrogate alone is U+FFFD
}

// lowSurrogate is the first of those that stand second.
const lowSurrogate = 0xDC00

// rune returns the unit that src begins with.
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

// find returns the byte order of a text that begins with head, and the length
// of the byte order mark, if that says so. Where the label says it, a mark is a
// character, as RFC 2781 has it.
func (w wide) find(head []byte) (order, int) {
	head = head[:min(len(head), lookAt)]
	// Where there is nothing but ASCII, and no NUL in it, nobody has encoded
	// anything, whatever the label says.
	if !bytes.ContainsFunc(head, func(c rune) bool { return c == 0 || c >= utf8.RuneSelf }) {
		return notWide, 0
	}
	if w.order != undeclared {
		return w.order, 0
	}
	for _, o := range [...]order{bigEndian, littleEndian} {
		if len(head) >= w.unit && o.rune(head, w.unit) == mark {
			return o, w.unit
		}
	}
	// RFC 2781, 4.3: "If the first two octets of the text is not 0xFE followed
	// by 0xFF, and is not 0xFF followed by 0xFE, then the text SHOULD be
	// interpreted as being big-endian." But Windows writes little endian, with a
	// mark or without. ASCII tells: half of each character is a zero, on one side.
	first, second := 0, 0
	for i := 0; i+w.unit <= len(head); i += w.unit {
		if head[i] == 0 {
			first++
		}
		if head[i+w.unit-1] == 0 {
			second++
		}
	}
	if second > first {
		return littleEndian, 0
	}
	return bigEndian, 0
}
