//go:build !unix

package atomicfile

import (
	"os"
	"runtime"
	"syscall"
)

// fatalSignals are the signals that end a Go program unless it handles them. WebAssembly has no
// signals.
var fatalSignals = func() []os.Signal {
	if runtime.GOARCH == "wasm" {
		return nil
	}
	return []os.Signal{os.Interrupt, syscall.SIGTERM}
}()

// isFatal reports whether a signal that was handled ends the process.
func isFatal(os.Signal) bool { return true }

// dieFrom ends the process.
func dieFrom(s os.Signal) {
	status := 1
	if number, ok := s.(syscall.Signal); ok {
		status = 128 + int(number)
	}
	os.Exit(status)
}
