//go:build unix

package terminal

import (
	"os"

	"golang.org/x/sys/unix"
)

// InForeground reports whether the program is of the terminal's foreground process
// group: not, where a shell has it run in the background.
func InForeground(terminal *os.File) bool {
	group, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCGPGRP)
	own, _ := unix.Getpgid(0)
	return err == nil && group == own
}
