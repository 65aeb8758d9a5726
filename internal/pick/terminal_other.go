//go:build !unix && !windows

package pick

import (
	"errors"
	"os"
	"os/exec"
)

// openTerminal returns an error: no terminal can be opened by its name here.
func openTerminal() (in, out *os.File, err error) { return nil, nil, errors.ErrUnsupported }

// notifyResize gives nothing.
func notifyResize() (resized chan os.Signal, stop func()) { return nil, func() {} }

// detach has nothing to do.
func detach(*exec.Cmd) {}
