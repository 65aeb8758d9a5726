package pick

import (
	"encoding/base64"
	"errors"
	"os"
	"os/exec"
	"strings"

	"golang.org/x/term"
)

// These figures decided against a library. They were measured in November 2026 on the whole
// program, built with -ldflags '-s -w' for linux/amd64. The prototypes show a list with a
// cursor and the mouse by a library, and were added to the program with the list of the first
// row. Instructions are those of --version, in millions, by callgrind; they vary by 0.05.
//
//	                        size      modules  instructions
//	before                  11.08 MB  10       4.8
//	this package            11.14 MB  10       4.8
//	before, and tcell v2.13 11.52 MB  14       5.9
//	before, and tcell v3.6  12.07 MB  15       6.0
//	before, and bubbletea v2.1
//	                        12.68 MB  26       5.2
//
// All have permissive licences, are maintained and run on Windows. bubbletea does not build
// for js/wasm. Of the 1,900 lines of this package, about 450 would go away, for about 200
// that connect the model to the library. Users would gain little: the keys of terminals that
// send other sequences than xterm.

// A Terminal is the terminal that the program was started from, whatever its standard
// input and output are.
type Terminal struct {
	in, out *os.File
	keys    *input      // reads in
	state   *term.State // the state to restore
	drawn   []line      // the lines on the screen; nil: not known
	colours bool
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
	return &Terminal{in: in, out: out, keys: newInput(in)}, nil
}

// Control sequences (ECMA-48, and xterm's private modes). The list is on the alternate
// screen, without a cursor; long lines are cut; the buttons and the wheel of the mouse are
// reported. A terminal may have no alternate screen, so the screen is cleared at the end.
const (
	enterScreen = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?1000h\x1b[?1006h"
	leaveScreen = "\x1b[H\x1b[J\x1b[?1006l\x1b[?1000l\x1b[?7h\x1b[?25h\x1b[?1049l"
	home        = "\x1b[H"
	eraseLine   = "\x1b[K"
)

var styles = [...]string{plain: "\x1b[m", strong: "\x1b[1m", faint: "\x1b[2m", highlighted: "\x1b[7m", alarming: "\x1b[1;31m"}

// style returns the sequence that begins a style.
func (t *Terminal) style(s style) string {
	if s == alarming && !t.colours {
		s = strong
	}
	return styles[s]
}

// A redraw is the lines of a screen to draw.
type redraw int

const (
	noLines redraw = iota
	changedLines
	allLines // overwrites any other output on the screen
)

// enter prepares the terminal for a model.
func (t *Terminal) enter() error {
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return err
	}
	t.state, t.drawn = state, nil
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

// draw sets the size of m to that of the terminal and draws its screen, in one write.
func (t *Terminal) draw(m *model, lines redraw) error {
	if lines == noLines {
		return nil
	}
	if width, height, err := term.GetSize(int(t.out.Fd())); err == nil && width > 0 && height > 0 {
		m.resize(width, height)
	}
	screen := m.screen()
	all := lines == allLines || len(screen) != len(t.drawn)
	var b strings.Builder
	b.WriteString(home)
	for i, l := range screen {
		if i > 0 {
			b.WriteString("\r\n")
		}
		if all || l != t.drawn[i] {
			b.WriteString(eraseLine + t.style(l.style) + l.text + styles[plain])
		}
	}
	t.drawn = screen
	return t.write(b.String())
}

// run runs a command that uses the terminal exclusively. SIGINT, which run's caller ignores,
// is for the command.
func (t *Terminal) run(cmd *exec.Cmd) error {
	if err := t.leave(); err != nil {
		return err
	}
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
