//go:build unix && !darwin && !dragonfly && !freebsd && !netbsd && !openbsd

package main

import (
	"os"
	"syscall"
)

// infoSignals ask how far a search is.
var infoSignals = []os.Signal{syscall.SIGUSR1}
