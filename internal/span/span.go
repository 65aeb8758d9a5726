// Package span measures the prefix of a text that consists of bytes of a class. It
// measures two classes at once, an outer class and an inner class that is a subset of it:
// the characters of a URL, and those of a host.
//
// On x86-64 with AVX2 it looks at 64 bytes without a branch, as the end of a URL cannot
// be predicted and few URLs are longer. On other processors, and with the build tag
// purego, it looks at eight bytes at a time until it has both lengths.
package span

import "math/bits"

// Classes holds two sets of bytes below 80 hexadecimal.
type Classes struct {
	// The tables are indexed by half a byte. A byte b is in the inner class if
	// inner[b&15] and high[b>>4] have a bit in common. Each value of b>>4 has its own
	// bit.
	inner, outer, high [16]byte
	isInner, isOuter   [256]uint8 // 1 for members of the class
}

// NewClasses returns Classes with the bytes in inner as the inner class, and the bytes in
// inner and also as the outer class. All of them must be ASCII.
func NewClasses(inner, also string) *Classes {
	c := new(Classes)
	for row := range 8 {
		c.high[row] = 1 << row
	}
	define(&c.inner, &c.isInner, inner)
	define(&c.outer, &c.isOuter, inner+also)
	return c
}

func define(table *[16]byte, is *[256]uint8, members string) {
	for _, b := range []byte(members) {
		table[b&15] |= 1 << (b >> 4)
		is[b] = 1
	}
}

// Prefix returns the number of bytes at the beginning of b that are in the inner class,
// and the number that are in the outer class. It looks at the first Word bytes only.
func (c *Classes) Prefix(b []byte) (inner, outer int) { return c.prefix(b) }

// Word is the number of bytes that Prefix looks at.
const Word = 64

// Outer returns the number of bytes at the beginning of b that are in the outer class.
func (c *Classes) Outer(b []byte) (n int) {
	for {
		_, outer := c.prefix(b[n:])
		if n += outer; outer < Word {
			return n
		}
	}
}

// prefixGo is Prefix without assembly.
func (c *Classes) prefixGo(b []byte) (inner, outer int) {
	b = b[:min(len(b), Word)]
	inner = run(&c.isInner, b, 0)
	return inner, run(&c.isOuter, b, inner)
}

// run returns the index of the first byte of b, from index n on, for which is has 0. It
// looks at eight bytes at a time, with one branch that is hard to predict: the one at the
// end of the run.
func run(is *[256]uint8, b []byte, n int) int {
	for ; n+8 <= len(b); n += 8 {
		q := b[n : n+8 : n+8]
		set := is[q[0]] | is[q[1]]<<1 | is[q[2]]<<2 | is[q[3]]<<3 |
			is[q[4]]<<4 | is[q[5]]<<5 | is[q[6]]<<6 | is[q[7]]<<7
		if set != 1<<8-1 {
			return n + bits.TrailingZeros8(^set)
		}
	}
	for n < len(b) && is[b[n]] != 0 {
		n++
	}
	return n
}
