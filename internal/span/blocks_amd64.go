//go:build !purego

package span

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// block is how many bytes are looked at at once.
const block = 32

// blocks returns how many bytes of b are of the class, but no more than its whole
// blocks have.
func (c *Class) blocks(b []byte) int {
	if !hasAVX2 || len(b) < block {
		return 0
	}
	return blocksAVX2(&b[0], len(b)/block, &c.low, &c.high)
}

// blocksAVX2 returns how many bytes from p on are of the class, of n blocks at most.
//
//go:noescape
func blocksAVX2(p *byte, n int, low, high *[16]byte) int
