//go:build !purego

package transfer

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

func stray(text []byte) int {
	if hasAVX2 && len(text) >= 64 {
		return strayAVX2(&text[0], len(text))
	}
	return strayGo(text)
}

// strayAVX2 is strayGo for n bytes at p, 64 or more.
//
//go:noescape
func strayAVX2(p *byte, n int) int
