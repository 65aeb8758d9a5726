//go:build !purego

package htmltext

import (
	"slices"

	"golang.org/x/sys/cpu"
)

var hasAVX2 = cpu.X86.HasAVX2

// flatBlock is how many bytes flatAVX2 takes at a time.
const flatBlock = 32

// appendFlat appends src to dst, up to the first of the stops, and puts lf for each LF.
func appendFlat(dst, src []byte, lf byte) []byte {
	blocks := len(src) / flatBlock
	if !hasAVX2 || blocks == 0 {
		return appendFlatGo(dst, src, lf)
	}
	dst = slices.Grow(dst, len(src))
	had := len(dst)
	n := flatAVX2(&dst[:had+1][had], &src[0], blocks, lf)
	dst = dst[:had+n]
	if n < blocks*flatBlock {
		return dst
	}
	return appendFlatGo(dst, src[n:], lf)
}

// flatAVX2 copies n blocks of src to dst, with lf for each LF, up to that with the
// first of the stops. It returns where that is, or how long the blocks are. Behind
// it there may be anything in dst, up to the end of its block.
//
//go:noescape
func flatAVX2(dst, src *byte, n int, lf byte) int
