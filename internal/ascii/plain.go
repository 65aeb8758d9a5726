package ascii

import "math/bits"

// PlainLen returns the number of octets at the beginning of s that are from 20 to 7F and neither
// a nor b, which must be ASCII. Such text needs no escape in a format whose special characters
// are a and b. PlainLen examines eight octets at a time.
func PlainLen[T []byte | string](s T, a, b byte) int {
	if len(s) < 8 {
		i := 0
		for i < len(s) && ' ' <= s[i] && s[i] < 0x80 && s[i] != a && s[i] != b {
			i++
		}
		return i
	}
	i := 0
	for i < len(s)-16 && special(word(s[i:]), a, b)|special(word(s[i+8:]), a, b) == 0 {
		i += 16
	}
	for ; ; i += 8 {
		i = min(i, len(s)-8) // the last eight may overlap the eight before
		if found := special(word(s[i:]), a, b); found != 0 {
			return i + bits.TrailingZeros64(found)/8 // a borrow affects only the octets above
		}
		if i == len(s)-8 {
			return len(s)
		}
	}
}

// special returns a number that is 0 if no octet of w ends the result of PlainLen. Otherwise its
// lowest bit is the high bit of the first one. The high bit of an octet is set if the octet is
// not ASCII. The high bit of a difference is set if the octet is a control character or the
// character sought, as it is then less than the subtrahend.
func special(w uint64, a, b byte) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	control := w - ' '*ones
	isA := (w ^ uint64(a)*ones) - ones
	isB := (w ^ uint64(b)*ones) - ones
	return (w | control | isA | isB) & highs
}

// word returns the first eight octets of s, the first as the lowest byte.
func word[T []byte | string](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
