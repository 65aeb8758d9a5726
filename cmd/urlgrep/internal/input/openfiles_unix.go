//go:build unix

package input

import (
	"fmt"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// OpenFiles returns the maximum number of open files, RLIMIT_NOFILE, which package os has
// raised to the hard limit.
func OpenFiles() int {
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
// the Go runtime can open the files that it needs itself, or has opened them. If it returns an error,
// it has closed standard input and standard output: the runtime may open its files at any time, also
// while the program reports the error, and then finds two.
func CheckOpenFiles() error {
	limit := OpenFiles()
	if limit >= manyFiles {
		return nil
	}
	free := 0
	for fd := range limit {
		if _, err := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0); err != nil { // it is not open
			free++
		}
	}
	if free < leastFiles {
		unix.Close(0)
		unix.Close(1)
		return fmt.Errorf("too few open files are allowed: %d, at least %d are needed (ulimit -n)", limit, limit-free+leastFiles)
	}
	if f, err := os.Open(os.DevNull); err == nil { // the runtime opens its files
		f.Close()
	}
	return nil
}
