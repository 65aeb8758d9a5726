//go:build unix

package search

import (
	"math"
	"syscall"
)

// openFiles returns the maximum number of open files, RLIMIT_NOFILE, which package os has
// raised to the hard limit.
func openFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
