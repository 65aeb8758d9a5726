//go:build !purego

package htmltext

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// flatBlock is how many bytes flatAVX2 takes at a time.
const flatBlock = 32

// flat copies src to dst, which is as long, up to the first of the stops, and
// puts lf for each LF. It returns how much of src that is.
func flat(dst, src []byte, lf byte) int {
	n := 0
	if whole := len(src) &^ (flatBlock - 1); hasAVX2 && whole > 0 {
		_ = dst[whole-1]
		if n = flatAVX2(&dst[0], &src[0], whole/flatBlock, lf); n < whole {
			return n
		}
	}
	return n + flatGo(dst[n:], src[n:], lf)
}

// flatAVX2 copies n blocks of src to dst, with lf for each LF, up to that with the
// first of the stops. It returns where that is, or how long the blocks are. Behind
// it there may be anything in dst, up to the end of its block.
//
//go:noescape
func flatAVX2(dst, src *byte, n int, lf byte) int
