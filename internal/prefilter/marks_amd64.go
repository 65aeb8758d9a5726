//go:build !purego

package prefilter

func (m *Marks) lines(text []byte, size int) (made int) {
	switch {
	case hasAVX512:
		return linesAVX512(m, &text[0], size)
	case hasAVX2:
		made = min(size, few)
		marksAVX2(m, &text[0], made)
		m.takeApart(text, made)
		m.chooseMarked(made)
		return m.untilOdd(made)
	}
	return m.linesGo(text, size)
}

// chooseMarked is choose where digits and what may begin a name are marked, without
// branches.
func (m *Marks) chooseMarked(size int) {
	fields, digits, before := m.fields[:size], m.digits[:size], m.beforeDigits[:size]
	c := m.carry.digit
	for w := range fields {
		m.contents[w] = fields[w] & m.letters[w]
		m.odd[w] |= fields[w] & m.hyphens[w]
		m.hints[w] &^= m.colons[w] & before[w] & (digits[w]<<1 | c)
		c = digits[w] >> 63
	}
	m.carry.digit = c
}

// marksAVX2 is Marks.mark for n words of the text at p, the byte after which is read
// as well. It marks letters, hyphens and digits, too.
//
//go:noescape
func marksAVX2(m *Marks, p *byte, n int)

// linesAVX512 is Marks.linesGo, except for the bitmaps that only that itself needs. It
// goes on for n words, if none is odd.
//
//go:noescape
func linesAVX512(m *Marks, p *byte, n int) (made int)
