//go:build !purego

package span

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// block is how many bytes are looked at at once.
const block = 32

// Len returns how many bytes at the beginning of b are of the class.
func (c *Class) Len(b []byte) int {
	if !hasAVX2 || len(b) < block {
		return c.lenGo(b)
	}
	n := blocksAVX2(&b[0], len(b)/block, &c.low, &c.high)
	if n == len(b)&^(block-1) {
		n += c.lenGo(b[n:])
	}
	return n
}

// blocksAVX2 returns how many bytes from p on are of the class, of n blocks at most.
//
//go:noescape
func blocksAVX2(p *byte, n int, low, high *[16]byte) int
