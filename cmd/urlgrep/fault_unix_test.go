//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestFewOpenFiles checks that any number of files can be searched with a low limit of
// open files: in a directory, in a Maildir, whose messages are opened early, in a list,
// and if they are divided into ranges.
func TestFewOpenFiles(t *testing.T) {
	files := 10_000
	if testing.Short() {
		files = 1000
	}
	base := command(t)
	one := filepath.Join(base.Dir, "one")
	write(t, one, "Subject: x\n\nhttp://a.example/\n")
	var list strings.Builder
	for _, dir := range []string{"dir", "box", "box/cur", "box/new", "large"} {
		if err := os.Mkdir(filepath.Join(base.Dir, dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for i := range files {
		name := fmt.Sprintf("dir/%06d", i)
		fmt.Fprintln(&list, name)
		message := fmt.Sprintf("box/%s/%d.M1P1.a", []string{"cur", "new"}[i%2], 1_000_000_000+i)
		for _, name := range []string{name, message} {
			if err := os.Link(one, filepath.Join(base.Dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	const large = 100
	text := strings.Repeat("and text\n", 1<<20/len("and text\n")) + "http://a.example/\n"
	write(t, filepath.Join(base.Dir, "large/000"), text)
	for i := 1; i < large; i++ {
		if err := os.Link(filepath.Join(base.Dir, "large/000"), filepath.Join(base.Dir, fmt.Sprintf("large/%03d", i))); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(base.Dir, "list"), list.String())
	for _, test := range []struct {
		args string
		want int
	}{
		{"-hr -j5 dir", files},
		{"-h -j5 --files-from=list", files},
		{"-h -j5 --files-from=list dir", files},
		{"-hr -j1 box", files},
		{"-hr -j5 box", files},
		{"-hr -j200 box", files},
		{"-hr -j5 large", large},
		{"-hr -j64 large", large},
	} {
		cmd := exec.Command("sh", append([]string{"-c", `ulimit -n 64; exec "$0" "$@"`, base.Path}, strings.Fields(test.args)...)...)
		cmd.Dir = base.Dir
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, _ := cmd.Output()
		wantErr := ""
		if strings.HasSuffix(test.args, " dir") && !strings.HasPrefix(test.args, "-hr") {
			wantErr = "urlgrep: dir: is a directory (use -r to search it)\n"
		}
		if n := strings.Count(string(out), "http://a.example/\n"); n != test.want || stderr.String() != wantErr {
			t.Errorf("%s: %d URLs, want %d; %.300s", test.args, n, test.want, &stderr)
		}
	}
}

// TestFewestFiles checks that any limit on open files gives the results, or messages of one line
// each, and no trace of the Go runtime.
func TestFewestFiles(t *testing.T) {
	t.Parallel()
	base := command(t)
	dir := filepath.Join(base.Dir, "dir")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	const files = 40
	for i := range files {
		write(t, filepath.Join(dir, strconv.Itoa(i)), "http://a.example/\n")
	}
	run := func(limit int, args string) (out, stderr string) {
		cmd := exec.Command("sh", append([]string{"-c", `ulimit -n "$0"; exec "$@"`, strconv.Itoa(limit), base.Path}, strings.Fields(args)...)...)
		cmd.Dir = base.Dir
		// The packages of the tests allocate so much before main that the garbage collector starts, and
		// the runtime may open its files then. The program does not.
		cmd.Env = append(os.Environ(), "GOGC=off")
		var b bytes.Buffer
		cmd.Stderr = &b
		text, err := cmd.Output()
		if status := cmd.ProcessState.ExitCode(); status != 0 && (status != 2 || err == nil || b.Len() == 0) {
			t.Errorf("%s with %d files: exit status %d, %s", args, limit, status, &b)
		}
		return string(text), b.String()
	}
	// The program may have inherited files from what runs this test: it counts only those below
	// the limit.
	least := 7
	for {
		_, text := run(least, "dir/1")
		if text == "" {
			break
		}
		was, next := 0, 0
		if n, _ := fmt.Sscanf(text, "urlgrep: too few open files are allowed: %d, at least %d are needed (ulimit -n)\n", &was, &next); n != 2 || was != least || next <= least {
			t.Fatalf("with %d files: %q", least, text)
		}
		least = next
	}
	if least == 7 {
		t.Error("a limit of 7 suffices")
	}
	for _, args := range []string{"-hr -j1 dir", "-hr -j7 dir", "-h dir/1 dir/2", "-h -u -r dir", "-h --sort=url -r dir", "-h --hyphen=evidence -r dir"} {
		want, _ := run(200, args)
		for limit := 4; limit < least+3; limit++ { // with fewer, the dynamic linker fails
			out, stderr := run(limit, args)
			for line := range strings.Lines(stderr) {
				if !strings.HasPrefix(line, "urlgrep: ") {
					t.Errorf("%s with %d files: %s", args, limit, line)
				}
			}
			if limit >= least && (out != want || stderr != "") {
				t.Errorf("%s with %d files: %d bytes, want %d; %s", args, limit, len(out), len(want), stderr)
			}
		}
	}
}

// TestNonBlocking checks input and output files with O_NONBLOCK, which return EAGAIN.
func TestNonBlocking(t *testing.T) {
	base := command(t)
	want := strings.Repeat("http://a.example/\n", 20_000)
	write(t, filepath.Join(base.Dir, "file"), want)
	for _, test := range []struct{ args, want string }{
		{"-j1 file", want},
		{"-j5 file file", want + want},
		{"-j1 -", "http://slow.example/\n" + want},
		{"-j5 -", "http://slow.example/\n" + want},
	} {
		in, feed := nonBlocking(t)
		results, out := nonBlocking(t)
		cmd := another(base, append([]string{"-h"}, strings.Fields(test.args)...)...)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = in, out, new(bytes.Buffer)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		in.Close()
		out.Close()
		go func() { // fails if the program does not read its input
			io.WriteString(feed, "http://slow.example/ ")
			time.Sleep(time.Millisecond) // so that the program has nothing to read at times
			io.WriteString(feed, want)
			feed.Close()
		}()
		got, err := io.ReadAll(results)
		if err != nil {
			t.Fatal(err)
		}
		results.Close()
		if err := cmd.Wait(); err != nil || string(got) != test.want {
			t.Errorf("%q: %v, %d bytes of %d, %s", test.args, err, len(got), len(test.want), cmd.Stderr)
		}
	}
}

// nonBlocking returns a pipe with O_NONBLOCK at both ends.
func nonBlocking(t *testing.T) (r, w *os.File) {
	t.Helper()
	var fds [2]int
	if err := syscall.Pipe(fds[:]); err != nil {
		t.Fatal(err)
	}
	for i, fd := range fds {
		syscall.CloseOnExec(fd)
		if err := syscall.SetNonblock(fd, true); err != nil {
			t.Fatal(i, err)
		}
	}
	return os.NewFile(uintptr(fds[0]), "r"), os.NewFile(uintptr(fds[1]), "w")
}

// TestSocket checks that a socket as input or output works like a pipe, and that a socket
// named as a file is an error.
func TestSocket(t *testing.T) {
	base := command(t)
	write(t, filepath.Join(base.Dir, "file"), "http://a.example/\n")
	t.Chdir(base.Dir) // the name of a socket must be short, whatever TMPDIR is
	listener, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	cmd := another(base, "-h", "socket", "file")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	if string(out) != "http://a.example/\n" || cmd.ProcessState.ExitCode() != exitError || !strings.HasPrefix(stderr.String(), "urlgrep: socket: ") || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("it ended with %v, %q, %q", cmd.ProcessState, out, &stderr)
	}
	cmd = another(base, "-r", ".", "--exclude=urlgrep")
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "./file:http://a.example/\n" {
		t.Errorf("-r: %q, %v", out, err)
	}

	client, err := net.Dial("unix", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	f, err := server.(*net.UnixConn).File()
	if err != nil {
		t.Fatal(err)
	}
	server.Close()
	cmd = another(base)
	cmd.Stdin, cmd.Stdout = f, f
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	client.SetDeadline(time.Now().Add(patience))
	for _, url := range []string{"http://a.example/", "http://b.example/"} {
		io.WriteString(client, url+" ")
		got := make([]byte, len(url)+1)
		if _, err := io.ReadFull(client, got); err != nil || string(got) != url+"\n" {
			t.Errorf("%q, %v", got, err)
		}
	}
	client.(*net.UnixConn).CloseWrite()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
}

// TestKilled checks that the program leaves no temporary file if it is killed: neither
// for a zip from a pipe, nor for an input that is read twice.
func TestKilled(t *testing.T) {
	base := command(t)
	for _, test := range []struct{ options, begin string }{
		{"", "PK\x03\x04"},
		{"--hyphen=evidence", "http://a.example/ "},
	} {
		dir := t.TempDir()
		cmd := another(base, strings.Fields(test.options)...)
		cmd.Env = append(os.Environ(), "TMPDIR="+dir)
		feed, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// More than a pipe holds, so that the program must have read some and written it
		// to the temporary file.
		if _, err := io.WriteString(feed, test.begin+strings.Repeat("x ", 500_000)); err != nil {
			t.Error(err)
		}
		cmd.Process.Kill()
		cmd.Wait()
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", test.options, left, err)
		}
	}
}

// TestFileSizeLimit checks that exceeding the limit of file sizes is a write error.
func TestFileSizeLimit(t *testing.T) {
	base := command(t)
	write(t, filepath.Join(base.Dir, "file"), strings.Repeat("http://a.example/\n", 30_000))
	cmd := exec.Command("sh", "-c", `ulimit -f 20; trap "" XFSZ; "$0" -j5 file file >out; echo $?`, base.Path)
	cmd.Dir = base.Dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	status, err := cmd.Output()
	if err != nil || string(status) != "2\n" || stderr.String() != "urlgrep: write error: file too large\n" {
		t.Errorf("%q, %v, %q", status, err, &stderr)
	}
}
