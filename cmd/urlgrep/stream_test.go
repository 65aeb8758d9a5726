package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// patience is how long a test waits for output before it fails. The output takes
// milliseconds, but may be late on a busy machine.
const patience = 2 * time.Minute

// TestPipe checks that a match in a pipe is printed as soon as the byte arrives that ends
// it, not at the end of the input. The input is passed to the program byte by byte.
func TestPipe(t *testing.T) {
	for _, test := range []struct {
		args  string
		input string // "^" marks where the output must be complete
		want  string
	}{
		{"", "see http://a/b ^and", "http://a/b\n"},
		{"", "<URL:http://a/\n b>^", "http://a/b\n"},
		{"-n", "x\nhttp://a/\n^", "2:http://a/\n"},
		{"--json", "http://a/ ^", `{"url":"http://a/"`},
		{"-l", "http://a/ ^", "(standard input)\n"},
		{"-a", "http://a/ ^\x00", "http://a/\n"},
	} {
		before, after, _ := strings.Cut(test.input, "^")
		stdin, feed := io.Pipe()
		results, stdout := io.Pipe()
		done := make(chan int)
		go func() {
			done <- run(append([]string{"urlgrep"}, strings.Fields(test.args)...), stdin, stdout, io.Discard)
			stdout.Close()
		}()
		go func() {
			for i := range len(before) {
				io.WriteString(feed, before[i:i+1])
			}
		}()
		got := make([]byte, len(test.want))
		timer := time.AfterFunc(patience, func() { results.CloseWithError(errors.New("nothing came")) })
		if _, err := io.ReadFull(results, got); err != nil || string(got) != test.want {
			t.Errorf("%s: %q gave %q, %v; want %q", test.args, before, got, err, test.want)
		}
		timer.Stop()
		go io.Copy(io.Discard, results)
		go func() {
			io.WriteString(feed, after)
			feed.Close()
		}()
		if status := <-done; status != exitFound {
			t.Errorf("%s: exit status %d", test.args, status)
		}
	}
}

// TestPipeBinary checks that the matches before the first NUL of a pipe are printed, and
// then a message.
func TestPipeBinary(t *testing.T) {
	stdin, feed := io.Pipe()
	go func() {
		io.WriteString(feed, "http://a/ ")
		io.WriteString(feed, "\x00 http://b/ ")
		feed.Close()
	}()
	status, stdout, stderr := try(stdin, "urlgrep")
	if status != exitFound || stdout != "http://a/\n" || stderr != "urlgrep: (standard input): binary file, the rest is skipped (use -a to search it)\n" {
		t.Errorf("exit status %d, %q, %q", status, stdout, stderr)
	}
}

// try runs the program and returns its exit status and output.
func try(stdin io.Reader, args ...string) (status int, stdout, stderr string) {
	return tuning{}.try(stdin, args...)
}

func (with tuning) try(stdin io.Reader, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = with.run(args, stdin, &out, &err)
	return status, out.String(), err.String()
}

// A hook is a writer that calls a function at the first write, which is in the middle of
// a scan if there are enough matches.
type hook struct {
	bytes.Buffer
	call func()
}

func (h *hook) Write(p []byte) (int, error) {
	if h.call != nil {
		h.call()
		h.call = nil
	}
	return h.Buffer.Write(p)
}

// TestShrink checks that the matches are found in a file that is truncated while it is
// read, and that the exit status reports the error.
func TestShrink(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	line := "http://example.org/\n"
	if err := os.WriteFile(name, bytes.Repeat([]byte(line), 100_000), 0o666); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	stdout := &hook{call: func() {
		if err := os.Truncate(name, 1_000_000); err != nil {
			t.Error(err)
		}
	}}
	status := run([]string{"urlgrep", name}, nil, stdout, &stderr)
	want := fmt.Sprintf("urlgrep: %s: read error at byte 1000000: file shrank by 1000000 bytes while it was read\n", name)
	if status != exitError || stderr.String() != want {
		t.Errorf("exit status %d, %q; want %q", status, &stderr, want)
	}
	if n := strings.Count(stdout.String(), line); n != 50_000 {
		t.Errorf("%d matches, want 50000", n)
	}
}

// TestStdinInTheMiddle checks standard input that is a file not at its beginning: the
// bytes before the offset are not reported as missing.
func TestStdinInTheMiddle(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name, []byte("http://a/\nhttp://b/\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Seek(10, io.SeekStart)
	if status, stdout, stderr := try(f, "urlgrep"); status != exitFound || stdout != "http://b/\n" || stderr != "" {
		t.Errorf("exit status %d, %q, %q", status, stdout, stderr)
	}
}

// TestReadError checks a read error in the middle: the matches before it are printed,
// except for a URL that is cut off, and then the place and the cause of the error. -q has
// ended before it, and -L prints nothing, as the rest of the file is unknown.
func TestReadError(t *testing.T) {
	broken := &os.PathError{Op: "read", Path: "x", Err: errors.New("no such device")}
	for _, test := range []struct {
		args   string
		status int
		stdout string
	}{
		{"urlgrep", exitError, "http://a/\n"},
		{"urlgrep -c", exitError, "1\n"},
		{"urlgrep -m1", exitFound, "http://a/\n"},
		{"urlgrep --hyphen=evidence", exitError, "http://a/\n"},
		{"urlgrep -q", exitFound, ""},
		{"urlgrep -L --kind=wrapped", exitError, ""},
	} {
		stdin := io.MultiReader(strings.NewReader("http://a/ http://b"), iotest.ErrReader(broken))
		status, stdout, stderr := try(stdin, strings.Fields(test.args)...)
		if status != test.status || stdout != test.stdout {
			t.Errorf("%s: exit status %d, %q; want %d, %q", test.args, status, stdout, test.status, test.stdout)
		}
		want := ""
		if status == exitError {
			want = "urlgrep: (standard input): read error at byte 18: no such device"
			if !strings.Contains(test.args, "wrapped") {
				want += "; a URL that is cut off there is omitted"
			}
			want += "\n"
		}
		if stderr != want {
			t.Errorf("%s: %q, want %q", test.args, stderr, want)
		}
	}
}

// TestReadsEndOnce checks that the program does not read after the end of the input. A
// terminal would require a second end-of-file character.
func TestReadsEndOnce(t *testing.T) {
	stdin := &ends{text: "http://a/"}
	if status, stdout, _ := try(stdin, "urlgrep"); status != exitFound || stdout != "http://a/\n" {
		t.Errorf("exit status %d, %q", status, stdout)
	}
	if stdin.ends != 1 {
		t.Errorf("the end was read %d times", stdin.ends)
	}
}

type ends struct {
	text string
	ends int
}

func (e *ends) Read(p []byte) (n int, err error) {
	if e.text == "" {
		e.ends++
		return 0, io.EOF
	}
	n = copy(p, e.text)
	e.text = e.text[n:]
	return n, nil
}

// TestWriteError checks that a write error ends the search immediately and is reported
// once.
func TestWriteError(t *testing.T) {
	stdin := &endless{}
	var stderr bytes.Buffer
	status := run([]string{"urlgrep"}, stdin, full{}, &stderr)
	if status != exitError || stderr.String() != "urlgrep: write error: no space\n" {
		t.Errorf("exit status %d, %q", status, &stderr)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, "http://a/ "), nil }
