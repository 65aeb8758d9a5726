package pick

import (
	"encoding/base64"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"

	"golang.org/x/term"
)

// A Terminal is the terminal that the program was started from, whatever its standard
// input and output are.
type Terminal struct {
	in, out *os.File
	state   *term.State // the state to restore
}

// OpenTerminal opens the terminal.
func OpenTerminal() (*Terminal, error) {
	if os.Getenv("TERM") == "dumb" {
		return nil, errors.New("the terminal cannot move the cursor")
	}
	in, out, err := openTerminal()
	if err != nil {
		return nil, errors.New("there is no terminal")
	}
	return &Terminal{in: in, out: out}, nil
}

// Control sequences (ECMA-48, and xterm's private modes).
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l" // the alternate screen, without a cursor; long lines are cut
	leaveScreen = "\x1b[?7h\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	eraseLine   = "\x1b[K"
)

var styles = [...]string{plain: "\x1b[m", strong: "\x1b[1m", faint: "\x1b[2m", highlighted: "\x1b[7m"}

// enter prepares the terminal for a model.
func (t *Terminal) enter() error {
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return err
	}
	t.state = state
	return t.write(enterScreen)
}

// leave restores the terminal.
func (t *Terminal) leave() error {
	err := t.write(leaveScreen)
	return errors.Join(err, term.Restore(int(t.in.Fd()), t.state))
}

func (t *Terminal) write(s string) error {
	_, err := t.out.WriteString(s)
	return err
}

// draw sets the size of m to that of the terminal and draws its screen. It draws
// everything in one write. This is little data, and it overwrites any other output on
// the screen.
func (t *Terminal) draw(m *model) error {
	if width, height, err := term.GetSize(int(t.out.Fd())); err == nil && width > 0 && height > 0 {
		m.resize(width, height)
	}
	var b strings.Builder
	b.WriteString(home)
	for i, l := range m.screen() {
		if i > 0 {
			b.WriteString("\r\n")
		}
		b.WriteString(eraseLine + styles[l.style] + l.text + styles[plain])
	}
	return t.write(b.String())
}

// run runs a command that uses the terminal exclusively.
func (t *Terminal) run(cmd *exec.Cmd) error {
	if err := t.leave(); err != nil {
		return err
	}
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt) // an interrupt is for the command
	defer signal.Stop(interrupt)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = t.in, t.out, t.out
	err := cmd.Run()
	return errors.Join(err, t.enter())
}

// copy copies text to the clipboard: that of the terminal in which tmux runs, or
// otherwise that of this terminal. The terminal may be on another computer, and does
// not report whether it succeeded.
func (t *Terminal) copy(text string) error {
	sequence := "\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(text)) + "\a"
	if os.Getenv("TMUX") != "" {
		cmd := exec.Command("tmux", "load-buffer", "-w", "-")
		cmd.Stdin = strings.NewReader(text)
		if cmd.Run() == nil {
			return nil
		}
		// Before version 3.2 tmux has no -w, but passes on sequences wrapped like this.
		sequence = "\x1bPtmux;\x1b" + sequence + "\x1b\\"
	}
	return t.write(sequence)
}
