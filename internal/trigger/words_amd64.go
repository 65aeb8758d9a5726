//go:build !purego

package trigger

import "golang.org/x/sys/cpu"

// Processors with VBMI2 do not lower their clock for 512-bit registers, as earlier
// processors with AVX-512 do.
var hasAVX2, hasAVX512 = cpu.X86.HasAVX2, cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2

// words fills the next n words, for the text around[1 : 1+n*Word].
func (k *kernel) words(b *Bitmap, n int, around []byte) {
	switch {
	case hasAVX512 && !k.wide:
		k.near = wordsAVX512(b, &around[1], n, k.at, k.near, k.spaced)
	case hasAVX2:
		k.near = wordsAVX2(b, &around[1], n, k.at, k.near, k.wide, k.spaced)
	default:
		k.wordsGo(b, n, around)
		return
	}
	k.at += n
}

// wordsAVX2 fills n words for the text at p, the first with index at. It also reads the
// byte before the text and the byte after it. It takes and returns kernel.near.
//
//go:noescape
func wordsAVX2(b *Bitmap, p *byte, n, at, near int, wide, spaced bool) (nearAfter int)

// wordsAVX512 is wordsAVX2 with wide false.
//
//go:noescape
func wordsAVX512(b *Bitmap, p *byte, n, at, near int, spaced bool) (nearAfter int)
