//go:build !purego

package prefilter

import "golang.org/x/sys/cpu"

// Processors with VBMI2 do not lower their clock for 512-bit registers, as earlier
// processors with AVX-512 do.
var hasAVX2, hasAVX512 = cpu.X86.HasAVX2, cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2

func stray(text []byte) int {
	switch {
	case hasAVX512 && len(text) >= 128:
		return strayAVX512(&text[0], len(text))
	case hasAVX2 && len(text) >= 64:
		return strayAVX2(&text[0], len(text))
	}
	return strayGo(text)
}

// strayAVX2 is strayGo for n bytes at p; n must be at least 64.
//
//go:noescape
func strayAVX2(p *byte, n int) int

// strayAVX512 is strayGo for n bytes at p; n must be at least 128.
//
//go:noescape
func strayAVX512(p *byte, n int) int
