//go:build purego || !(amd64 || arm64)

package trigger

func (k *kernel) words(dst []uint64, around []byte) { k.wordsGo(dst, around) }
