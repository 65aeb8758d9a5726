//go:build !purego

package htmltext

import (
	"slices"

	"golang.org/x/sys/cpu"
)

var hasAVX2 = cpu.X86.HasAVX2

// flatBlock is the number of bytes that flatAVX2 copies at a time.
const flatBlock = 32

// appendFlat appends src up to the first of the stops to dst, with each LF replaced by
// lf.
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

// flatAVX2 copies n blocks of src to dst, with each LF replaced by lf, up to the first
// of the stops. It returns the index of that, or the length of the blocks. After that
// index, dst is undefined up to the end of the block.
//
//go:noescape
func flatAVX2(dst, src *byte, n int, lf byte) int
