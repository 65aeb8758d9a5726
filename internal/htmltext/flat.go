package htmltext

import (
	"bytes"
	"slices"
)

// stops are the bytes at which appendFlat stops. "<" and "&" begin tags and character
// references. CR, or CR LF, may be a line break.
const stops = "<&\r"

// fewBytes is the length below which examining each byte takes less time than
// searching.
const fewBytes = 32

// appendFlatGo is appendFlat in Go.
func appendFlatGo(dst, src []byte, lf byte) []byte {
	dst = slices.Grow(dst, len(src))
	had := len(dst)
	return dst[:had+flatGo(dst[had:had+len(src)], src, lf)]
}

// flatGo copies src to dst up to the first of the stops and returns the number of bytes
// copied. dst and src have the same length. It searches block by block, as one of the
// stops may be near and another far.
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
