//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns how much memory a process held, in bytes. Linux counts what its
// parent held before it began as well: what takes less than bench is not seen.
func peak(s *os.ProcessState) int64 {
	n := int64(s.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		return n
	}
	return n << 10
}
