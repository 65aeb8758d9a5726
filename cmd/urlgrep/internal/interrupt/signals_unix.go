//go:build unix && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package interrupt

import (
	"os"
	"syscall"
)

// InfoSignals are the signals that ask for the progress.
var InfoSignals = []os.Signal{syscall.SIGUSR1}
