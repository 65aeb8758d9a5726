//go:build !purego

package trigger

func (k *kernel) words(dst []uint64, around []byte) {
	k.near = wordsNEON(&dst[0], &around[0], len(dst), k.near, k.wide)
}

// wordsNEON makes n words from dst on for the text behind the byte at around; the
// byte behind the text is read as well. It takes and returns kernel.near.
//
//go:noescape
func wordsNEON(dst *uint64, around *byte, n, near int, wide bool) (nearAfter int)
