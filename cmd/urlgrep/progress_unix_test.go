//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
)

// TestInfoSignal checks that a signal makes the program print its progress and continue.
func TestInfoSignal(t *testing.T) {
	base := command(t)
	write(t, filepath.Join(base.Dir, "file"), strings.Repeat("http://a.example/\n", 100_000))
	pipe := fifo(t, base.Dir, "pipe")
	for _, test := range []struct{ args, want string }{
		{"-c file pipe", `^urlgrep: 1\.8 MB, [0-9.]+ [kMG]?B/s, [0-9]+:[0-5][0-9], (file|pipe)\n$`},
		{"-j1 file file", `^urlgrep: [0-9.]+ [kM]?B of 3\.6 MB, [0-9]+ %, [0-9.]+ [kMG]?B/s(, [0-9:]+ left)?, file\n$`}, // the output is not read
	} {
		cmd := another(base, strings.Fields(test.args)...)
		stdout, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		stderr, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end := func() {}
		if strings.HasSuffix(test.args, "pipe") {
			f, err := os.OpenFile(pipe, os.O_WRONLY, 0) // returns when the program opens the pipe
			if err != nil {
				t.Fatal(err)
			}
			end = func() { f.Close() }
		}
		out := bufio.NewReader(stdout)
		out.Peek(1)
		cmd.Process.Signal(interrupt.InfoSignals[0])
		line, err := bufio.NewReader(stderr).ReadString('\n')
		if ok, _ := regexp.MatchString(test.want, line); !ok {
			t.Errorf("%s: %q, %v, want %s", test.args, line, err, test.want)
		}
		end()
		if n, err := io.Copy(io.Discard, out); n == 0 || err != nil {
			t.Errorf("%s: nothing more comes: %v", test.args, err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("%s: %v", test.args, err)
		}
	}
}

// TestProgressOnTerminal checks that a terminal shows the progress after a delay, and
// that the line is cleared before messages and at the end.
func TestProgressOnTerminal(t *testing.T) {
	p := newPane(t)
	fifo(t, p.dir, "pipe")
	feed := make(chan *os.File)
	open := func() {
		f, err := os.OpenFile(filepath.Join(p.dir, "pipe"), os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
		}
		feed <- f
	}

	go open()
	p.enter("urlgrep mail missing pipe >found; echo status $?.")
	p.await("urlgrep: missing: no such file or directory\n", "B/s", ", pipe")
	f := <-feed
	f.Close()
	if screen := p.await("status 2."); strings.Contains(screen, "B/s") {
		t.Errorf("something is left:\n%s", screen)
	}
	if found := p.read("found"); !strings.Contains(found, "http://a.example/one") {
		t.Errorf("got %q", found)
	}

	// Ctrl-C also clears the line. The counts are printed after that.
	go open()
	p.enter("urlgrep --count-by=scheme mail pipe; echo status $?.")
	p.await("B/s", ", pipe")
	p.keys("C-c")
	if screen := p.await("      4 ", " http\n", "urlgrep: interrupted: 4 URLs found so far", "status 130."); strings.Contains(screen, "B/s") {
		t.Errorf("something is left:\n%s", screen)
	}
	(<-feed).Close()
}
