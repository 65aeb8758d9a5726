//go:build !purego

package trigger

// words makes n words more, for the text around[1 : 1+n*Word].
func (k *kernel) words(b *Bitmap, n int, around []byte) {
	k.near = wordsNEON(b, &around[0], n, k.at, k.near, k.wide)
	k.at += n
}

// wordsNEON makes n words, of which the first has the number at, for the text after the
// byte at around; the byte after the text is read as well. It takes and returns
// kernel.near.
//
//go:noescape
func wordsNEON(b *Bitmap, around *byte, n, at, near int, wide bool) (nearAfter int)
