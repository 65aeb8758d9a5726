//go:build unix

package atomicfile

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// fatalSignals are the signals that end a Go program unless it handles them: SIGPIPE that of a write
// to standard output or standard error. Package os/signal describes them. A Go program ignores the
// other ones, such as SIGALRM. It cannot handle SIGKILL, and the faults of its own code (SIGILL,
// SIGTRAP, SIGSYS); SIGBUS, SIGFPE and SIGSEGV are panics.
var fatalSignals = []os.Signal{
	syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGABRT, syscall.SIGPIPE, syscall.SIGTERM,
}

// isFatal reports whether a signal that was handled ends the process. A program that handles SIGPIPE
// receives it for each descriptor, such as that of a pipe to a child process; only the one of a write
// to standard output or standard error ends it, as in a program that does not handle the signal.
func isFatal(s os.Signal) bool {
	if s != syscall.SIGPIPE {
		return true
	}
	fds := []unix.PollFd{{Fd: 1, Events: unix.POLLOUT}, {Fd: 2, Events: unix.POLLOUT}}
	for {
		_, err := unix.Poll(fds, 0)
		if err == nil {
			break
		}
		if err != unix.EINTR {
			return true
		}
	}
	const ended = unix.POLLERR | unix.POLLHUP
	return (fds[0].Revents|fds[1].Revents)&ended != 0
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
