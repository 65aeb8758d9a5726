package header

import (
	"math/bits"
	"slices"
)

const (
	perWord = 64 // bytes that a word of a bitmap stands for
	words   = 16 // that are made at once, at most
	// few are made at once where nothing ends that at the end of a header: four
	// lines or more.
	few = 4
)

// A bitmap has a bit for each byte of a text: bit i%64 of the word i/64 for the byte i.
type bitmap [words]uint64

// Marks take a header apart: many lines at once, and with little that depends on a
// single one.
type Marks struct {
	Fields []int32 // offsets in the text at which fields begin
	Hints  []int32 // offsets of what may begin something of interest: see Find

	// Of the words that are looked at:
	ends   bitmap // "\n"
	stops  bitmap // what is in no name of a field
	colons bitmap
	blanks bitmap // WSP
	hints  bitmap
	fields bitmap // where they begin
	odd    bitmap // what says that the line is neither a field nor goes on with one
	carry  carry
}

// carry is what the words before, to the end of the last of them, leave to the next:
// 1 for yes, 0 for no.
type carry struct{ end, name, indent uint64 }

// Find looks at the lines that text begins with and returns the length of those that
// are sure to be fields, or to go on with one: whole lines, and none that has no colon
// right behind a name, or has "/" behind that, or has nothing but white space. In
// these it marks fields and hints. The last 64 bytes of text it may leave out.
//
// Hints are colons with no space behind them, "=?", which encoded words begin with,
// the asterisk, which the parameters of RFC 2231 have in their names, and the
// backspace. A field has no URL in it, encoded or not, if it has no other hint than
// the colons of times.
func (m *Marks) Find(text []byte) (n int) {
	m.Fields, m.Hints = m.Fields[:0], m.Hints[:0]
	m.carry = carry{end: 1}
	odd := uint64(0)
	for at, size := 0, 0; odd == 0 && at+perWord < len(text); at += size * perWord {
		size = m.lines(text[at:], min((len(text)-1-at)/perWord, words))
		for w := range m.ends[:size] {
			at := at + w*perWord
			m.Fields = appendPlaces(m.Fields, m.fields[w], at)
			m.Hints = appendPlaces(m.Hints, m.hints[w], at)
			ends := m.ends[w]
			if odd = m.odd[w]; odd != 0 {
				ends &= odd&-odd - 1 // those before the first that is odd
			}
			if ends != 0 {
				n = at + bits.Len64(ends)
			}
		}
	}
	m.Fields, m.Hints = before(m.Fields, n), before(m.Hints, n)
	return n
}

// linesGo makes ends, hints, fields and odd of so many words of text, or of fewer, and
// carries on. It returns of how many, no more than one of which is odd: the last.
func (m *Marks) linesGo(text []byte, size int) (made int) {
	made = min(size, few)
	m.mark(text, made)
	return m.takeApart(text, made)
}

// takeApart takes the lines of what has been marked apart. To add the first of some
// bits in a row to them carries into what is behind the last: so all names, and the
// white space before what goes on, are passed over at once.
func (m *Marks) takeApart(text []byte, size int) (made int) {
	ends, stops, colons, blanks := m.ends[:size], m.stops[:size], m.colons[:size], m.blanks[:size]
	fields, odd := m.fields[:size], m.odd[:size]
	c := m.carry.indent
	end := m.carry.end
	for w := range ends {
		starts := ends[w]<<1 | end
		end = ends[w] >> 63
		fields[w] = starts &^ stops[w]
		var indent uint64
		indent, c = bits.Add64(blanks[w], starts&blanks[w], c)
		indent &^= blanks[w]
		odd[w] = (starts&^blanks[w] | indent&^colons[w]) & stops[w]
	}
	m.carry.end, m.carry.indent = end, c
	c = m.carry.name
	for w := range ends {
		var name uint64
		name, c = bits.Add64(^stops[w], fields[w], c)
		name &= stops[w]
		odd[w] |= name &^ colons[w]
		for set := name & m.hints[w]; set != 0; set &= set - 1 {
			if i := bits.TrailingZeros64(set); text[w*perWord+i+1] == '/' {
				odd[w] |= 1 << i
			}
		}
	}
	m.carry.name = c
	for w := range odd {
		if odd[w] != 0 {
			return w + 1
		}
	}
	return size
}

// appendPlaces appends which bits of set are 1, that of the first being at. Two are
// written in any case and kept if they are there, as nothing foretells that.
func appendPlaces(places []int32, set uint64, at int) []int32 {
	n := len(places)
	places = slices.Grow(places, 2)[:n+2]
	second := set & (set - 1)
	places[n] = int32(at + bits.TrailingZeros64(set))
	if set != 0 {
		n++
	}
	places[n] = int32(at + bits.TrailingZeros64(second))
	if second != 0 {
		n++
	}
	places = places[:n]
	for set = second & (second - 1); set != 0; set &= set - 1 {
		places = append(places, int32(at+bits.TrailingZeros64(set)))
	}
	return places
}

// before returns the places that are before n.
func before(places []int32, n int) []int32 {
	for len(places) > 0 && int(places[len(places)-1]) >= n {
		places = places[:len(places)-1]
	}
	return places
}

// HasHint reports whether there is a hint in a line, other than the colon of a time.
func HasHint(line []byte) bool {
	for i, c := range line {
		last := i+1 == len(line)
		switch c {
		case '*', '\b':
			return true
		case '=':
			if last || line[i+1] == '?' {
				return true
			}
		case ':':
			if last || line[i+1] != ' ' && !IsTime(line, i) {
				return true
			}
		}
	}
	return false
}

// IsTime reports whether the colon at index i of text, behind which another byte
// stands, is one of a time: between digits.
func IsTime(text []byte, i int) bool {
	return i > 0 && isDigit(text[i-1]) && isDigit(text[i+1])
}

// mark marks what there is in so many words.
func (m *Marks) mark(text []byte, size int) {
	for w := range size {
		var ends, stops, colons, blanks, hints uint64
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
			case c == ' ', c == '\t':
				blanks |= bit
			case c == '\n':
				ends |= bit
			case c == ':':
				colons |= bit
				if next != ' ' {
					hints |= bit
				}
			case c == '=' && next == '?', c == '*', c == '\b':
				hints |= bit
			}
		}
		m.ends[w], m.stops[w], m.colons[w] = ends, stops, colons
		m.blanks[w], m.hints[w] = blanks, hints
	}
}
