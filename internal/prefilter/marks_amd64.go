//go:build !purego

package prefilter

func (m *Marks) lines(text []byte, size int) (made int) {
	switch {
	case hasAVX512:
		return linesAVX512(m, &text[0], size)
	case hasAVX2:
		return linesAVX2(m, &text[0], size)
	}
	return m.linesGo(text, size)
}

// linesAVX2 is linesAVX512 for processors without AVX-512.
//
//go:noescape
func linesAVX2(m *Marks, p *byte, n int) (made int)

// linesAVX512 is Marks.linesGo, but does not fill the bitmaps that only linesGo needs. It
// stops after n words, or after a word with an invalid byte.
//
//go:noescape
func linesAVX512(m *Marks, p *byte, n int) (made int)
