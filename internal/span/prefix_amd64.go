//go:build !purego

package span

import "golang.org/x/sys/cpu"

// Package trigger says why AVX-512 needs both.
var hasAVX2, hasAVX512 = cpu.X86.HasAVX2, cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2

func (c *Classes) prefix(b []byte) (inner, outer int) {
	switch {
	case len(b) < Word:
	case hasAVX512:
		return prefixAVX512(&b[0], &c.inner)
	case hasAVX2:
		return prefixAVX2(&b[0], &c.inner)
	}
	return c.prefixGo(b)
}

// prefixAVX2 is prefixGo for the text at p, which has at least Word bytes. The tables are
// those of Classes, in the same order.
//
//go:noescape
func prefixAVX2(p *byte, tables *[16]byte) (inner, outer int)

// prefixAVX512 is prefixAVX2 with AVX-512.
//
//go:noescape
func prefixAVX512(p *byte, tables *[16]byte) (inner, outer int)
