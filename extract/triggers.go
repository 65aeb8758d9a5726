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
}

// next returns the index of the next byte that a URL may be found by, from pos on,
// -1 when there is none in the window. Whatever is said no to here costs a fifth of
// what it does in step.
func (s *Scanner) next() int {
	t := &s.triggers
	for i := s.pos; i < len(s.buf); i = t.to {
		if i < t.from || i >= t.to {
			t.from = i
			t.to = trigger.Find(&t.bitmap, s.buf, i, s.kinds&(1<<Schemeless|1<<Email) != 0)
		}
		first := (i - t.from) / trigger.Word
		last := (t.to - t.from - 1) / trigger.Word
		passed := uint64(1)<<((i-t.from)%trigger.Word) - 1
		for w, set := range t.bitmap[first : last+1] {
			for set &^= passed; set != 0; set &= set - 1 {
				n := t.from + (first+w)*trigger.Word + bits.TrailingZeros64(set)
				if s.buf[n] != ':' || !s.lacksSlash(n) {
					return n
				}
			}
			passed = 0
		}
	}
	return -1
}

// lacksSlash reports whether no URL can begin with the colon at buf[i] because a "/"
// would have to follow: what does is another graphic character, which is no markup
// before a "/", and is not struck over. So it is with most colons that are marked:
// "12:30", "std::string".
func (s *Scanner) lacksSlash(i int) bool {
	if i < 2 || i+2 >= len(s.buf) {
		return false
	}
	next := s.buf[i+1]
	return next != '/' && next != '\\' && s.buf[i+2] != '\b' && ascii.Is(next, ascii.AlphaDigit|ascii.Punct) &&
		!s.opaque.May(s.buf[i-2], s.buf[i-1])
}

// slide forgets the first drop bytes of the window.
func (t *triggers) slide(drop int) {
	t.from -= drop
	t.to -= drop
}
