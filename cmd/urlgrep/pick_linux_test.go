package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/urlgrep/urlgrep/internal/testing/screen"
)

// awaitScreen waits until a screen of that size, with all that was written to the terminal,
// contains the texts in that order, and returns the text on it.
func (tty *emulator) awaitScreen(t *testing.T, rows, cols int, texts ...string) string {
	t.Helper()
	var shown string
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		tty.mu.Lock()
		given := bytes.Clone(tty.given)
		tty.mu.Unlock()
		s := screen.New(rows, cols)
		s.Write(given)
		if shown = s.Text(); hasInOrder([]byte(shown), texts) {
			return shown
		}
	}
	t.Fatalf("%q is not on the screen:\n%s", texts, shown)
	return ""
}

// TestPickScreen checks that items that come and messages, of which only the changed lines
// are drawn, leave the screen as it should be, and that the messages follow the text on the
// main screen.
func TestPickScreen(t *testing.T) {
	const rows, cols = 12, 60
	tty := openTerminal(t)
	if err := unix.IoctlSetWinsize(int(tty.file.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: cols}); err != nil {
		t.Fatal(err)
	}
	cmd := command(t, "--pick", "./missing", "page", "pipe", "gone")
	pipe, err := os.OpenFile(fifo(t, cmd.Dir, "pipe"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(cmd.Dir, "page"), "<html><a href='http://b.example/login'>www.bank.example</a>\n")
	tty.file.WriteString("text before\r\n")
	cmd.Env = append(os.Environ(), "TERM=xterm", "TMUX=", "NO_COLOR=", "GORACE=atexit_sleep_ms=0")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty.file, tty.file, tty.file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer kill.Stop()

	const rule = "────────────────────────────────────────────────────────────\n"
	const preview = "http://b.example/login\n" +
		"! shown-host-differs: RFC 3986, section 7.6: the text of the\n" +
		" link shows another host: www.bank.example\n" +
		"label: www.bank.example\n"
	check := func(head, rows, below string) {
		t.Helper()
		want := head + rows + rule + preview + below
		if shown := tty.awaitScreen(t, 12, cols, want); shown != want {
			t.Errorf("the screen is\n%swant\n%s", shown, want)
		}
	}
	first := ">1  ! www.bank.example → http://b.example/login\n"
	check("reading …, 1 URL, 1 message\n", first, "page:1\n\nwww.bank.example\n\nurlgrep: ./missing: no such file or directory\n")
	pipe.WriteString("http://a.example/2\n\n\n")
	check("reading …, 2 URLs, 1 message\n", first+" 2    http://a.example/2\n",
		"page:1\n\nwww.bank.example\nurlgrep: ./missing: no such file or directory\n")
	pipe.Close() // all of its ends
	check("2 URLs, 2 messages\n", first+" 2    http://a.example/2\n",
		"page:1\n\nwww.bank.example\nurlgrep: gone: no such file or directory\n")
	tty.press(t, "jp", "\x1b[?1049l")
	cmd.Wait()
	s := screen.New(rows, cols)
	s.Write(tty.shown())
	want := "text before\nurlgrep: ./missing: no such file or directory\nurlgrep: gone: no such file or directory\nhttp://a.example/2\n"
	if got := s.Text(); got != want || cmd.ProcessState.ExitCode() != exitError {
		t.Errorf("%v, the screen is\n%swant\n%s", cmd.ProcessState, got, want)
	}
	if given := string(tty.given); !strings.HasSuffix(given[:strings.LastIndex(given, "\x1b[?1049l")], "\x1b[?7h\x1b[?25h") {
		t.Error("the terminal is not as it was")
	}
}
