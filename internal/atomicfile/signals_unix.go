//go:build unix

package atomicfile

import (
	"os"
	"os/signal"
	"syscall"
)

// fatalSignals are the signals that end a Go program unless it handles them: SIGPIPE that of a write
// to standard output or standard error. Package os/signal describes them. A Go program ignores the
// other ones, such as SIGALRM. It cannot handle SIGKILL, and the faults of its own code (SIGILL,
// SIGTRAP, SIGSYS); SIGBUS, SIGFPE and SIGSEGV are panics.
var fatalSignals = []os.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGPIPE, syscall.SIGTERM,
}

// dieFrom ends the process as a signal does.
func dieFrom(s os.Signal) {
	number := s.(syscall.Signal)
	if number != syscall.SIGPIPE { // which a Go program ignores if no write has caused it
		signal.Reset(s)
		if syscall.Kill(os.Getpid(), number) == nil {
			select {}
		}
	}
	os.Exit(128 + int(number))
}
