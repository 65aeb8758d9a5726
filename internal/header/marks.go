package header

import (
	"bytes"
	"math/bits"
)

// MarksSize is how many bytes of text Marks stand for. Most lines are a third of
// that or less; more would be looked at in vain behind the short headers of parts.
const MarksSize = words * perWord

const (
	perWord = 64 // bytes that a word of a bitmap stands for
	words   = 4
)

// Marks say of each byte of a text, at whose beginning a line begins, what takes
// a header apart: bit i%64 of the word i/64 for the byte i. What would be three
// searches in each line is one pass over many.
type Marks struct {
	Ends  [words]uint64 // "\n"
	Stops [words]uint64 // what is in no name of a field, the colon behind it among that
	Hints [words]uint64 // what may begin something of interest: see Find
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
		m.Ends[w], m.Stops[w], m.Hints[w] = ends, stops, hints
	}
}

// NameLen returns the length of the field name that the line at index i of the text
// begins with, as FieldName has it. The end of the line is marked.
func (m *Marks) NameLen(text []byte, i int) int {
	n := m.stop(uint(i))
	if name := text[i:]; n > 0 && (name[n] != ':' || name[n+1] == '/') {
		return len(FieldName(name[:bytes.IndexByte(name, '\n')+1]))
	}
	return n
}

// stop returns how far behind i the next stop is. There is one: a line ends there.
func (m *Marks) stop(i uint) int {
	if set := m.Stops[i/perWord] >> (i % perWord); set != 0 {
		return bits.TrailingZeros64(set)
	}
	return m.stopBehind(i)
}

// stopBehind does so where the next stop is in another word.
func (m *Marks) stopBehind(i uint) int {
	w := i/perWord + 1
	for m.Stops[w] == 0 {
		w++
	}
	return int(w*perWord-i) + bits.TrailingZeros64(m.Stops[w])
}
