package find

import (
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/trigger"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// marks are the bytes of the window that a URL may be found by: the colon after its
// scheme and, if addresses and hosts are wanted, "@" and dots. They are found a block at a
// time, each block once as long as pos increases.
//
//	from ≤ to, and all marks before pos have been gone through
type marks struct {
	bitmap   trigger.Bitmap // of the window from index from to to
	from, to int
	word     int    // index of the one of its words that is being gone through
	left     uint64 // the bits of that which are left
	pos      int
}

// reset forgets all.
func (m *marks) reset() { m.from, m.to = 0, 0 }

// slide moves the indices into the window.
func (m *marks) slide(drop int) {
	m.from -= drop
	m.to -= drop
	m.pos -= drop
}

// schemeEnds are how the schemes end of which something is known: those that need no "//",
// and all that are known by name.
type schemeEnds struct{ opaque, known *wrapper.Ends }

// next returns the index of the next byte that a URL may be found by, from pos on,
// -1 when there is none in the window. Colons that begin nothing, which are half of
// what is marked and more, are passed over here, not by way of Step.
//
// It is not inlined, so that the compiler inlines beginsNone here: in Step, which is large
// then, it does not.
//
//go:noinline
func (f *Finder) next(pos int) int {
	m, data := &f.marks, f.Data
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
		m.to = m.bitmap.Find(data, m.from, f.rules.Schemes != nil || f.kinds&Names != 0)
		m.word = -1
	}
}

// cannotBegin reports whether it is plain from the two bytes on either side that no
// URL begins with the colon at data[i], which is Data, as with most that are marked: "12:30",
// "std::string", "C:\x". After a single letter only a scheme that was named may
// end. After the others a "/" would have to follow, and another one, but another
// graphic character does, which is neither markup nor struck over. White space may
// follow between angle brackets, after a scheme that is known.
func (f *Finder) cannotBegin(data []byte, i int) bool {
	if i < 2 || i+2 >= len(data) {
		return false
	}
	b := data[i-2 : i+3]
	next := b[3]
	switch {
	case ascii.Is(next, ascii.Space):
		if !f.ends.known.May(b[0], b[1]) {
			return true
		}
		return b[1]|0x20 != 'l' && !f.inAngle(i)
	case next == '/' && b[4] == '/', f.ends.opaque.May(b[0], b[1]):
		return false
	case ascii.Is(next, ascii.AlphaDigit):
		return b[4] != '\b'
	case !ascii.Is(b[0], ascii.Scheme) && b[0] != '\b':
		return true
	case next == '/':
		return isGraphic(b[4])
	}
	return isGraphic(next) && b[4] != '\b'
}

func isGraphic(c byte) bool { return ' ' < c && c < 0x7F && c != '\\' }
