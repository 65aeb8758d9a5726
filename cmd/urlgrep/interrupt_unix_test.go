//go:build unix

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// another returns a command that runs the same program in the same directory.
func another(base *exec.Cmd, args ...string) *exec.Cmd {
	cmd := exec.Command(base.Path, args...)
	cmd.Dir = base.Dir
	return cmd
}

// started starts a command, and returns its standard output.
func started(t *testing.T, cmd *exec.Cmd) *bufio.Reader {
	t.Helper()
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	t.Cleanup(func() { kill.Stop() })
	return bufio.NewReader(stdout)
}

// stopSignals are the signals that end the program, and what it says about each.
var stopSignals = []struct {
	number syscall.Signal
	said   string
}{{syscall.SIGINT, "interrupted"}, {syscall.SIGTERM, "terminated"}, {syscall.SIGHUP, "hung up"}}

// ignoredSignals are the stop signals that the test was started with ignored: by nohup, or
// by a shell script that runs the test in the background.
var ignoredSignals = func() (list []os.Signal) {
	for _, s := range stopSignals {
		if signal.Ignored(s.number) {
			list = append(list, s.number)
		}
	}
	return list
}()

// receiveSignals makes the processes that the test starts receive all stop signals. A
// process inherits ignored signals, but not those that its parent handles.
func receiveSignals(t *testing.T) {
	t.Helper()
	if len(ignoredSignals) > 0 {
		handled := make(chan os.Signal, 1)
		signal.Notify(handled, ignoredSignals...)
		t.Cleanup(func() { signal.Stop(handled) })
	}
}

// fifo creates a named pipe.
func fifo(t *testing.T, dir, name string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestInterruptWaiting checks that a signal ends a search that waits for input, after the
// results found so far and a line on standard error. The input is a file, and a pipe that
// no process writes to.
func TestInterruptWaiting(t *testing.T) {
	receiveSignals(t)
	const text = "http://a.example/1 http://b.example/2 http://a.example/1\n"
	base := command(t)
	write(t, filepath.Join(base.Dir, "file"), text)
	pipe := fifo(t, base.Dir, "pipe")
	fifo(t, base.Dir, "unopened")
	for _, test := range []struct {
		signal  syscall.Signal
		options string
		stdout  string
		stderr  string
	}{
		{syscall.SIGINT, "-h", "http://a.example/1\nhttp://b.example/2\nhttp://a.example/1\n", "urlgrep: interrupted: 3 URLs found so far\n"},
		{syscall.SIGTERM, "-h -j1 -m1", "http://a.example/1\n", "urlgrep: terminated: 1 URL found so far\n"},
		{syscall.SIGINT, "-c -j5", "file:3\n", "urlgrep: interrupted: 3 URLs found so far\n"},
		{syscall.SIGINT, "--count-by=host -j5", "      2 a.example\n      1 b.example\n", "urlgrep: interrupted: 3 URLs found so far\n"},
		{syscall.SIGINT, "--count-by=host -j1", "      2 a.example\n      1 b.example\n", "urlgrep: interrupted: 3 URLs found so far\n"},
		{syscall.SIGINT, "--sort=url -h -j5", "http://a.example/1\nhttp://a.example/1\nhttp://b.example/2\n", "urlgrep: interrupted: 3 URLs found so far\n"},
		{syscall.SIGINT, "--sort=url -h -j1", "http://a.example/1\nhttp://a.example/1\nhttp://b.example/2\n", "urlgrep: interrupted: 3 URLs found so far\n"},
		{syscall.SIGINT, "--hyphen=evidence", "", "urlgrep: interrupted: 0 URLs found so far\n"},
		{syscall.SIGINT, "-q --stats -j5", "", "urlgrep: interrupted: 3 URLs found so far\n          1 files\n"},
		{syscall.SIGINT, "-q --stats -j1", "", "urlgrep: interrupted: 3 URLs found so far\n          1 files\n"},
	} {
		for _, input := range []string{"pipe", "unopened", "-"} {
			cmd := another(base, append(strings.Fields(test.options), "file", input)...)
			ready := func() {}
			switch input {
			case "pipe":
				ready = func() { // opening the pipe waits until the program opens it
					f, err := os.OpenFile(pipe, os.O_WRONLY, 0)
					if err != nil {
						t.Error(err)
					}
					t.Cleanup(func() { f.Close() })
				}
			case "-":
				if r, w, err := os.Pipe(); err != nil {
					t.Fatal(err)
				} else {
					cmd.Stdin = r
					t.Cleanup(func() { r.Close(); w.Close() })
				}
			}
			if input != "pipe" && (test.stdout == "" || strings.HasPrefix(test.stdout, " ") || strings.Contains(test.options, "--sort")) {
				continue // the test cannot see how far the program is
			}
			out := started(t, cmd)
			got := ""
			if input != "pipe" {
				got, _ = out.ReadString('\n')
			}
			ready()
			cmd.Process.Signal(test.signal)
			rest, _ := io.ReadAll(out)
			cmd.Wait()
			got += string(rest)
			stderr := fmt.Sprint(cmd.Stderr)
			if code := cmd.ProcessState.ExitCode(); code != 128+int(test.signal) {
				t.Errorf("%s %s: it ended with %v", test.options, input, cmd.ProcessState)
			}
			if got != test.stdout || !strings.HasPrefix(stderr, test.stderr) {
				t.Errorf("%s %s: got %q, %q; want %q, %q", test.options, input, got, stderr, test.stdout, test.stderr)
			}
		}
	}
}

// TestInterruptServing checks that a signal ends --worker while it waits for a request, after the
// answers so far.
func TestInterruptServing(t *testing.T) {
	receiveSignals(t)
	base := command(t)
	write(t, filepath.Join(base.Dir, "file"), "http://a.example/1\n")
	cmd := another(base, "--worker")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out := started(t, cmd)
	io.WriteString(stdin, `{"file":"file"}`+"\n")
	for _, part := range []string{`"url":"http://a.example/1"`, `{"range":{"file":"file"`} {
		if line, err := out.ReadString('\n'); err != nil || !strings.Contains(line, part) {
			t.Fatalf("got %q, %v, want %s", line, err, part)
		}
	}
	cmd.Process.Signal(syscall.SIGINT)
	rest, _ := io.ReadAll(out)
	cmd.Wait()
	const said = "urlgrep: interrupted: 1 URL found so far\n"
	if code, stderr := cmd.ProcessState.ExitCode(), fmt.Sprint(cmd.Stderr); code != 130 || len(rest) > 0 || stderr != said {
		t.Errorf("it ended with %v, and printed %q and %q", cmd.ProcessState, rest, stderr)
	}
}

// TestInterruptWorking checks that after a signal a running search prints a prefix of its
// whole output that ends at the end of a line.
func TestInterruptWorking(t *testing.T) {
	t.Parallel()
	receiveSignals(t)
	base := command(t)
	line := func(i int) string { return fmt.Sprintf("see http://%08d.example/ there\n", i) }
	var text strings.Builder
	for i := range 200_000 {
		text.WriteString(line(i))
	}
	write(t, filepath.Join(base.Dir, "large"), text.String())
	write(t, filepath.Join(base.Dir, "some"), text.String()[:50_000*len(line(0))])
	if err := os.Mkdir(filepath.Join(base.Dir, "many"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		write(t, filepath.Join(base.Dir, "many", fmt.Sprint(i)), text.String()[i*len(line(0)):(i+500)*len(line(0))])
	}
	for i, options := range []string{"-j1 large", "-j5 large", "-j5 --json some", "-j1 --show-lines large", "-r many large",
		"-j1 -r many large", "- large", "-j5 --csv some", "-j5 -0 some"} {
		t.Run(options, func(t *testing.T) {
			t.Parallel() // it waits most of the time
			sig := stopSignals[i%len(stopSignals)]
			cmd := another(base, strings.Fields(options)...)
			cmd.Stdin = strings.NewReader(text.String())
			whole := another(base, cmd.Args[1:]...)
			whole.Stdin = strings.NewReader(text.String())
			all, _ := whole.Output()

			out := started(t, cmd)
			end := byte('\n')
			if strings.Contains(options, "-0") {
				end = 0
			}
			got, _ := out.ReadString(end) // the pipe cannot hold the rest of the output
			cmd.Process.Signal(sig.number)
			rest, err := readSlowly(out)
			if err != nil {
				t.Fatal(err)
			}
			cmd.Wait() // the error may be that of writing to standard input
			got += string(rest)
			if code := cmd.ProcessState.ExitCode(); code != 128+int(sig.number) {
				t.Errorf("%s: it ended with %v", options, cmd.ProcessState)
			}
			if len(got) == len(all) || !strings.HasPrefix(string(all), got) || got[len(got)-1] != end {
				t.Errorf("%s: got %d bytes of %d, in the end %q", options, len(got), len(all), got[max(0, len(got)-200):])
			}
			if stderr := fmt.Sprint(cmd.Stderr); !strings.HasPrefix(stderr, "urlgrep: "+sig.said+": ") || strings.Count(stderr, "\n") != 1 {
				t.Errorf("%s: %q", options, stderr)
			}
		})
	}
}

// readSlowly reads the rest of the output of a program that handles a signal. It pauses
// before each piece, so that the program handles the signal while the pipe is full, and not
// at the end of its work: on a busy machine the first pause may be too short.
func readSlowly(r io.Reader) (text []byte, err error) {
	for pause := 250 * time.Millisecond; ; pause = 50 * time.Millisecond {
		time.Sleep(pause)
		piece, err := io.ReadAll(io.LimitReader(r, 64<<10))
		text = append(text, piece...)
		if err != nil || len(piece) < 64<<10 {
			return text, err
		}
	}
}

// TestInterruptList checks that a signal ends the reading of an endless list of files.
func TestInterruptList(t *testing.T) {
	receiveSignals(t)
	for _, options := range []string{"-j1", "-j5"} {
		cmd := command(t, options, "--files-from=-")
		write(t, filepath.Join(cmd.Dir, "file"), "http://a.example/\n")
		list, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		out := started(t, cmd)
		io.WriteString(list, "file\n")
		got, _ := out.ReadString('\n')
		cmd.Process.Signal(syscall.SIGINT)
		rest, _ := io.ReadAll(out)
		cmd.Wait()
		got += string(rest)
		if code := cmd.ProcessState.ExitCode(); code != 130 || got != "file:http://a.example/\n" {
			t.Errorf("%s: it ended with %v, %q, %s", options, cmd.ProcessState, got, cmd.Stderr)
		}
	}
}

// TestInterruptTwice checks that a second signal ends the program immediately if the
// first has not: here the program waits for its output to be read.
func TestInterruptTwice(t *testing.T) {
	receiveSignals(t)
	cmd := command(t)
	cmd.Stdin = io.LimitReader(endless{}, 10<<20)
	out := started(t, cmd)
	out.ReadByte()
	ended := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := cmd.Process.Wait()
		ended <- state
	}()
	for {
		// The first signal is not handled immediately.
		if err := cmd.Process.Signal(syscall.SIGINT); errors.Is(err, os.ErrProcessDone) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	// The first signal ends the program if its output is not yet waiting to be read.
	state := <-ended
	if status := state.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGINT && status.ExitStatus() != 130 {
		t.Errorf("it ended with %v", state)
	}
}

// TestInterruptIgnored checks that the program ignores the signals that a shell or nohup
// has set to be ignored.
func TestInterruptIgnored(t *testing.T) {
	sh := command(t)
	cmd := exec.Command("sh", "-c", `trap "" INT; exec "$0"`, sh.Path)
	feed, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out := started(t, cmd)
	io.WriteString(feed, "http://a.example/ ")
	out.ReadString('\n')
	cmd.Process.Signal(syscall.SIGINT)
	io.WriteString(feed, "http://b.example/ ")
	if got, err := out.ReadString('\n'); got != "http://b.example/\n" {
		t.Errorf("got %q, %v", got, err)
	}
	feed.Close()
	io.ReadAll(out)
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestInterruptReport checks that a signal ends a search for a report with a page about the
// input before that, which says so.
func TestInterruptReport(t *testing.T) {
	base := command(t)
	write(t, filepath.Join(base.Dir, "file"), "http://a.example/1\n")
	pipe := fifo(t, base.Dir, "pipe")
	for _, j := range []string{"-j1", "-j5"} {
		cmd := another(base, "--report=page.html", j, "file", "pipe")
		started(t, cmd)
		f, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until the program opens it
		if err != nil {
			t.Fatal(err)
		}
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
		f.Close()
		page, err := os.ReadFile(filepath.Join(base.Dir, "page.html"))
		if err != nil || !strings.Contains(string(page), "The search was terminated") || !strings.Contains(string(page), "http://a.example/1") {
			t.Errorf("%s: %v, %.3000s", j, err, page)
		}
		if code := cmd.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) {
			t.Errorf("%s: it ended with %v", j, cmd.ProcessState)
		}
		os.Remove(filepath.Join(base.Dir, "page.html"))
	}
}

// TestInterruptEditing checks that signals while files are edited leave each of them as it was or
// completely edited, and no temporary file.
func TestInterruptEditing(t *testing.T) {
	receiveSignals(t)
	const files = 4
	text := strings.Repeat("see http://a.example/b there\n", 100_000)
	want := strings.ReplaceAll(text, "http:", "https:")
	for _, c := range []struct {
		j       string
		signals []os.Signal
		status  int // -1: the second signal may end it, or the first
	}{
		{"-j1", []os.Signal{syscall.SIGINT}, 130},
		{"-j3", []os.Signal{syscall.SIGINT}, 130},
		{"-j3", []os.Signal{syscall.SIGQUIT}, 2},
		{"-j3", []os.Signal{syscall.SIGINT, syscall.SIGTERM}, -1},
	} {
		j := c.j
		cmd := command(t, j, "-r", "--in-place", "--replace", "https{{slice .URL 4}}", "dir")
		dir := filepath.Join(cmd.Dir, "dir")
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		for i := range files {
			write(t, filepath.Join(dir, fmt.Sprint(i)), text)
		}
		out := started(t, cmd)
		ended := make(chan struct{})
		go func() {
			io.Copy(io.Discard, out)
			close(ended)
		}()
		for running := true; running; { // until there is a temporary file
			names, err := filepath.Glob(filepath.Join(dir, ".urlgrep-*"))
			if err != nil {
				t.Fatal(err)
			}
			select {
			case <-ended:
				running = false
			default:
				running = names == nil
			}
		}
		for _, s := range c.signals {
			cmd.Process.Signal(s)
		}
		<-ended
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != c.status && code != exitFound && c.status >= 0 { // it may have ended before
			t.Errorf("%s, %v: it ended with %v, %s", j, c.signals, cmd.ProcessState, cmd.Stderr)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != files {
			t.Errorf("%s: %q, %v", j, entries, err)
		}
		for _, e := range entries {
			if got, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || string(got) != text && string(got) != want {
				t.Errorf("%s: %s has %d bytes, %v", j, e.Name(), len(got), err)
			}
		}
	}
}
