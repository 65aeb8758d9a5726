//go:build !purego

package trigger

// words fills the next n words, for the text around[1 : 1+n*Word].
func (k *kernel) words(b *Bitmap, n int, around []byte) {
	k.near = wordsNEON(b, &around[0], n, k.at, k.near, k.wide, k.spaced)
	k.at += n
}

// wordsNEON fills n words, the first with index at, for the text after the byte at
// around. It also reads the byte after the text. It takes and returns kernel.near.
//
//go:noescape
func wordsNEON(b *Bitmap, around *byte, n, at, near int, wide, spaced bool) (nearAfter int)
