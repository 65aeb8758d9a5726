package extract

import (
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/trigger"
)

// triggers know what in the window a URL may be found by: the colon behind its
// scheme and, where addresses and hosts are wanted, "@" and dots.
type triggers struct {
	bitmap   trigger.Bitmap // of the window from index from to to
	from, to int
	word     int    // index of the one of its words that is being gone through
	left     uint64 // the bits of that which are left
	pos      int    // all before it has been gone through
}

// next returns the index of the next byte that a URL may be found by, from pos on,
// -1 when there is none in the window. Colons that begin nothing, which are half of
// what is marked and more, are passed over here, not by way of step.
func (s *Scanner) next() int {
	t := &s.triggers
	pos := max(1, s.pos)
	if pos < t.pos || pos >= t.to {
		t.to, t.bitmap.N, t.left = pos, 0, 0
	}
	t.pos = pos
	for {
		for word, left := t.word, t.left; ; {
			for ; left != 0; left &= left - 1 {
				n := t.from + int(t.bitmap.At[word])*trigger.Word + bits.TrailingZeros64(left)
				if n >= pos && (s.buf[n] != ':' || !s.beginsNone(n)) {
					t.word, t.left = word, left
					return n
				}
			}
			if word++; word >= t.bitmap.N {
				break
			}
			left = t.bitmap.Words[word]
		}
		t.bitmap.N, t.left = 0, 0
		if t.to >= len(s.buf) {
			return -1
		}
		t.from = t.to
		t.to = t.bitmap.Find(s.buf, t.from, s.opts.Schemes != nil || s.kinds.hasAny(nameKinds))
		t.word = -1
	}
}

// beginsNone reports whether it is plain from the two bytes on either side that no
// URL begins with the colon at buf[i], as with most that are marked: "12:30",
// "std::string", "C:\x". Behind a single letter only a scheme that was named may
// end. Behind the others a "/" would have to follow, and another one, but another
// graphic character does, which is neither markup nor struck over. White space may
// follow between angle brackets, behind a scheme that is known.
func (s *Scanner) beginsNone(i int) bool {
	if i < 2 || i+2 >= len(s.buf) {
		return false
	}
	b := (*[5]byte)(s.buf[i-2:])
	next := b[3]
	switch {
	case ascii.Is(next, ascii.Space):
		if b[0] != '\b' && !s.knownEnds.May(b[0], b[1]) {
			return true
		}
		return b[1]|0x20 != 'l' && !s.inAngle(i)
	case next == '/' && b[4] == '/', s.opaqueEnds.May(b[0], b[1]):
		return false
	case ascii.Is(next, ascii.AlphaDigit):
		return b[4] != '\b'
	case !ascii.Is(b[0], ascii.Scheme) && b[0] != '\b':
		return true
	case next == '/':
		return isInk(b[4])
	}
	return isInk(next) && b[4] != '\b'
}

func isInk(c byte) bool { return ' ' < c && c < 0x7F && c != '\\' }

// slide forgets the first drop bytes of the window.
func (t *triggers) slide(drop int) {
	t.from -= drop
	t.to -= drop
	t.pos -= drop
}
