//go:build !purego

package trigger

func init() {
	if hasAVX2 {
		kernels["AVX2"] = func(k *kernel, dst []uint64, around []byte) {
			k.near = wordsAVX2(&dst[0], &around[1], len(dst), k.near, k.wide)
		}
	}
}
