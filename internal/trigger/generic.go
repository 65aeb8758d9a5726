package trigger

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// wordsGo fills n words for the text around[1 : len(around)-1].
//
// It goes to the next word that has a colon, and marks all colons there at once. Going
// from word to word, a program takes a tenth more time for a text of few colons; going
// from colon to colon, a tenth more for a text of many.
func (k *kernel) wordsGo(b *Bitmap, n int, around []byte) {
	text := around[1 : 1+n*Word]
	angles := angles{text: text, next: -1}
	colon := -1 // index of the word with the next colon
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
	k.updateNear(text)
}

// angles finds the "<" in a text. Its field next is the index of one.
type angles struct {
	text []byte
	next int
}

// before returns the bytes of word w that have a "<" near before them. The argument w
// must not decrease between calls.
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

// hasAngle reports whether "<" is in the words of text from first to last. Each word is
// looked at near+1 times at most.
func hasAngle(text []byte, first, last int) bool {
	return bytes.IndexByte(text[max(0, first)*Word:(last+1)*Word], '<') >= 0
}

// updateNear sets k.near to its value after text.
func (k *kernel) updateNear(text []byte) {
	n := len(text) / Word
	k.near = max(0, k.near-n)
	for w := max(0, n-near); w < n; w++ {
		if hasAngle(text, w, w) {
			k.near = w + 1 + near - n
		}
	}
}

// A wordText is the text of a word with the byte before it and the byte after it. Byte i
// of the word has index i+1.
type wordText [1 + Word + 1]byte

func wordAt(around []byte, w int) *wordText { return (*wordText)(around[w*Word:]) }

// colons returns the colons that are marked anywhere, and those that are marked near a
// "<". It has no branch that depends on the bytes before and after a colon, as these
// cannot be predicted.
func (k *kernel) colons(t *wordText) (marked, ifNear uint64) {
	before, marks := &opaqueEnds, begin
	if k.wide {
		before = &anyEnds
	}
	if k.spaced {
		marks = beginSpaced
	}
	for set := equal(t, ':'); set != 0; set &= set - 1 {
		i := byteIndex(set)
		marked |= marks >> (before[t[i]] | afterColon[t[i+2]]) & 1 << i
		ifNear |= 1 << i
	}
	return marked, ifNear
}

// Properties of the bytes before and after a colon.
const (
	slash     = 1 << iota // "/" after the colon
	space                 // white space after the colon
	end                   // before the colon, the end of a scheme that needs no "/"
	letterL               // before the colon, such an end before which white space may follow
	commonEnd             // before the colon, the end of http, https or ftp
	blank                 // before the colon, a blank
)

// begin has a bit for each combination of these properties with which a colon is marked.
const begin uint64 = 1<<slash | 1<<(slash|end) | 1<<(slash|letterL) | 1<<(slash|commonEnd) | 1<<(slash|blank) |
	1<<end | 1<<letterL | 1<<commonEnd | 1<<(space|letterL)

// beginSpaced is begin if URLs may have white space in them.
const beginSpaced = begin | 1<<(space|commonEnd) | 1<<blank | 1<<(space|blank)

var (
	opaqueEnds = func() (t endTable) {
		for _, c := range endsByLow {
			if c != 0 {
				t[c], t[c&^fold] = end, end
			}
		}
		t.addSpaced()
		return t
	}()
	anyEnds = func() (t endTable) {
		for c := '*' + 1; c < 0x80; c++ {
			t[c] = end
		}
		t['\b'] = end
		t.addSpaced()
		return t
	}()
	afterColon = [256]uint8{'/': slash, ' ': space, '\t': space, '\n': space, '\v': space, '\f': space, '\r': space}
)

// An endTable has the property of each byte before a colon.
type endTable [256]uint8

// addSpaced adds the bytes of spacedEnds, and the blank.
func (t *endTable) addSpaced() {
	for _, c := range spacedEnds {
		if c != 0 {
			t[c], t[c&^fold] = commonEnd, commonEnd
		}
	}
	t['l'], t['L'], t[' '] = letterL, letterL, blank
}

// addresses returns the "@" and dots that are marked.
func addresses(t *wordText) (marked uint64) {
	for set := equal(t, '@'); set != 0; set &= set - 1 {
		marked |= 1 << byteIndex(set)
	}
	for set := equal(t, '.'); set != 0; set &= set - 1 {
		i := byteIndex(set)
		marked |= bit(!ascii.Is(t[i+2], ascii.Space)) << i
	}
	return marked
}

// equal returns the bytes of a word that equal c. Byte i is bit i/8 of byte i%8 of the
// result: so each group of eight bytes needs only a shift. See byteIndex.
func equal(t *wordText, c byte) uint64 {
	b, cs := t[1:1+Word], eight*uint64(c)
	return ^(differ(b, cs)>>7 | differ(b[8:], cs)>>6 | differ(b[16:], cs)>>5 | differ(b[24:], cs)>>4 |
		differ(b[32:], cs)>>3 | differ(b[40:], cs)>>2 | differ(b[48:], cs)>>1 | differ(b[56:], cs))
}

// eight multiplied by a byte repeats it eight times.
const eight = 0x0101010101010101

// differ sets the highest bit of each byte that differs between the first eight bytes of
// b and cs. Adding 7F to the lower seven bits carries into the highest bit unless they
// are zero, and never further.
func differ(b []byte, cs uint64) uint64 {
	x := binary.LittleEndian.Uint64(b) ^ cs
	return (x&(0x7F*eight) + 0x7F*eight | x) & (0x80 * eight)
}

// byteIndex returns the index of the byte that the lowest bit of set is for. The set is a
// result of equal.
func byteIndex(set uint64) int {
	n := bits.TrailingZeros64(set)
	return n%8*8 + n/8
}

// bit returns 1 for true and 0 for false, without a branch.
func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
