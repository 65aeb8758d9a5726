package htmltext

import (
	"bytes"
	"slices"
)

// stops are the octets that appendFlat copies nothing from on: tags and character
// references begin with one, and a line break may be CR, or CR LF.
const stops = "<&\r"

// fewBytes is for how many bytes a look at each takes less time than searches.
const fewBytes = 32

// appendFlatGo is the twin of what is in assembly.
func appendFlatGo(dst, src []byte, lf byte) []byte {
	dst = slices.Grow(dst, len(src))
	had := len(dst)
	return dst[:had+flatGo(dst[had:had+len(src)], src, lf)]
}

// flatGo copies src to dst, which is as long, up to the first of the stops, and returns
// how much of src that is. It searches a little at a time, as of the stops one may be
// near and another far.
func flatGo(dst, src []byte, lf byte) (n int) {
	for n < len(src) {
		block := src[n:min(len(src), n+16*fewBytes)]
		k := flatBlockGo(dst[n:], block, lf)
		n += k
		if k < len(block) {
			break
		}
	}
	return n
}

func flatBlockGo(dst, src []byte, lf byte) int {
	if len(src) < fewBytes {
		return flatFew(dst, src, lf)
	}
	for _, c := range []byte(stops) {
		if i := bytes.IndexByte(src, c); i >= 0 {
			src = src[:i]
		}
	}
	n := copy(dst, src)
	if lf == '\n' {
		return n
	}
	for text := dst[:n]; ; {
		k := bytes.IndexByte(text, '\n')
		if k < 0 {
			return n
		}
		text[k] = lf
		text = text[k+1:]
	}
}

func flatFew(dst, src []byte, lf byte) int {
	for n, c := range src {
		switch c {
		case '<', '&', '\r':
			return n
		case '\n':
			c = lf
		}
		dst[n] = c
	}
	return len(src)
}
