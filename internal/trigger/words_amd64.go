//go:build !purego

package trigger

import "golang.org/x/sys/cpu"

// Processors that have VBMI2 do not lower their clock for registers of 512 bits, as
// earlier ones with AVX-512 do.
var hasAVX2, hasAVX512 = cpu.X86.HasAVX2, cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2

func (k *kernel) words(dst []uint64, around []byte) {
	switch {
	case hasAVX512 && !k.wide:
		k.near = wordsAVX512(&dst[0], &around[1], len(dst), k.near)
	case hasAVX2:
		k.near = wordsAVX2(&dst[0], &around[1], len(dst), k.near, k.wide)
	default:
		k.wordsGo(dst, around)
	}
}

// wordsAVX2 makes n words from dst on for the text at p, the byte before which and
// the byte behind which are read as well. It takes and returns kernel.near.
//
//go:noescape
func wordsAVX2(dst *uint64, p *byte, n, near int, wide bool) (nearAfter int)

// wordsAVX512 is wordsAVX2 where wide is false.
//
//go:noescape
func wordsAVX512(dst *uint64, p *byte, n, near int) (nearAfter int)
