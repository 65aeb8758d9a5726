//go:build !purego

package trigger

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

func (k *kernel) words(dst []uint64, around []byte) {
	if !hasAVX2 {
		k.wordsGo(dst, around)
		return
	}
	k.near = wordsAVX2(&dst[0], &around[1], len(dst), k.near, k.wide)
}

// wordsAVX2 makes n words from dst on for the text at p, the byte before which and
// the byte behind which are read as well. It takes and returns kernel.near.
//
//go:noescape
func wordsAVX2(dst *uint64, p *byte, n, near int, wide bool) (nearAfter int)
