//go:build !unix

package terminal

import "os"

// InForeground reports whether the program is in the foreground of the terminal.
func InForeground(*os.File) bool { return true }
