//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
)

// A pane is a shell in tmux. Its directory contains the program and a script as browser,
// which writes its arguments to the file opened.
type pane struct {
	t   *testing.T
	dir string
}

const browser = `#!/bin/sh
printf '%s\n' "$@" >>opened
echo "the browser waits, $(grep -c . opened) lines"
read line
echo "$line" >>opened
`

const letter = `From: Joe Bloggs <joe@a.example>
Subject: Where to look

See http://a.example/one and <URL:http://b.example/two/
three.html>, http://a.example/one again and http://c.example/$(touch+x);日本語
`

// newPane starts tmux with 80 columns and 24 lines. Such tests wait most of the time, so they run in
// parallel.
func newPane(t *testing.T) *pane {
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux")
	}
	p := &pane{t, filepath.Dir(command(t).Path)}
	p.write("browse", browser)
	p.write("mail", letter)
	cmd := p.command("-f", "/dev/null", "-u", "new-session", "-d", "-x", "80", "-y", "24", "env", "PS1=$ ", "sh")
	cmd.Env = append(os.Environ(), "PATH="+p.dir+":"+os.Getenv("PATH"), "ENV=", "BROWSER=missing:browse -new %s", "TERM=xterm", "GORACE=atexit_sleep_ms=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Skipf("tmux does not start: %v: %s", err, out)
	}
	t.Cleanup(func() { p.tmux("kill-server") })
	p.await("$")
	return p
}

func (p *pane) command(args ...string) *exec.Cmd {
	cmd := exec.Command("tmux", append([]string{"-S", filepath.Join(p.dir, "socket")}, args...)...)
	cmd.Dir = p.dir
	return cmd
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := p.command(args...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v: %s", args, err, out)
	}
	return string(out)
}

// keys types keys, which have the names that tmux uses.
func (p *pane) keys(keys ...string) {
	p.t.Helper()
	p.tmux(append([]string{"send-keys", "--"}, keys...)...)
}

// enter clears the screen and runs a command line.
func (p *pane) enter(line string) {
	p.t.Helper()
	p.tmux("send-keys", "-l", "--", "clear; "+line)
	p.keys("Enter")
}

// await waits until the screen contains all of the texts, and returns the screen.
func (p *pane) await(want ...string) string {
	p.t.Helper()
	var screen string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		screen = p.tmux("capture-pane", "-p")
		if containsAll(screen, want) {
			return screen
		}
	}
	p.t.Fatalf("%q is not on the screen:\n%s", want, screen)
	return ""
}

func containsAll(s string, list []string) bool {
	for _, sub := range list {
		if !strings.Contains(s, sub) {
			return false
		}
	}
	return true
}

func (p *pane) write(name, text string) {
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p *pane) read(name string) string {
	data, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(data)
}

// TestPickInPipe checks that keys are read from the terminal and the list is drawn on it,
// even if standard input and output are pipes.
func TestPickInPipe(t *testing.T) {
	p := newPane(t)
	p.enter("stty -a >before")
	p.enter(`x=$(cat mail | urlgrep --pick); echo "status $? <$x>"`)
	p.await("3 URLs", ">1    http://a.example/one  ×2", "(standard input):4", "Joe Bloggs", "Where to look")
	p.keys("Down")
	p.await(">2    http://b.example/two/three.html")
	p.keys("Space", "j", "p")
	p.await("status 0 <http://b.example/two/three.html>")
	p.enter("stty -a | cmp - before && echo the terminal is as it was")
	p.await("the terminal is as it was\n")
}

func TestPickStatus(t *testing.T) {
	p := newPane(t)
	for _, test := range []struct{ command, heading, key, status string }{
		{"urlgrep --pick mail", "3 URLs", "q", "1"},
		{"urlgrep --pick mail", "3 URLs", "Escape", "1"},
		{"urlgrep --pick mail", "3 URLs", "C-c", "130"},
		{"urlgrep --pick mail missing", "3 URLs, 1 message", "p", "2"},
	} {
		p.enter(test.command + "; echo status $?.")
		p.await(test.heading)
		p.keys(test.key)
		p.await("status " + test.status + ".")
	}
	p.enter("stty -a >before; urlgrep --pick /dev/null; echo status $?.")
	p.await("urlgrep: no URLs found\n")
	p.await("urlgrep: no URLs found\nstatus 1.")
	for _, test := range []struct{ key, status string }{{"x", "1"}, {"Escape", "1"}, {"C-c", "130"}} {
		for {
			began := time.Now()
			p.enter("echo begun with " + test.key + "; urlgrep --pick /dev/null; echo status $?.")
			p.await("begun with " + test.key + "\nurlgrep: no URLs found\n")
			p.keys(test.key)
			if time.Since(began) < 2*time.Second { // the message was still shown
				p.await("urlgrep: no URLs found\nstatus " + test.status + ".")
				break
			}
			p.await("urlgrep: no URLs found\nstatus 1")
			p.keys("C-c") // the shell may have got the key
		}
	}
	p.enter("urlgrep --pick missing; echo status $?.")
	p.await("urlgrep: missing: no such file or directory\nurlgrep: no URLs found\nstatus 2.")
	p.enter("stty -a | cmp - before && echo the terminal is as it was")
	p.await("the terminal is as it was\n")
	p.enter("TERM=dumb urlgrep --pick mail; echo status $?.")
	p.await("urlgrep: --pick: the terminal cannot move the cursor\nstatus 2.")
}

// TestPickOpen checks that the program that opens a URL gets it as one argument, and has
// the terminal while it runs.
func TestPickOpen(t *testing.T) {
	p := newPane(t)
	p.enter("urlgrep --pick <mail; echo status $?.")
	p.await("3 URLs")
	p.keys("G", "Enter")
	p.await("the browser waits, 2 lines")
	p.keys("q", "Enter")
	p.await("opened with browse", ">3    http://c.example/$(touch+x);日本語")
	p.keys("Enter")
	p.await("the browser waits, 5 lines")
	p.keys("C-c")
	p.await("browse: signal: interrupt")
	p.keys("q")
	p.await("status 0.")
	if got, want := p.read("opened"), "-new\nhttp://c.example/$(touch+x);日本語\nq\n-new\nhttp://c.example/$(touch+x);日本語\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.enter("BROWSER=missing urlgrep --pick <mail; echo status $?.")
	p.await("3 URLs")
	p.keys("Enter")
	p.await("no program found")
	p.keys("q")
	p.await("status 1.")
}

// TestPickCopy checks that copying uses the clipboard of tmux in tmux, and the terminal
// otherwise, which is also tmux in this test.
func TestPickCopy(t *testing.T) {
	p := newPane(t)
	p.tmux("set-option", "-s", "set-clipboard", "on")
	for i, program := range []string{"urlgrep", "env -u TMUX urlgrep"} {
		p.enter(program + " --pick mail; echo status $?.")
		p.await("3 URLs")
		p.keys("j", "Tab", "y")
		p.await("sent to the clipboard")
		p.keys("q")
		p.await("status 0.")
		if got, want := p.tmux("show-buffer"), "http://b.example/two/three.html"; got != want {
			t.Errorf("%s: got %q, want %q", program, got, want)
		}
		if i == 0 {
			p.tmux("delete-buffer")
		}
	}
}

func TestPickResize(t *testing.T) {
	p := newPane(t)
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "http://a.example/%d\n", i)
	}
	p.write("many", text.String())
	p.enter("urlgrep --pick many; echo status $?.")
	p.await("5000 URLs", ">   1    http://a.example/0\n")
	p.keys("End")
	p.await(">5000    http://a.example/4999\n", "many:5000\n")
	p.tmux("resize-window", "-x", "20", "-y", "12")
	p.await("5000 URLs", ">   http://a.exampl…\n", "? keys  Enter open …")
	p.keys("/", "4", "2", "4", "2")
	p.await("/4242_  1 of 5000 U…")
	p.keys("Enter", "v")
	p.await("http://a.example/424\n2\nmany:4243\n")
	p.tmux("resize-window", "-x", "60", "-y", "20")
	p.await("http://a.example/4242\nmany:4243\n")
	p.keys("p")
	p.await("http://a.example/4242\nstatus 0.")
}

// TestPickWhileReading checks that URLs are listed while more of the input is to come, that
// a choice ends the search, and that messages are printed after the list.
func TestPickWhileReading(t *testing.T) {
	p := newPane(t)
	for i, test := range []struct{ options, keys, want string }{
		{"", "jp", "http://b.example/2\nstatus 0."},
		{"", "q", "status 1."},
		{"", "C-c", "status 130."},
		{"./missing", "jp", "urlgrep: ./missing: no such file or directory\nhttp://b.example/2\nstatus 2."},
		{"--stats", "p", "2   bare\n"},
		{"--hyphen=evidence", "", ""},
	} {
		name := fmt.Sprint("pipe", i)
		pipe, err := os.OpenFile(fifo(t, p.dir, name), os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		put := func(text string) {
			if _, err := pipe.WriteString(text); err != nil {
				t.Fatal(err)
			}
		}
		p.enter("urlgrep --pick " + test.options + " " + name + "; echo status $?.")
		if test.keys == "" { // all is read before the first URL is printed
			p.await("reading …, 0 URLs\n")
			p.keys("q")
			p.await("status 1.")
			pipe.Close()
			continue
		}
		put("http://a.example/1\n\n\n")
		p.await("reading …, 1 URL", ">1    http://a.example/1\n")
		put("http://b.example/2\n\n\n")
		screen := p.await("reading …, 2 URLs", " 2    http://b.example/2\n")
		if test.options == "./missing" != strings.Contains(screen, "reading …, 2 URLs, 1 message\n") {
			t.Errorf("%s: the screen is\n%s", test.options, screen)
		}
		if i == 0 {
			p.keys("?")
			p.await("mark the URL, to choose several")
			p.keys("q")
			p.await("reading …")
		}
		for _, k := range strings.SplitAfter(strings.ReplaceAll(test.keys, "C-c", "\x03"), "") {
			p.tmux("send-keys", "-l", "--", k)
		}
		p.await(test.want)
		pipe.Close()
	}
	p.enter("for i in 1 2 3; do cat mail; done | urlgrep --pick ./missing -; echo status $?.")
	p.await("3 URLs, 1 message\n", "urlgrep: ./missing: no such file or directory", "http://c.example/$(touch+x);日本語  ×3")
	p.keys("q")
	p.await("urlgrep: ./missing: no such file or directory\nstatus 2.")
}

// TestPickTyped checks that text typed on the terminal is read to its end before the list
// is shown.
func TestPickTyped(t *testing.T) {
	p := newPane(t)
	p.enter("echo begun; urlgrep --pick; echo status $?.")
	p.await("begun\n")
	p.tmux("send-keys", "-l", "--", "http://a.example/q\nhttp://a.example/p\n")
	p.await("http://a.example/q\nhttp://a.example/p\n")
	p.keys("C-d")
	p.await("2 URLs\n>1    http://a.example/q")
	p.keys("j", "p")
	p.await("http://a.example/p\nstatus 0.")
}

// TestPickKilled checks that signals end the list and the search, and restore the terminal.
func TestPickKilled(t *testing.T) {
	p := newPane(t)
	pipe, err := os.OpenFile(fifo(t, p.dir, "pipe"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	p.enter("stty -a >before")
	for i, test := range []struct {
		files, heading string
		signal         syscall.Signal
	}{
		{"mail pipe", "reading …, 3 URLs", syscall.SIGTERM},
		{"pipe", "reading …, 0 URLs", syscall.SIGHUP},
		{"mail", "3 URLs\n>1", syscall.SIGTERM},
	} {
		file := fmt.Sprint("pid", i)
		p.enter("sh -c 'echo $$ >" + file + "; exec urlgrep --pick " + test.files + "'; echo status $?.")
		p.await(test.heading)
		pid, err := strconv.Atoi(strings.TrimSpace(p.read(file)))
		if err == nil && i == 0 { // this one asks for the progress
			err = syscall.Kill(pid, interrupt.InfoSignals[0].(syscall.Signal))
			p.await(test.heading+", 1 message", "\nurlgrep: ")
		}
		if err == nil {
			err = syscall.Kill(pid, test.signal)
		}
		if err != nil {
			t.Fatal(err)
		}
		p.await(fmt.Sprintf("status %d.", 128+test.signal))
	}
	p.enter("stty -a | cmp - before && echo the terminal is as it was")
	p.await("the terminal is as it was\n")
}

// TestPickActions checks that the user's own commands get the URLs one after another, and
// have the terminal.
func TestPickActions(t *testing.T) {
	p := newPane(t)
	p.enter("urlgrep --pick --action 'm=browse -play %s' --action 'B=browse -in=%s -background &' --action 'x=missing' mail; echo status $?.")
	p.await("3 URLs")
	p.keys("?")
	p.await("Your own keys", "m                         browse -play %s\n")
	p.keys("q", "x")
	p.await("missing: executable file not found in $PATH")
	p.keys("a", "m")
	for n := 2; n <= 8; n += 3 {
		p.await(fmt.Sprintf("the browser waits, %d lines", n))
		p.keys("o", "Enter")
	}
	p.await("done with browse", "3 marked")
	want := "-play\nhttp://a.example/one\no\n-play\nhttp://b.example/two/three.html\no\n-play\nhttp://c.example/$(touch+x);日本語\no\n"
	if got := p.read("opened"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p.keys("A", "2", "B")
	p.await("done with browse")
	want += "-in=http://b.example/two/three.html\n-background\n\n"
	for deadline := time.Now().Add(30 * time.Second); p.read("opened") != want; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("got %q, want %q", p.read("opened"), want)
		}
	}
	p.keys("q")
	p.await("status 0.")
}

// TestPickSorted checks that --sort=date sets the order of the list, and of what is printed.
func TestPickSorted(t *testing.T) {
	p := newPane(t)
	var text strings.Builder
	for _, day := range []string{"03", "05", "04"} {
		fmt.Fprintf(&text, "From joe@a.example Mon Jan  5 10:00:00 2026\nFrom: joe@a.example\nDate: %s Jan 2026 10:00:00 +0000\n\nhttp://a.example/%[1]s\n\n", day)
	}
	p.write("box", text.String())
	p.enter("urlgrep --pick --sort=-date box; echo status $?.")
	p.await("3 URLs, newest first\n>1    http://a.example/05\n 2    http://a.example/04\n 3    http://a.example/03\n")
	p.keys("s")
	p.await("3 URLs, oldest first\n>1    http://a.example/03\n")
	p.keys("i", "p")
	p.await("http://a.example/03\nhttp://a.example/04\nhttp://a.example/05\nstatus 0.")
}

// TestPickMouse checks clicks and the wheel. Two clicks that arrive at once are a double
// click.
func TestPickMouse(t *testing.T) {
	p := newPane(t)
	p.enter("urlgrep --pick mail; echo status $?.")
	p.await("3 URLs", ">1 ")
	p.tmux("send-keys", "-l", "--", "\x1b[<0;30;3M\x1b[<0;30;3m")
	p.await(">2    http://b.example/two/three.html")
	p.tmux("send-keys", "-l", "--", "\x1b[<2;30;4M\x1b[<2;30;4m")
	p.await("3 URLs, 1 marked", ">3 *  http://c.example/$(touch+x);日本語")
	p.tmux("send-keys", "-l", "--", "\x1b[<0;30;4M\x1b[<0;30;4m\x1b[<0;30;4M\x1b[<0;30;4m")
	p.await("the browser waits, 2 lines")
	p.keys("q", "Enter")
	p.await("opened with browse")
	p.keys("q")
	p.await("status 0.")
}

// TestPickSmall checks the screen in very small windows.
func TestPickSmall(t *testing.T) {
	p := newPane(t)
	p.enter("urlgrep --pick mail; echo status $?.")
	p.await("3 URLs")
	for _, size := range []struct{ x, y, want string }{
		{"10", "4", "3 URLs\n>   h…  ×2\n    http:…\n? keys  E…\n"},
		{"12", "2", "3 URLs\n>   htt…  ×2\n"},
		{"80", "24", "three.html>, http://a.example/one again"},
		{"200", "60", "three.html>, http://a.example/one again"},
	} {
		p.tmux("resize-window", "-x", size.x, "-y", size.y)
		p.await(size.want)
	}
	p.keys("?")
	p.await("exit status 130")
	p.tmux("resize-window", "-x", "20", "-y", "5")
	p.await("Keys\nUp, Down, k, j, Ctr…\n    move the cursor\n")
	p.keys("G")
	p.await("the mouse, hold\nShift.\n")
	p.keys("q", "q")
	p.await("status 1.")
}

// TestPickNoTerminal checks that a process without a terminal reports that before it
// reads any input.
func TestPickNoTerminal(t *testing.T) {
	cmd := command(t, "--pick", "missing")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()
	if got, want := stderr.String(), "urlgrep: --pick: there is no terminal\n"; got != want || cmd.ProcessState.ExitCode() != exitError {
		t.Errorf("it ended with %v, %q", cmd.ProcessState, got)
	}
}
