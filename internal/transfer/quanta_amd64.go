//go:build !purego

package transfer

import "slices"

// quantaBlock is how many digits linesAVX2 takes at a time.
const quantaBlock = 32

// quantaLines decodes the lines at the beginning of raw that are like the first one:
// width digits, which are whole quanta, and a line end up to step, LF or CRLF. It
// appends what they are to dst and returns how many there were; none, if others than
// it can do are to be done.
func quantaLines(dst, raw []byte, width, step int) ([]byte, int) {
	if !hasAVX2 || width < quantaBlock {
		return dst, 0
	}
	n := len(raw) / step
	octets := width / 4 * 3
	const spare = 8 // as much more is written behind a block
	dst = slices.Grow(dst, n*octets+spare)
	n = linesAVX2(&dst[len(dst):cap(dst)][0], &raw[0], width, step, n)
	return dst[:len(dst)+n*octets], n
}

// linesAVX2 decodes up to n lines at src, one at least. See quantaLines.
//
//go:noescape
func linesAVX2(dst, src *byte, width, step, n int) (lines int)
