//go:build unix && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package interrupt

import (
	"os"
	"syscall"
)

// InfoSignals ask how far a search is.
var InfoSignals = []os.Signal{syscall.SIGUSR1}
