//go:build !purego

package transfer

import "slices"

// quantaBlock is how many digits linesAVX2 takes at a time.
const quantaBlock = 32

// quantaLines decodes the lines that raw begins with and that are all alike: digits
// only, width of them, which are whole quanta, and from there to step a line end, LF
// or CRLF. It appends what they say to dst and returns how many lines they are. None
// are if the first one is shorter than a block.
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

// linesAVX2 decodes up to n lines at src, one at least. See quantaLines.
//
//go:noescape
func linesAVX2(dst, src *byte, width, step, n int) (lines int)
