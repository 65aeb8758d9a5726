//go:build !purego

package transfer

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// strayBlock is how many bytes strayAVX2 takes at a time: two registers, as the
// branch takes longer than all else.
const strayBlock = 64

func stray(text []byte) int {
	n := 0
	if blocks := len(text) / strayBlock; hasAVX2 && blocks > 0 {
		n = strayAVX2(&text[0], blocks)
		text = text[n:min(n+strayBlock, len(text))]
	}
	return n + strayGo(text)
}

// strayAVX2 returns the index of the first of n blocks at p that has a stray byte,
// or of what is behind them all.
//
//go:noescape
func strayAVX2(p *byte, n int) int
