//go:build !purego

package transfer

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2
