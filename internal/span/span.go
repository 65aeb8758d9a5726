// Package span measures how far a text goes on in bytes of two classes, one of which
// has all that the other one has: the characters of a host, and those of a URL.
//
// In an x86-64 with AVX2 it looks at 64 bytes without a branch: where a URL ends is
// foreseen by nobody, and few are longer. Elsewhere, and with the build tag purego, it
// takes eight at a time until it has both.
package span

import "math/bits"

// Classes are two sets of bytes below 80 hexadecimal. A byte is in one if a bit is set
// in the place of its low four bits in the class's table and in that of its high four
// in high: of these, each has a bit of its own.
type Classes struct {
	inner, outer, high [16]byte
	isInner, isOuter   [256]uint8 // 1 for its bytes
}

// NewClasses returns the class of all bytes in inner, and that of these and of all in
// also. They are ASCII.
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

// Prefix returns how many bytes at the beginning of b are of the inner class, and how
// many of the outer one. It looks at Word bytes at most.
func (c *Classes) Prefix(b []byte) (inner, outer int) { return c.prefix(b) }

// Word is how many bytes Prefix looks at.
const Word = 64

// Outer returns how many bytes at the beginning of b are of the outer class.
func (c *Classes) Outer(b []byte) (n int) {
	for {
		_, outer := c.prefix(b[n:])
		if n += outer; outer < Word {
			return n
		}
	}
}

// prefixGo returns what Prefix does.
func (c *Classes) prefixGo(b []byte) (inner, outer int) {
	b = b[:min(len(b), Word)]
	inner = run(&c.isInner, b, 0)
	return inner, run(&c.isOuter, b, inner)
}

// run returns the index after the bytes that is has 1 for, from index n on. It takes
// eight bytes at a time, with one branch that nobody foresees, where they end.
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
