//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the peak memory of a process, in bytes. On Linux this includes the memory
// that its parent had when the process began, so it cannot be less than the memory of
// bench.
func peak(s *os.ProcessState) int64 {
	n := int64(s.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS == "darwin" {
		return n
	}
	return n << 10
}
