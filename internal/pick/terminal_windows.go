package pick

import (
	"errors"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// openTerminal opens the console and enables control sequences.
func openTerminal() (in, out *os.File, err error) {
	in, err = os.OpenFile("CONIN$", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	out, err = os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if err != nil {
		return nil, nil, err
	}
	var mode uint32
	console := windows.Handle(out.Fd())
	err = windows.GetConsoleMode(console, &mode)
	return in, out, errors.Join(err, windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING))
}

// notifyResize returns a nil channel: a console has no signal for it. The size is read
// again with each key.
func notifyResize() (resized chan os.Signal, stop func()) { return nil, func() {} }

// detach does nothing: no program ends with the console of another.
func detach(*exec.Cmd) {}
