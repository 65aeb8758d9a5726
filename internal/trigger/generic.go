package trigger

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// wordsGo makes the n words for the text around[1 : len(around)-1].
//
// It hops to the next word that has a colon, and takes all there at once. Without
// the hops the program takes a tenth more for a text of few colons, and with one from
// each colon to the next a tenth more for a text of many.
func (k *kernel) wordsGo(b *Bitmap, n int, around []byte) {
	text := around[1 : 1+n*Word]
	angles := angles{text: text, next: -1}
	colon := -1 // the word with the next one
	for w := 0; w < n; w++ {
		if colon < w {
			if colon = bytes.IndexByte(text[w*Word:], ':'); colon < 0 {
				colon = len(text)
			}
			colon = w + colon/Word
		}
		if !k.wide {
			w = colon
		}
		var marked uint64
		if w == colon && w < n {
			var ifNear uint64
			marked, ifNear = k.colons(wordAt(around, w))
			if w < k.near {
				marked = ifNear
			} else {
				marked |= ifNear & angles.before(w)
			}
		}
		if k.wide {
			marked |= addresses(wordAt(around, w))
		}
		b.add(k.at+w, marked)
	}
	k.at += n
	k.pass(text)
}

// angles are the "<" in a text, of which one is held that is not after any other that
// matters.
type angles struct {
	text []byte
	next int
}

// before returns which bytes of a word of the text have "<" near before them. It must
// not be asked about an earlier word later on.
func (a *angles) before(w int) uint64 {
	if first := max(0, w-near) * Word; a.next < first {
		n := bytes.IndexByte(a.text[first:], '<')
		if n < 0 {
			n = len(a.text)
		}
		a.next = first + n
	}
	return ^uint64(0) << uint(max(-1, a.next-w*Word)+1)
}

// hasAngle reports whether "<" is in the words of text from first to last. Each is
// looked at near+1 times at most.
func hasAngle(text []byte, first, last int) bool {
	return bytes.IndexByte(text[max(0, first)*Word:(last+1)*Word], '<') >= 0
}

// pass makes k.near what it is after text.
func (k *kernel) pass(text []byte) {
	n := len(text) / Word
	k.near = max(0, k.near-n)
	for w := max(0, n-near); w < n; w++ {
		if hasAngle(text, w, w) {
			k.near = w + 1 + near - n
		}
	}
}

// A wordText is the text of a word, between the byte before it and that after it:
// byte i of the word has index i+1.
type wordText [1 + Word + 1]byte

func wordAt(around []byte, w int) *wordText { return (*wordText)(around[w*Word:]) }

// colons returns which colons are marked wherever "<" is, and which are so if "<" is
// near. Nothing in it branches on what is beside a colon, as nothing foretells
// that.
func (k *kernel) colons(t *wordText) (marked, ifNear uint64) {
	before := &opaqueEnds
	if k.wide {
		before = &anyEnds
	}
	for set := equal(t, ':'); set != 0; set &= set - 1 {
		i := place(set)
		marked |= begin >> (before[t[i]] | behind[t[i+2]]) & 1 << i
		ifNear |= 1 << i
	}
	return marked, ifNear
}

// What is before a colon, and what after it.
const (
	slash = 1 << iota // after it
	space             // after it
	end               // of a scheme that needs no "/"
	ell               // which ends one, also before white space
)

// begin has a bit for each combination of them with which a colon is marked.
const begin uint64 = 1<<slash | 1<<(slash|end) | 1<<(slash|ell) | 1<<end | 1<<ell | 1<<(space|ell)

var (
	opaqueEnds = func() (t [256]uint8) {
		for _, c := range endsByLow {
			if c != 0 {
				t[c], t[c&^fold] = end, end
			}
		}
		t['l'], t['L'] = ell, ell
		return t
	}()
	anyEnds = func() (t [256]uint8) {
		for c := '*' + 1; c < 0x80; c++ {
			t[c] = end
		}
		t['l'], t['L'], t['\b'] = ell, ell, end
		return t
	}()
	behind = [256]uint8{'/': slash, ' ': space, '\t': space, '\n': space, '\v': space, '\f': space, '\r': space}
)

// addresses returns which "@" and dots are marked.
func addresses(t *wordText) (marked uint64) {
	for set := equal(t, '@'); set != 0; set &= set - 1 {
		marked |= 1 << place(set)
	}
	for set := equal(t, '.'); set != 0; set &= set - 1 {
		i := place(set)
		marked |= bit(!ascii.Is(t[i+2], ascii.Space)) << i
	}
	return marked
}

// equal returns which bytes of a word are c: for the byte i the bit i/8 of the byte
// i%8, where each eight bytes come to lie with a shift and nothing else. See place.
func equal(t *wordText, c byte) uint64 {
	b, cs := t[1:1+Word], eight*uint64(c)
	return ^(unlike(b, cs)>>7 | unlike(b[8:], cs)>>6 | unlike(b[16:], cs)>>5 | unlike(b[24:], cs)>>4 |
		unlike(b[32:], cs)>>3 | unlike(b[40:], cs)>>2 | unlike(b[48:], cs)>>1 | unlike(b[56:], cs))
}

// eight makes of a byte eight.
const eight = 0x0101010101010101

// unlike sets the highest bit of each byte that differs between the first eight of b
// and cs. Adding 7F to the lower seven bits carries into it unless they are zero,
// and never farther.
func unlike(b []byte, cs uint64) uint64 {
	x := binary.LittleEndian.Uint64(b) ^ cs
	return (x&(0x7F*eight) + 0x7F*eight | x) & (0x80 * eight)
}

// place returns of which byte the lowest bit of set, which equal made, is.
func place(set uint64) int {
	n := bits.TrailingZeros64(set)
	return n%8*8 + n/8
}

// bit returns 1 for true, which takes no branch.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
