package header

import (
	"encoding/binary"
	"math/bits"
)

// MarksSize is how many bytes of text Marks stand for. Most lines are a third of
// that or less; more would be looked at in vain behind the short headers of parts.
const MarksSize = words * perWord

const (
	perWord = 64 // bytes that a word of a bitmap stands for
	words   = 4

	stopBytes = words*8 + 7 // so that eight can be read from each on
)

// Marks say of each byte of a text, at whose beginning a line begins, what takes
// a header apart: bit i%64 of the word i/64, or bit i%8 of the byte i/8, for the
// byte i. What would be three searches in each line is one pass over many.
type Marks struct {
	Ends  [words]uint64   // "\n"
	Stops [stopBytes]byte // what is in no name of a field, the colon behind it among that
	Hints [words]uint64   // what may begin something of interest: see Find
}

// Find marks the beginning of text and returns how many bytes it has marked: a
// multiple of 64, behind which there is another byte.
//
// Hints are colons with no space behind them, "=?", which encoded words begin with,
// the asterisk, which the parameters of RFC 2231 have in their names, and the
// backspace. A field without any has no URL in it, encoded or not.
func (m *Marks) Find(text []byte) int {
	n := min(len(text)-1, MarksSize) / perWord
	if n <= 0 {
		return 0
	}
	m.find(text, n)
	return n * perWord
}

// findGo marks n words.
func (m *Marks) findGo(text []byte, n int) {
	for w := range n {
		var ends, stops, hints uint64
		for i, c := range text[w*perWord:][:perWord] {
			if '>' <= c && c < 0x7F || '+' <= c && c <= '9' {
				continue // nearly all
			}
			next := text[w*perWord+i+1]
			bit := uint64(1) << i
			if c <= ' ' || c >= 0x7F || c == ':' {
				stops |= bit
			}
			switch {
			case c == '\n':
				ends |= bit
			case c == ':' && next != ' ', c == '=' && next == '?', c == '*', c == '\b':
				hints |= bit
			}
		}
		m.Ends[w], m.Hints[w] = ends, hints
		binary.LittleEndian.PutUint64(m.Stops[w*8:], stops)
	}
}

// NameLen returns the length of the field name that the line at index i of the text
// begins with, whose end is marked. It is 0 where FieldName has to be asked: when
// there is none, or a long one, or no colon right behind it.
func (m *Marks) NameLen(text []byte, i int) int {
	set := binary.LittleEndian.Uint64(m.Stops[uint(i)/8:]) >> (uint(i) % 8)
	if n := bits.TrailingZeros64(set); set != 0 && text[i+n] == ':' && text[i+n+1] != '/' {
		return n
	}
	return 0
}
