//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// command returns a command that runs the program as a process: the test binary under the
// name of the program, in a directory that every user may access.
func command(t testing.TB, args ...string) *exec.Cmd {
	dir, err := os.MkdirTemp("", "urlgrep") // only its owner may access t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "urlgrep")
	if err := os.Link(self, bin); err != nil { // self is on another file system
		if err := copyFile(bin, self); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Chmod(bin, 0o755), os.Chmod(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bin, args...)
	cmd.Dir = dir
	return cmd
}

// copyFile copies a file without reading all of it into memory, which Linux would count
// for the child process too.
func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// TestPermission checks that a file and a directory that may not be read are reported and
// skipped, with exit status 2. Root may read everything, so root runs the program as
// nobody.
func TestPermission(t *testing.T) {
	cmd := command(t, "-r", ".")
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	for name, mode := range map[string]os.FileMode{"a.txt": 0o644, "b.txt": 0, "d.txt": 0o644} {
		path := filepath.Join(cmd.Dir, name)
		write(t, path, "http://"+name+"/\n")
		if err := os.Chmod(path, mode); err != nil { // whatever the umask
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(cmd.Dir, "c"), 0); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if cmd.ProcessState == nil && os.Getuid() == 0 {
		t.Skipf("the user nobody cannot run the program: %v", err) // TMPDIR is private, or a container has no such user
	}
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) || exit.ExitCode() != exitError {
		t.Errorf("it ended with %v", err)
	}
	if want := "./a.txt:http://a.txt/\n./d.txt:http://d.txt/\n"; stdout.String() != want {
		t.Errorf("got %q, want %q", &stdout, want)
	}
	for _, want := range []string{"urlgrep: ./b.txt: permission denied\n", "urlgrep: ./c: permission denied\n"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("%q is not in %q", want, &stderr)
		}
	}
}

// TestClosedPipe checks that the program ends without a message when the reader of its
// output exits: by SIGPIPE, as grep does, so that a shell with pipefail sees the same.
func TestClosedPipe(t *testing.T) {
	base := command(t)
	write(t, filepath.Join(base.Dir, "large"), strings.Repeat("http://a.example/ and text\n", 100_000))
	for _, options := range []string{"", "-j5 large", "-j5 --json large large", "-j1 -nH large"} {
		closePipe(t, another(base, strings.Fields(options)...))
	}
}

// closePipe reads some of the output of a command, and closes it.
func closePipe(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	cmd.Stdin = io.LimitReader(endless{}, 10<<20)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	io.ReadFull(stdout, make([]byte, 10))
	stdout.Close()
	cmd.Wait() // the error may be that of writing to standard input
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !status.Signaled() || status.Signal() != syscall.SIGPIPE || stderr.Len() > 0 {
		t.Errorf("%q ended with %v, %q", cmd.Args[1:], cmd.ProcessState, &stderr)
	}
}

// TestClosedPipeError checks that EPIPE is not reported on systems without SIGPIPE.
func TestClosedPipeError(t *testing.T) {
	var stderr bytes.Buffer
	status := run([]string{"urlgrep"}, strings.NewReader("http://a/"), closedPipe{}, &stderr)
	if status != exitError || stderr.Len() > 0 {
		t.Errorf("exit status %d, %q", status, &stderr)
	}
}

type closedPipe struct{}

func (closedPipe) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}
}
