package pick

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"
)

// escapeTime is how long an ESC waits for more: alone it is a key, with more after
// it the beginning of another.
const escapeTime = 50 * time.Millisecond

// hangUp is SIGHUP, which package syscall lacks for GOOS=js. It is 1 everywhere.
const hangUp = syscall.Signal(1)

// A session is a model on a terminal.
type session struct {
	*model
	terminal *Terminal
	result   Result
	typed    []byte      // and not taken in yet
	failed   chan string // what programs in the background have ended with
}

// Run shows the items, under a heading that says what they are, and returns when
// someone has chosen.
func (t *Terminal) Run(items []Item, heading string) (Result, error) {
	s := &session{model: newModel(items, heading), terminal: t, failed: make(chan string)}
	if err := t.enter(); err != nil {
		return Result{}, err
	}
	defer t.leave()
	err := s.loop()
	return s.result, err
}

// readingTime is how long a message is shown.
const readingTime = 2 * time.Second

// Tell shows a message below what is on the terminal, and returns when a key was pressed
// or the message could be read: a window that was opened for the program closes with it.
func (t *Terminal) Tell(message string) (Result, error) {
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return Result{}, err
	}
	defer term.Restore(int(t.in.Fd()), state)
	if err := t.write(message + "\r\n"); err != nil {
		return Result{}, err
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, hangUp)
	defer signal.Stop(ended)
	in := newInput(t.in)
	defer close(in.wanted)
	in.wanted <- true
	var result Result
	select {
	case sig := <-ended:
		result.Signal, _ = sig.(syscall.Signal)
	case c := <-in.chunks:
		if k, _ := nextKey(c.bytes); k == "ctrl-c" {
			result.Signal = syscall.SIGINT
		}
	case <-time.After(readingTime):
	}
	return result, nil
}

// loop takes in what happens, until someone has chosen.
func (s *session) loop() error {
	resized, stop := notifyResize()
	defer stop()
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGTERM, hangUp)
	defer signal.Stop(ended)
	in := newInput(s.terminal.in)
	defer close(in.wanted)
	reading := false
	for {
		if err := s.terminal.draw(s.model); err != nil {
			return err
		}
		if !reading {
			in.wanted <- true
			reading = true
		}
		var patience <-chan time.Time
		if len(s.typed) > 0 {
			patience = time.After(escapeTime)
		}
		select {
		case <-resized:
		case sig := <-ended:
			s.result.Signal, _ = sig.(syscall.Signal)
			return nil
		case s.notice = <-s.failed:
		case <-patience:
			alone := string(s.typed) == escape
			s.typed = nil
			if alone && s.do(s.press(keyEscape)) {
				return nil
			}
		case c := <-in.chunks:
			if c.err != nil {
				return c.err
			}
			reading = false
			s.typed = append(s.typed, c.bytes...)
			if s.takeIn() {
				return nil
			}
		}
	}
}

// takeIn does what has been typed. It reports whether that was the end.
func (s *session) takeIn() bool {
	for {
		k, n := nextKey(s.typed)
		if n == 0 {
			return false
		}
		s.typed = s.typed[n:]
		if k != keyNone && s.do(s.press(k)) {
			return true
		}
	}
}

// do does what a key asks for. It reports whether that was the end.
func (s *session) do(a action) (end bool) {
	switch a {
	case actOpen:
		s.open()
	case actCopy:
		s.copy()
	case actPrint:
		s.result.Printed, s.result.Used = s.chosen(), true
		return true
	case actInterrupt:
		s.result.Signal = syscall.SIGINT
		return true
	case actLeave:
		return true
	}
	return false
}

// open has the chosen items opened, one after another.
func (s *session) open() {
	for _, i := range s.chosen() {
		name, err := s.browse(s.items[i].Open)
		if err != nil {
			s.notice = name + ": " + err.Error()
			return
		}
		s.result.Used = true
		s.notice = "opened with " + name
	}
}

// browse has a URL opened by the first program there is for that, and returns the
// name of that.
func (s *session) browse(url string) (name string, err error) {
	o, err := findOpener(os.Getenv("BROWSER"), url)
	if err != nil {
		return "open", err
	}
	name = filepath.Base(o.cmd.Path)
	if o.background {
		return name, o.start(func(err error) { s.failed <- name + ": " + err.Error() })
	}
	return name, s.terminal.run(o.cmd)
}

// copy puts the chosen URLs on the clipboard, one a line.
func (s *session) copy() {
	var urls []string
	for _, i := range s.chosen() {
		urls = append(urls, s.items[i].URL)
	}
	if err := s.terminal.copy(strings.Join(urls, "\n")); err != nil {
		s.notice = "copy: " + err.Error()
		return
	}
	s.result.Used = true
	s.notice = "sent to the clipboard"
}

// An input reads a terminal, but only when it is wanted: between, a program that
// opens a URL can do so.
type input struct {
	wanted chan bool
	chunks chan chunk
}

type chunk struct {
	bytes []byte
	err   error
}

func newInput(f *os.File) *input {
	in := &input{make(chan bool, 1), make(chan chunk, 1)}
	go func() {
		for range in.wanted {
			b := make([]byte, 256)
			n, err := f.Read(b)
			in.chunks <- chunk{b[:n], err}
		}
	}()
	return in
}
