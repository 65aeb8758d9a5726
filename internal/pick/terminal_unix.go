//go:build unix

package pick

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

func openTerminal() (in, out *os.File, err error) {
	f, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	return f, f, err
}

// notifyResize returns a channel that receives a value when the size of the terminal
// changes.
func notifyResize() (resized chan os.Signal, stop func()) {
	resized = make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	return resized, func() { signal.Stop(resized) }
}

// detach makes a command survive the terminal.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
