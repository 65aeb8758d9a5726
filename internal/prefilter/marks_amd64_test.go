//go:build !purego

package prefilter

func init() {
	if hasAVX2 {
		kernels["AVX2"] = func(m *Marks, text []byte, size int) int { return linesAVX2(m, &text[0], size) }
	}
}
