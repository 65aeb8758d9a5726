//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package interrupt

import (
	"os"
	"syscall"
)

// InfoSignals ask how far a search is. A terminal sends SIGINFO for Ctrl-T.
var InfoSignals = []os.Signal{syscall.SIGINFO}
