//go:build !purego

package header

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

func (m *Marks) find(text []byte, n int) {
	if !hasAVX2 {
		m.findGo(text, n)
		return
	}
	marksAVX2(m, &text[0], n)
}

// marksAVX2 marks n words of the text at p, the byte behind which is read as well.
//
//go:noescape
func marksAVX2(m *Marks, p *byte, n int)
