//go:build unix

package search

import (
	"fmt"
	"math"
	"os"
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

const (
	// leastFiles is the number of files that a search with one worker needs, besides those that
	// are open when it starts: an operand, a directory, an input, a temporary file and an output
	// file, one more, and two of the Go runtime, which panics if it cannot open these.
	leastFiles = 8

	// manyFiles is a limit with which no caller leaves less than that.
	manyFiles = 256
)

// CheckOpenFiles returns an error if fewer files may be open than a search needs. If it returns nil,
// the Go runtime can open the files that it needs itself, or has opened them.
func CheckOpenFiles() error {
	limit := openFiles()
	if limit >= manyFiles {
		return nil
	}
	var files [leastFiles]int
	free := 0
	for ; free < leastFiles; free++ {
		fd, err := syscall.Open(os.DevNull, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if err != nil {
			break
		}
		files[free] = fd
	}
	for _, fd := range files[:free] {
		syscall.Close(fd)
	}
	if free < leastFiles {
		return fmt.Errorf("too few open files are allowed: %d, at least %d are needed (ulimit -n)", limit, limit-free+leastFiles)
	}
	if f, err := os.Open(os.DevNull); err == nil { // the runtime opens its files
		f.Close()
	}
	return nil
}
