//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// InForeground reports whether the program is in the foreground process group of the
// terminal. A shell runs background jobs in other groups.
func InForeground(terminal *os.File) bool {
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	own, _ := unix.Getpgid(0)
	return err == nil && group == own
}
