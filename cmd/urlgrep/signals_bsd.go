//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package main

import (
	"os"
	"syscall"
)

// infoSignals ask how far a search is. A terminal sends SIGINFO for Ctrl-T.
var infoSignals = []os.Signal{syscall.SIGINFO}
