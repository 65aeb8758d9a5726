//go:build !purego

package prefilter

func (m *Marks) lines(text []byte, size int) (made int) {
	switch {
	case hasAVX512:
		return linesAVX512(m, &text[0], size)
	case hasAVX2:
		made = min(size, groupWords)
		marksAVX2(m, &text[0], made)
		m.split(text, made)
		m.classifyMarked(made)
		return m.untilInvalid(made)
	}
	return m.linesGo(text, size)
}

// classifyMarked is classify without branches. It needs the bitmaps of letters, hyphens
// and digits.
func (m *Marks) classifyMarked(size int) {
	fields, digits, before := m.fields[:size], m.digits[:size], m.beforeDigits[:size]
	c := m.carry.digit
	for w := range fields {
		m.contents[w] = fields[w] & m.letters[w]
		m.invalid[w] |= fields[w] & m.hyphens[w]
		m.hints[w] &^= m.colons[w] & before[w] & (digits[w]<<1 | c)
		c = digits[w] >> 63
	}
	m.carry.digit = c
}

// marksAVX2 is Marks.mark for n words of text at p. It also reads the byte after the
// text, and fills the bitmaps of letters, hyphens and digits.
//
//go:noescape
func marksAVX2(m *Marks, p *byte, n int)

// linesAVX512 is Marks.linesGo, but does not fill the bitmaps that only linesGo needs. It
// stops after n words, or after a word with an invalid byte.
//
//go:noescape
func linesAVX512(m *Marks, p *byte, n int) (made int)
