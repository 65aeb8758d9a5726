//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package interrupt

import (
	"os"
	"syscall"
)

// InfoSignals are the signals that ask for the progress. A terminal sends SIGINFO for
// Ctrl-T.
var InfoSignals = []os.Signal{syscall.SIGINFO}
