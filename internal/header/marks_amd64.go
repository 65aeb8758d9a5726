//go:build !purego

package header

import "golang.org/x/sys/cpu"

// Processors that have VBMI2 do not lower their clock for registers of 512 bits, as
// earlier ones with AVX-512 do.
var hasAVX2, hasAVX512 = cpu.X86.HasAVX2, cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2

func (m *Marks) lines(text []byte, size int) (made int) {
	switch {
	case hasAVX512:
		return linesAVX512(m, &text[0], size)
	case hasAVX2:
		made = min(size, few)
		marksAVX2(m, &text[0], made)
		return m.takeApart(text, made)
	}
	return m.linesGo(text, size)
}

// marksAVX2 is Marks.mark for n words of the text at p, the byte behind which is read
// as well.
//
//go:noescape
func marksAVX2(m *Marks, p *byte, n int)

// linesAVX512 is Marks.linesGo, but for the bitmaps that only that itself needs. It
// goes on for n words, if none is odd.
//
//go:noescape
func linesAVX512(m *Marks, p *byte, n int) (made int)
