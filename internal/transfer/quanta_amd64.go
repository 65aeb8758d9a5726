//go:build !purego

package transfer

import "slices"

// quantaBlock is the number of digits that linesAVX2 decodes at a time.
const quantaBlock = 32

// quantaLines decodes the lines at the beginning of raw that are alike: width digits that
// are whole quanta, and a line end, LF or CRLF, from there up to step. It appends the
// octets to dst and returns the number of lines it decoded. It decodes none if width is
// less than a block.
func quantaLines(dst, raw []byte, width, step int) ([]byte, int) {
	if !hasAVX2 || width < quantaBlock {
		return dst, 0
	}
	n := len(raw) / step
	octets := width / 4 * 3
	const spare = 8 // the 24 octets of a block are written as 32
	dst = slices.Grow(dst, n*octets+spare)
	n = linesAVX2(&dst[len(dst):cap(dst)][0], &raw[0], width, step, n)
	return dst[:len(dst)+n*octets], n
}

// linesAVX2 decodes up to n lines at src; n must be at least one. See quantaLines.
//
//go:noescape
func linesAVX2(dst, src *byte, width, step, n int) (lines int)
