package find

import (
	"bytes"
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/trigger"
)

// triggers finds the bytes of the window that can identify a URL: the colon after its scheme
// and, if addresses and hosts are searched, "@" and dots. It reads a block at a time, and
// each block once as long as pos increases.
//
//	from ≤ to, and all triggers before pos have been visited
type triggers struct {
	bitmap   trigger.Bitmap // of Data[from:to]
	from, to int
	word     int    // index of the current word of bitmap
	left     uint64 // bits of the current word that have not been visited
	pos      int
}

// reset discards the bitmap.
func (m *triggers) reset() { m.from, m.to = 0, 0 }

// slide adjusts the indices when the window loses its first drop bytes.
func (m *triggers) slide(drop int) {
	m.from -= drop
	m.to -= drop
	m.pos -= drop
}

// schemeEnds are the ends of schemes: opaque those of schemes that do not need "//",
// known those of all schemes in the table, doubled those of schemes whose colon another one may follow, and spaced
// those of common schemes, with blanks after them or not. White space may follow a colon after beforeSpace: known and,
// if white space in URLs is removed, spaced.
type schemeEnds struct{ opaque, known, doubled, spaced, beforeSpace *begin.Ends }

// next returns the index of the next byte from pos on that can identify a URL, or -1 if
// there is none in the window. It skips colons that begin no URL, which are half of the
// triggers or more, without a return to Step.
//
// It is not inlined, because the compiler then inlines cannotBegin here. In Step, which
// would be large, it does not.
//
//go:noinline
func (f *Finder) next(pos int) int {
	m, data := &f.triggers, f.Data
	pos = max(1, pos)
	if pos < m.pos || pos >= m.to {
		m.to, m.bitmap.N, m.left = pos, 0, 0
	}
	m.pos = pos
	for {
		for word, left := m.word, m.left; ; {
			for ; left != 0; left &= left - 1 {
				n := m.from + int(m.bitmap.At[word])*trigger.Word + bits.TrailingZeros64(left)
				if n >= pos && (data[n] != ':' || !f.cannotBegin(data, n)) {
					m.word, m.left = word, left
					return n
				}
			}
			if word++; word >= m.bitmap.N {
				break
			}
			left = m.bitmap.Words[word]
		}
		m.bitmap.N, m.left = 0, 0
		if m.to >= len(data) {
			return -1
		}
		m.from = m.to
		m.to = m.bitmap.Find(data, m.from, f.rules.Schemes != nil || f.kinds&Names != 0, f.joinsBlanks)
		m.word = -1
	}
}

// cannotBegin reports whether the two bytes on either side of the colon at data[i] rule
// out that a URL begins with it, as they do for most marked colons: "12:30",
// "std::string", "C:\x". The data is Data.
func (f *Finder) cannotBegin(data []byte, i int) bool {
	if i < 2 || i+2 >= len(data) {
		return false
	}
	// A scheme of a single letter must have been named by the user. After an unknown
	// scheme "//" must follow. So a graphic character in place of the "/" rules the colon
	// out, unless it is markup or overstruck. White space may follow a known scheme
	// between angle brackets.
	b := data[i-2 : i+3]
	next := b[3]
	switch {
	case ascii.Is(next, ascii.Space):
		if !f.ends.beforeSpace.May(b[0], b[1]) {
			return true
		}
		if b[1]|0x20 == 'l' && (b[0]|0x20 == 'r' || !ascii.Is(b[0], ascii.Alpha)) {
			return false // it may be "URL:"
		}
		if f.joinsBlanks {
			return !(f.ends.spaced.May(b[0], b[1]) && isBeforeSlash(data, i)) && !f.isNearAngle(i)
		}
		return !f.inAngle(i)
	case next == '/' && b[4] == '/', f.ends.opaque.May(b[0], b[1]):
		return next == ':' && b[4] != '\b' && !f.ends.doubled.May(b[0], b[1])
	case ascii.Is(next, ascii.AlphaDigit):
		return b[4] != '\b'
	case !ascii.Is(b[0], ascii.Scheme) && b[0] != '\b' && next != esc && b[4] != esc:
		return !(f.joinsBlanks && f.ends.spaced.May(b[0], b[1]) && isBeforeSlash(data, i))
	case next == '/':
		return isGraphic(b[4])
	}
	return isGraphic(next) && b[4] != '\b'
}

// isNearAngle is inAngle for texts in which most colons are not near a "<".
func (f *Finder) isNearAngle(i int) bool {
	return bytes.IndexByte(f.Data[max(f.floor, i-trigger.Reach):i], '<') >= 0 && f.inAngle(i)
}

// isGraphic reports whether c is a graphic character of ASCII other than a backslash.
func isGraphic(c byte) bool { return ' ' < c && c < 0x7F && c != '\\' }
