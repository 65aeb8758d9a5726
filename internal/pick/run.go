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

// patience is the time to wait for the first item before the screen is drawn. A search
// without a result then leaves no trace.
const patience = 100 * time.Millisecond

// redrawTime is the time from the first change of the items to the drawing of all changes.
// The effect of a key is drawn at once.
const redrawTime = 100 * time.Millisecond

// A session is a model on a terminal, with the items of a feed.
type session struct {
	*model
	Options
	terminal *Terminal
	feed     *Feed
	result   Result
	typed    []byte      // typed bytes that have not been handled yet
	failed   chan string // errors of programs in the background
}

// Run shows the items of a feed and returns when the user has chosen, or when the feed has
// ended without an item.
func (t *Terminal) Run(f *Feed, o Options) (Result, error) {
	s := &session{model: newModel(o.Actions, o.Order), Options: o, terminal: t, feed: f, failed: make(chan string)}
	t.colours = o.Colours
	ended, stop := notifyEnd()
	defer stop()
	if s.await(ended) {
		return s.result, nil
	}
	if err := t.enter(); err != nil {
		return Result{}, err
	}
	defer t.leave()
	err := s.loop(ended)
	return s.result, err
}

// notifyEnd returns a channel that receives the signals that end the program.
func notifyEnd() (ended chan os.Signal, stop func()) {
	ended = make(chan os.Signal, 1)
	signal.Notify(ended, os.Interrupt, syscall.SIGTERM, hangUp)
	return ended, func() { signal.Stop(ended) }
}

// await waits for the first item, but not longer than patience. It reports whether the
// session has ended.
func (s *session) await(ended <-chan os.Signal) (end bool) {
	late := time.After(patience)
	for {
		select {
		case sig := <-ended:
			s.result.Signal, _ = sig.(syscall.Signal)
			return true
		case <-s.feed.changed:
			if s.takeItems() || len(s.items) > 0 {
				return s.result.Empty
			}
		case <-late:
			return false
		}
	}
}

// takeItems takes what has changed from the feed. It reports whether the feed has ended
// without an item.
func (s *session) takeItems() (empty bool) {
	s.update(s.feed.take())
	s.result.Empty = s.search.ended && len(s.items) == 0
	return s.result.Empty
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
	t.keys.want()
	var result Result
	select {
	case sig := <-ended:
		result.Signal, _ = sig.(syscall.Signal)
	case c := <-t.keys.chunks:
		t.keys.got()
		if e, _ := nextEvent(c.bytes); e.key == "ctrl-c" {
			result.Signal = syscall.SIGINT
		}
	case <-time.After(readingTime):
	}
	return result, nil
}

// loop handles events until the session has ended. SIGINT has no effect: in the raw mode of
// the terminal Ctrl-C is a key, and otherwise it is for the program that uses the terminal.
func (s *session) loop(ended <-chan os.Signal) error {
	resized, stop := notifyResize()
	defer stop()
	var due, timeout <-chan time.Time // the items that have come are to be drawn; ESC was alone
	keys := s.terminal.keys
	for redraw := allLines; ; {
		if err := s.terminal.draw(s.model, redraw); err != nil {
			return err
		}
		redraw = allLines
		keys.want()
		changed := s.feed.changed
		if due != nil {
			changed = nil
		}
		select {
		case <-changed:
			due, redraw = time.After(redrawTime), noLines
		case <-due:
			due, redraw = nil, changedLines
			if s.takeItems() {
				return nil
			}
		case <-resized:
		case sig := <-ended:
			if sig != os.Interrupt {
				s.result.Signal, _ = sig.(syscall.Signal)
				return nil
			}
		case s.notice = <-s.failed:
		case <-timeout:
			timeout = nil
			alone := string(s.typed) == escape
			s.typed = nil
			if alone && s.do(s.press(keyEscape)) {
				return nil
			}
		case c := <-keys.chunks:
			keys.got()
			if c.err != nil {
				return c.err
			}
			s.typed = append(s.typed, c.bytes...)
			if s.handleTyped(time.Now()) {
				return nil
			}
			timeout = nil
			if len(s.typed) > 0 {
				timeout = time.After(escapeTime)
			}
		}
	}
}

// handleTyped handles the typed keys, and what was done with the mouse. It reports whether
// the session has ended.
func (s *session) handleTyped(now time.Time) bool {
	for {
		e, n := nextEvent(s.typed)
		if n == 0 {
			return false
		}
		s.typed = s.typed[n:]
		switch {
		case e.mouse != noMouse && s.do(s.point(e, now)):
			return true
		case e.key != keyNone && s.do(s.press(e.key)):
			return true
		}
	}
}

// do performs an action. It reports whether the session has ended.
func (s *session) do(a action) (end bool) {
	switch a {
	case actNone:
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
	default:
		s.runAll(&s.Actions[a-actOwn].command, "done with ")
	}
	return false
}

// open opens the chosen items in a browser.
func (s *session) open() {
	c, err := findBrowser(s.Browsers)
	if err != nil {
		s.notice = "open: " + err.Error()
		return
	}
	s.runAll(&c, "opened with ")
}

// runAll runs a command with each of the chosen items, one after another, until one fails.
func (s *session) runAll(c *command, done string) {
	name := filepath.Base(c.words[0])
	for _, i := range s.chosen() {
		if err := s.runWith(c, name, s.items[i].Open); err != nil {
			s.notice = name + ": " + err.Error()
			return
		}
		s.result.Used = true
		s.notice = done + name
	}
}

// runWith runs a command, whose name is for messages, with a URL.
func (s *session) runWith(c *command, name, url string) error {
	cmd, err := c.with(url)
	if err != nil {
		return err
	}
	if c.background {
		return start(cmd, func(err error) { s.failed <- name + ": " + err.Error() })
	}
	return s.terminal.run(cmd)
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

// An input reads a terminal, but only on request. Between requests a program can read it.
// Its methods are for one goroutine.
type input struct {
	wanted  chan bool
	chunks  chan chunk
	waiting bool // a chunk was requested and has not come
}

type chunk struct {
	bytes []byte
	err   error
}

func newInput(f *os.File) *input {
	in := &input{wanted: make(chan bool, 1), chunks: make(chan chunk, 1)}
	go func() {
		for range in.wanted {
			b := make([]byte, 256)
			n, err := f.Read(b)
			in.chunks <- chunk{b[:n], err}
		}
	}()
	return in
}

// want requests a chunk, unless one is already requested.
func (in *input) want() {
	if !in.waiting {
		in.waiting = true
		in.wanted <- true
	}
}

// got is called when a chunk has come.
func (in *input) got() { in.waiting = false }
