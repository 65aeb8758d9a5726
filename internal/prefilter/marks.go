package prefilter

import (
	"bytes"
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/header"
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
// single one. In an x86-64 with AVX2 or AVX-512 they are made by vector.
type Marks struct {
	Fields []Field // that have been found, in order

	open  bool  // the end of the last of them is not known yet
	from  int32 // where the field begins that the words so far end in
	hint  int   // where the first hint is of the last field that has one
	carry carry
	bitmaps
	classes
}

// bitmaps are of the words that are looked at. mark makes the first five, from single bytes
// and the next; takeApart and choose make the others and correct the hints.
type bitmaps struct {
	ends     bitmap // "\n"
	stops    bitmap // what is in no name of a field
	colons   bitmap
	blanks   bitmap // WSP
	hints    bitmap
	fields   bitmap // where they begin
	contents bitmap // and their names with "c"
	odd      bitmap // what says that the line is neither a field nor goes on with one
}

// classes are bitmaps of bytes that are made only by vector: otherwise few bytes are asked
// about.
type classes struct {
	letters      bitmap // "c", "C"
	hyphens      bitmap
	digits       bitmap
	beforeDigits bitmap
}

// A Field is a header field in a text: bytes from 0, the end exclusive.
type Field struct {
	From, To int32
	Hinted   bool // it has a hint
}

// carry is what the words before, to the end of the last of them, leave to the next:
// 1 for yes, 0 for no.
type carry struct{ end, name, indent, digit uint64 }

// Find looks at the lines that text begins with and returns the length of those that
// are sure to be fields, or to go on with one: whole lines, and none that has no colon
// right after a name, or has "/" after that, or has nothing but white space. Of these
// it lists all the fields, or some: those that have a hint, those whose names begin with
// "c", as those that MIME defines do, and the last, which may go on after them. What
// goes on with a field before text is listed first. The last 64 bytes of text it may
// leave out.
//
// Hints are colons, except for those of times and those after names with a space after
// them, "=?", which encoded words begin with, the asterisk, which the parameters of RFC 2231
// have in their names, and the backspace. A field has no URL in it, encoded or not, if it
// has no hint.
func (m *Marks) Find(text []byte, all bool) (n int) {
	m.Fields, m.open, m.from, m.hint = m.Fields[:0], false, 0, 0
	if header.IsContinuation(text) {
		m.Fields, m.open = append(m.Fields, Field{}), true
	}
	m.carry = carry{end: 1}
	odd := uint64(0)
	for at, size := 0, 0; odd == 0 && at+perWord < len(text); at += size * perWord {
		size = m.lines(text[at:], min((len(text)-1-at)/perWord, words))
		if odd = m.odd[size-1]; odd != 0 { // no matter what is after it
			before := odd&-odd - 1
			m.fields[size-1] &= before
			m.hints[size-1] &= before
			m.contents[size-1] &= before
		}
		for w, starts := range m.fields[:size] {
			places := m.hints[w] | m.contents[w]
			if all {
				places |= starts
			}
			if places != 0 {
				m.list(at+w*perWord, w, places)
			} else if starts != 0 {
				if m.open {
					m.close(at + w*perWord + bits.TrailingZeros64(starts))
				}
				m.from = int32(at + w*perWord + bits.Len64(starts) - 1)
			}
		}
		if end := m.lastEnd(size); end > 0 {
			n = at + end
		}
	}
	m.end(text[:n])
	return n
}

// list lists the fields that have places in a word, which is that at index at.
func (m *Marks) list(at, w int, places uint64) {
	starts, hints := m.fields[w], m.hints[w]
	if m.open && starts != 0 {
		m.close(at + bits.TrailingZeros64(starts))
	}
	for ; places != 0; places &= places - 1 {
		through := places ^ (places - 1) // up to the place
		if begun := starts & through; begun != 0 {
			m.from = int32(at + bits.Len64(begun) - 1)
		}
		if n := len(m.Fields); n == 0 || m.Fields[n-1].From != m.from {
			m.Fields, m.open = append(m.Fields, Field{From: m.from}), true
			if behind := starts &^ through; behind != 0 {
				m.close(at + bits.TrailingZeros64(behind))
			}
		}
		if f := &m.Fields[len(m.Fields)-1]; !f.Hinted && hints&through&-places != 0 {
			f.Hinted, m.hint = true, at+bits.TrailingZeros64(places)
		}
	}
	if starts != 0 {
		m.from = int32(at + bits.Len64(starts) - 1)
	}
}

// close ends the last field in the list: the next begins at index to.
func (m *Marks) close(to int) { m.Fields[len(m.Fields)-1].To, m.open = int32(to), false }

// end ends the list at the end of text, which is one of a line, and adds the last field
// there. Of what is after that no more has been looked at than one line.
func (m *Marks) end(text []byte) {
	n := len(m.Fields)
	if n > 0 && int(m.Fields[n-1].From) >= len(text) {
		n--
		m.Fields, m.open = m.Fields[:n], false
		m.hint = 0 // was in that
	}
	to := 0
	if n > 0 {
		f := &m.Fields[n-1]
		if m.open || int(f.To) > len(text) {
			f.To = int32(len(text))
		}
		to = int(f.To)
		f.Hinted = f.Hinted && m.hint < len(text)
	}
	if to < len(text) {
		m.Fields = append(m.Fields, Field{From: int32(lastField(text[to:]) + to), To: int32(len(text))})
	}
}

// lastEnd returns where the last line ends in so many words, before what is odd in the
// last of them; 0 if none does.
func (m *Marks) lastEnd(size int) int {
	w := size - 1
	ends := m.ends[w]
	if odd := m.odd[w]; odd != 0 {
		ends &= odd&-odd - 1
	}
	for ; ends == 0; ends = m.ends[w] {
		if w--; w < 0 {
			return 0
		}
	}
	return w*perWord + bits.Len64(ends)
}

// lastField returns where the last field of some begins.
func lastField(fields []byte) int {
	for end := len(fields) - 1; end > 0; {
		end = bytes.LastIndexByte(fields[:end], '\n')
		if !header.IsContinuation(fields[end+1:]) {
			return end + 1
		}
	}
	return 0
}

// linesGo makes ends, hints, contents, fields and odd of so many words of text, or of
// fewer, and carries on. It returns of how many, no more than one of which is odd: the last.
func (m *Marks) linesGo(text []byte, size int) (made int) {
	made = min(size, few)
	m.mark(text, made)
	m.takeApart(text, made)
	m.choose(text, made)
	return m.untilOdd(made)
}

// untilOdd returns of how many of so many words none but the last is odd.
func (m *Marks) untilOdd(size int) int {
	for w, odd := range m.odd[:size] {
		if odd != 0 {
			return w + 1
		}
	}
	return size
}

// takeApart takes the lines of what has been marked apart. To add the first of some
// bits in a row to them carries into what is after the last: so all names, and the
// white space before what goes on, are passed over at once.
func (m *Marks) takeApart(text []byte, size int) {
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
		m.hints[w] |= colons[w] &^ name
		odd[w] |= name &^ colons[w]
		for set := name & m.hints[w]; set != 0; set &= set - 1 {
			if i := bits.TrailingZeros64(set); text[w*perWord+i+1] == '/' {
				odd[w] |= 1 << i
			}
		}
	}
	m.carry.name = c
}

// choose finds the fields that begin with "c" in so many words, those that begin with a
// hyphen, which are odd, and the hints that are colons of times, which are none.
func (m *Marks) choose(text []byte, size int) {
	for w := range m.fields[:size] {
		text := text[w*perWord:][:perWord+1]
		m.contents[w] = 0
		for set := m.fields[w]; set != 0; set &= set - 1 {
			switch text[bits.TrailingZeros64(set)] {
			case 'c', 'C':
				m.contents[w] |= set & -set
			case '-':
				m.odd[w] |= set & -set
			}
		}
		for set := m.hints[w] & m.colons[w]; set != 0; set &= set - 1 {
			i := bits.TrailingZeros64(set)
			if isDigit(text[i+1]) && (i == 0 && m.carry.digit != 0 || i > 0 && isDigit(text[i-1])) {
				m.hints[w] &^= set & -set
			}
		}
		m.carry.digit = 0
		if isDigit(text[perWord-1]) {
			m.carry.digit = 1
		}
	}
}

// HasHint reports whether there is a hint in a line, the first colon of which is that
// after a name, unless it goes on with a field.
func HasHint(line []byte) bool {
	inName := !header.IsContinuation(line)
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
			if last || !isTime(line, i) && !(inName && line[i+1] == ' ') {
				return true
			}
			inName = false
		}
	}
	return false
}

// isTime reports whether the colon at index i of text, after which another byte
// is, is one of a time: between digits.
func isTime(text []byte, i int) bool {
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

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
