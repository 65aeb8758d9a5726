//go:build unix

package search

import (
	"math"
	"syscall"
)

// openFiles returns how many files may be open at a time: RLIMIT_NOFILE. Package os has
// raised that as far as it may be.
func openFiles() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return math.MaxInt32
	}
	return int(min(uint64(limit.Cur), math.MaxInt32))
}
