//go:build !purego

package prefilter

func init() {
	if hasAVX2 {
		kernels["AVX2"] = func(m *Marks, text []byte, size int) int {
			size = min(size, groupWords)
			marksAVX2(m, &text[0], size)
			m.split(text, size)
			m.classifyMarked(size)
			return m.untilInvalid(size)
		}
	}
}
