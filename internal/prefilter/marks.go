package prefilter

import (
	"bytes"
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

const (
	wordBytes = 64 // bytes that a word of a bitmap has bits for
	words     = 16 // maximum number of words that are filled at once
	// groupWords is the maximum number for kernels that do not stop at the end of a
	// header. It is four lines of text or more.
	groupWords = 4
)

// A bitmap has a bit for each byte of a text: bit i%64 of word i/64 is for byte i.
type bitmap [words]uint64

// Marks divides a header into fields. It looks at many lines at once, with few branches
// that depend on a single line. On x86-64 it uses AVX2 or AVX-512.
type Marks struct {
	Fields []Field // fields that were found, in order

	open  bool  // the end of the last field in Fields is not known yet
	from  int32 // start of the field that is open at the end of the words so far
	hint  int   // index of the first hint of the last field that has one
	carry carry
	bitmaps
}

// bitmaps are those of the current words. The method mark fills the first five, which
// depend on a byte and the next one. The methods split and classify fill the others and
// correct the hints.
type bitmaps struct {
	ends     bitmap // "\n"
	stops    bitmap // bytes that are in no field name
	colons   bitmap
	blanks   bitmap // WSP
	hints    bitmap
	fields   bitmap // first bytes of fields
	contents bitmap // first bytes of fields that begin with "c"
	invalid  bitmap // bytes that show that a line is neither a field nor a continuation
}

// A Field is a header field in a text: text[From:To].
type Field struct {
	From, To int32
	Hinted   bool // the field has a hint
}

// carry is the state at the end of a word that the next word needs: 1 for yes, 0 for no.
type carry struct{ end, name, indent, digit uint64 }

// Find returns the length of the lines at the beginning of text that are certainly fields
// or their continuations. It stops before a line that has no colon right after a name,
// that has "/" after that colon, or that has only white space. Find may leave out the
// last 64 bytes of text.
//
// Find sets Fields to these fields. With all unset, Find may list only those with a hint,
// those whose names begin with "c", as the fields of MIME do, and the last one, which may
// continue after them. If text begins with a continuation, the rest of its field is
// listed first.
//
// Hints are: colons, except those in times and those after names and before a space;
// "=?", which begins encoded words; the asterisk, which names of RFC 2231 parameters
// contain; and the backspace. A field without a hint has no URL, encoded or not.
func (m *Marks) Find(text []byte, all bool) (n int) {
	m.Fields, m.open, m.from, m.hint = m.Fields[:0], false, 0, 0
	if header.IsContinuation(text) {
		m.Fields, m.open = append(m.Fields, Field{}), true
	}
	m.carry = carry{end: 1}
	invalid := uint64(0)
	for at, size := 0, 0; invalid == 0 && at+wordBytes < len(text); at += size * wordBytes {
		size = m.lines(text[at:], min((len(text)-1-at)/wordBytes, words))
		if invalid = m.invalid[size-1]; invalid != 0 { // the rest of the word does not matter
			before := invalid&-invalid - 1
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
				m.list(at+w*wordBytes, w, places)
			} else if starts != 0 {
				if m.open {
					m.close(at + w*wordBytes + bits.TrailingZeros64(starts))
				}
				m.from = int32(at + w*wordBytes + bits.Len64(starts) - 1)
			}
		}
		if end := m.lastEnd(size); end > 0 {
			n = at + end
		}
	}
	m.end(text[:n])
	return n
}

// list adds the fields with bits in places to Fields. The bits are those of word w, which
// begins at index at.
func (m *Marks) list(at, w int, places uint64) {
	starts, hints := m.fields[w], m.hints[w]
	if m.open && starts != 0 {
		m.close(at + bits.TrailingZeros64(starts))
	}
	for ; places != 0; places &= places - 1 {
		through := places ^ (places - 1) // bits up to the place
		if begun := starts & through; begun != 0 {
			m.from = int32(at + bits.Len64(begun) - 1)
		}
		if n := len(m.Fields); n == 0 || m.Fields[n-1].From != m.from {
			m.Fields, m.open = append(m.Fields, Field{From: m.from}), true
			if after := starts &^ through; after != 0 {
				m.close(at + bits.TrailingZeros64(after))
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

// close ends the last field of Fields at index to, where the next field begins.
func (m *Marks) close(to int) { m.Fields[len(m.Fields)-1].To, m.open = int32(to), false }

// end ends Fields at the end of text, which is the end of a line, and adds the last field
// of text. At most one line after text has been looked at.
func (m *Marks) end(text []byte) {
	n := len(m.Fields)
	if n > 0 && int(m.Fields[n-1].From) >= len(text) {
		n--
		m.Fields, m.open = m.Fields[:n], false
		m.hint = 0 // it was in the removed field
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
		from := m.from
		if int(from) >= len(text) {
			from = int32(lastField(text[to:]) + to)
		}
		m.Fields = append(m.Fields, Field{From: from, To: int32(len(text))})
	}
}

// lastEnd returns the end of the last line in the first size words, before the first
// invalid byte of the last word. It returns 0 if no line ends there.
func (m *Marks) lastEnd(size int) int {
	w := size - 1
	ends := m.ends[w]
	if invalid := m.invalid[w]; invalid != 0 {
		ends &= invalid&-invalid - 1
	}
	for ; ends == 0; ends = m.ends[w] {
		if w--; w < 0 {
			return 0
		}
	}
	return w*wordBytes + bits.Len64(ends)
}

// lastField returns the index of the last field in fields.
func lastField(fields []byte) int {
	for end := len(fields) - 1; end > 0; {
		end = bytes.LastIndexByte(fields[:end], '\n')
		if !header.IsContinuation(fields[end+1:]) {
			return end + 1
		}
	}
	return 0
}

// linesGo fills ends, hints, contents, fields and invalid for up to size words of text,
// and updates carry. It returns the number of words it filled. Of these, only the last
// may have invalid bytes.
func (m *Marks) linesGo(text []byte, size int) (made int) {
	made = min(size, groupWords)
	m.mark(text, made)
	m.split(text, made)
	m.classify(text, made)
	return m.untilInvalid(made)
}

// untilInvalid returns the number of words up to and including the first one with an
// invalid byte, or size if no word has one.
func (m *Marks) untilInvalid(size int) int {
	for w, invalid := range m.invalid[:size] {
		if invalid != 0 {
			return w + 1
		}
	}
	return size
}

// split finds the fields in the marked words. Adding the first bit of a run of bits to
// the run carries into the bit after the run. So one addition skips all names, or the
// white space before all continuations.
func (m *Marks) split(text []byte, size int) {
	ends, stops, colons, blanks := m.ends[:size], m.stops[:size], m.colons[:size], m.blanks[:size]
	fields, invalid := m.fields[:size], m.invalid[:size]
	c := m.carry.indent
	end := m.carry.end
	for w := range ends {
		starts := ends[w]<<1 | end
		end = ends[w] >> 63
		fields[w] = starts &^ stops[w]
		var indent uint64
		indent, c = bits.Add64(blanks[w], starts&blanks[w], c)
		indent &^= blanks[w]
		invalid[w] = (starts&^blanks[w] | indent&^colons[w]) & stops[w]
	}
	m.carry.end, m.carry.indent = end, c
	c = m.carry.name
	for w := range ends {
		var name uint64
		name, c = bits.Add64(^stops[w], fields[w], c)
		name &= stops[w]
		m.hints[w] |= colons[w] &^ name
		invalid[w] |= name &^ colons[w]
		for set := name & m.hints[w]; set != 0; set &= set - 1 {
			if i := bits.TrailingZeros64(set); text[w*wordBytes+i+1] == '/' {
				invalid[w] |= 1 << i
			}
		}
	}
	m.carry.name = c
}

// classify finds the fields that begin with "c" and those that begin with a hyphen, which
// are invalid. It removes the hints that are colons in times.
func (m *Marks) classify(text []byte, size int) {
	for w := range m.fields[:size] {
		text := text[w*wordBytes:][:wordBytes+1]
		m.contents[w] = 0
		for set := m.fields[w]; set != 0; set &= set - 1 {
			switch text[bits.TrailingZeros64(set)] {
			case 'c', 'C':
				m.contents[w] |= set & -set
			case '-':
				m.invalid[w] |= set & -set
			}
		}
		for set := m.hints[w] & m.colons[w]; set != 0; set &= set - 1 {
			i := bits.TrailingZeros64(set)
			if ascii.Is(text[i+1], ascii.Digit) && (i == 0 && m.carry.digit != 0 || i > 0 && ascii.Is(text[i-1], ascii.Digit)) {
				m.hints[w] &^= set & -set
			}
		}
		m.carry.digit = 0
		if ascii.Is(text[wordBytes-1], ascii.Digit) {
			m.carry.digit = 1
		}
	}
}

// HasHint reports whether line has a hint. The first colon of line is the one after a
// field name, unless line is a continuation.
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

// isTime reports whether the colon at index i of text is between two digits. The colon
// must not be the last byte of text.
func isTime(text []byte, i int) bool {
	return i > 0 && ascii.Is(text[i-1], ascii.Digit) && ascii.Is(text[i+1], ascii.Digit)
}

// mark fills the bitmaps of single bytes for size words.
func (m *Marks) mark(text []byte, size int) {
	for w := range size {
		var ends, stops, colons, blanks, hints uint64
		for i, c := range text[w*wordBytes:][:wordBytes] {
			if '>' <= c && c < 0x7F || '+' <= c && c <= '9' {
				continue // nearly all bytes
			}
			next := text[w*wordBytes+i+1]
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
