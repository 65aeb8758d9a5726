//go:build !purego

package trigger

import "golang.org/x/sys/cpu"

// Processors that have VBMI2 do not lower their clock for registers of 512 bits, as
// earlier ones with AVX-512 do.
var hasAVX2, hasAVX512 = cpu.X86.HasAVX2, cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2

// words makes n words more, for the text around[1 : 1+n*Word].
func (k *kernel) words(b *Bitmap, n int, around []byte) {
	switch {
	case hasAVX512 && !k.wide:
		k.near = wordsAVX512(b, &around[1], n, k.at, k.near)
	case hasAVX2:
		k.near = wordsAVX2(b, &around[1], n, k.at, k.near, k.wide)
	default:
		k.wordsGo(b, n, around)
		return
	}
	k.at += n
}

// wordsAVX2 makes n words, of which the first has the number at, for the text at p, the
// byte before which and the byte after which are read as well. It takes and returns
// kernel.near.
//
//go:noescape
func wordsAVX2(b *Bitmap, p *byte, n, at, near int, wide bool) (nearAfter int)

// wordsAVX512 is wordsAVX2 where wide is false.
//
//go:noescape
func wordsAVX512(b *Bitmap, p *byte, n, at, near int) (nearAfter int)
