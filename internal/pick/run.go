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

// escapeTime is the time to wait for more input after an ESC. Alone it is a key;
// otherwise it begins a sequence.
const escapeTime = 50 * time.Millisecond

// hangUp is SIGHUP, which package syscall lacks for GOOS=js. It is 1 everywhere.
const hangUp = syscall.Signal(1)

// A session is a model on a terminal.
type session struct {
	*model
	terminal *Terminal
	result   Result
	typed    []byte      // typed bytes that have not been handled yet
	failed   chan string // errors of programs in the background
}

// Run shows the items under a heading and returns when the user has chosen.
func (t *Terminal) Run(items []Item, heading string) (Result, error) {
	s := &session{model: newModel(items, heading), terminal: t, failed: make(chan string)}
	if err := t.enter(); err != nil {
		return Result{}, err
	}
	defer t.leave()
	err := s.loop()
	return s.result, err
}

// readingTime is the time for which a message is shown.
const readingTime = 2 * time.Second

// ShowMessage shows a message below the text on the terminal. It returns when a key is
// pressed or after readingTime: a window that was opened for the program closes when the
// program ends.
func (t *Terminal) ShowMessage(message string) (Result, error) {
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

// loop handles events until the user has chosen.
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
		var timeout <-chan time.Time
		if len(s.typed) > 0 {
			timeout = time.After(escapeTime)
		}
		select {
		case <-resized:
		case sig := <-ended:
			s.result.Signal, _ = sig.(syscall.Signal)
			return nil
		case s.notice = <-s.failed:
		case <-timeout:
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
			if s.handleTyped() {
				return nil
			}
		}
	}
}

// handleTyped handles the typed keys. It reports whether the session has ended.
func (s *session) handleTyped() bool {
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

// do performs an action. It reports whether the session has ended.
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

// open opens the chosen items, one after another.
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

// browse opens a URL with the first available program and returns the program's name.
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

// copy copies the chosen URLs to the clipboard, one per line.
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

// An input reads a terminal, but only on request. Between requests a program that opens
// a URL can read it.
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
