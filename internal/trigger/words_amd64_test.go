//go:build !purego

package trigger

func init() {
	if hasAVX2 {
		kernels["AVX2"] = func(k *kernel, b *Bitmap, n int, around []byte) {
			k.near = wordsAVX2(b, &around[1], n, k.at, k.near, k.wide, k.spaced)
			k.at += n
		}
	}
}
