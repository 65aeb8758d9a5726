package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/urlgrep/urlgrep/internal/testing/screen"
)

var update = flag.Bool("update", false, "write the pictures in docs/pictures")

// TestPictures checks that the pictures in docs/pictures show what the program prints. With
// -update it writes them.
func TestPictures(t *testing.T) {
	for _, p := range []struct {
		name, title string
		rows, cols  int
		keys        string // typed when the list is shown; "" if the program does not wait
		args        []string
	}{
		{
			"show-lines", "urlgrep --show-lines prints the lines that contain URLs, with the URLs in red", 40, 86, "",
			[]string{"--show-lines", "-n", "-C1", "list.mbox"},
		},
		{
			"explain", "urlgrep --explain divides a URL into its components", 40, 86, "",
			[]string{"--explain", "https://joe@www.example.org:8080/docs/a%20b;v=2?q=1#top"},
		},
		{
			"pick", "urlgrep --pick lists URLs to open, copy or print", 18, 86, "\x1b[B\x1b[B\t",
			[]string{"--pick", "list.mbox"},
		},
	} {
		t.Run(p.name, func(t *testing.T) {
			shown := onTerminal(t, p.rows, p.cols, p.keys, p.args...)
			s := screen.New(p.rows, p.cols)
			s.Write(shown)
			got, name := s.SVG(p.title), "../../docs/pictures/"+p.name+".svg"
			if *update {
				if err := os.WriteFile(name, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s is another picture (%v): go test -run Pictures -update ./cmd/urlgrep\n%s", name, err, s.Text())
			}
		})
	}
}

// onTerminal runs the program in testdata/guide on a terminal of that size, and returns
// the bytes written to the terminal: all of them or, if keys are typed, those after the
// last key.
func onTerminal(t *testing.T, rows, cols int, keys string, args ...string) []byte {
	t.Helper()
	tty := openTerminal(t)
	size := unix.Winsize{Row: uint16(rows), Col: uint16(cols)}
	if err := unix.IoctlSetWinsize(int(tty.file.Fd()), unix.TIOCSWINSZ, &size); err != nil {
		t.Fatal(err)
	}
	cmd := command(t, args...)
	cmd.Dir = filepath.Join("..", "..", "testdata", "guide")
	cmd.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=", "GREP_COLORS=", "TMUX=", "BROWSER=w3m", "LC_ALL=C.UTF-8")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty.file, tty.file, tty.file
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if keys == "" {
		err := cmd.Wait()
		shown := tty.shown()
		if err != nil {
			t.Fatalf("%v\n%s", err, shown)
		}
		return shown
	}
	tty.press(t, "", "\x1b[2m6 URLs") // not "reading …"
	tty.press(t, keys, ", 1 marked", "q quit")
	tty.mu.Lock()
	shown := bytes.Clone(tty.given)
	tty.mu.Unlock()
	tty.press(t, "q", "\x1b[?1049l")
	cmd.Wait()
	tty.shown()
	return shown
}
