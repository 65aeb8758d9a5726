//go:build purego || !(amd64 || arm64)

package trigger

func (k *kernel) words(b *Bitmap, n int, around []byte) { k.wordsGo(b, n, around) }
