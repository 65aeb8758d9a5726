//go:build !purego

package prefilter

func init() {
	if hasAVX2 {
		kernels["AVX2"] = func(m *Marks, text []byte, size int) int {
			size = min(size, few)
			marksAVX2(m, &text[0], size)
			m.takeApart(text, size)
			m.chooseMarked(size)
			return m.untilOdd(size)
		}
	}
}
