//go:build !unix && !windows

package pick

import (
	"errors"
	"os"
	"os/exec"
)

// openTerminal returns an error: no terminal can be opened by name on this system.
func openTerminal() (in, out *os.File, err error) { return nil, nil, errors.ErrUnsupported }

// notifyResize returns a nil channel.
func notifyResize() (resized chan os.Signal, stop func()) { return nil, func() {} }

// detach does nothing.
func detach(*exec.Cmd) {}
