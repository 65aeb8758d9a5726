package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
)

// TestReaders checks that the output is the same if the input comes in pieces, if its
// last piece comes together with io.EOF, and if some reads return nothing.
func TestReaders(t *testing.T) {
	mbox := "From joe@a.example Thu Jan  1 00:00:00 2026\nSubject: see http://s.example/\n" +
		"Content-Transfer-Encoding: base64\n\naHR0cDovL2EuZXhhbXBsZS8g\n\n"
	inputs := map[string]string{
		"text":   "see <URL:http://a.example/\n b> and http://b.example/c-\nd\n",
		"UTF-16": "\xFF\xFEh\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00.\x00b\x00/\x00",
		"mbox":   mbox + mbox,
		"HTML":   "<!DOCTYPE html><a href='http://a.example/?a=1&amp;b=2'>",
	}
	for _, format := range []string{"gzip", "zstd", "zip"} {
		var b bytes.Buffer
		if err := packings[format](&b, []byte(mbox)); err != nil {
			t.Fatal(err)
		}
		inputs[format] = b.String()
	}
	for format, text := range inputs {
		want := withInput(strings.NewReader(text), "--json")
		if !strings.Contains(want, `"url"`) {
			t.Errorf("%s: %s", format, want)
		}
		for what, of := range map[string]func(io.Reader) io.Reader{
			"a byte at a time": iotest.OneByteReader,
			"by halves":        iotest.HalfReader,
			"with its end":     iotest.DataErrReader,
			"after nothing":    func(r io.Reader) io.Reader { return &hesitant{r: iotest.HalfReader(r)} },
		} {
			for _, j := range []string{"-j1", "-j5"} {
				if got := withInput(of(strings.NewReader(text)), "--json", j); got != want {
					t.Errorf("%s %s %s:\n%swant\n%s", format, what, j, got, want)
				}
			}
		}
	}
}

// A hesitant reader returns no bytes and no error in every other read.
type hesitant struct {
	r    io.Reader
	next bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.next = !h.next; h.next {
		return 0, nil
	}
	return h.r.Read(p)
}

// TestReadersThatFail checks readers that fail, or return nothing forever: the bytes
// before that are scanned, except for a URL that is cut off, and the next file is
// searched.
func TestReadersThatFail(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "http://next.example/\n")
	const text = "http://a.example/ http://b"
	for why, r := range map[string]io.Reader{
		"read error at byte 26: timeout":                 iotest.ErrReader(iotest.ErrTimeout),
		"multiple Read calls return no data or error":    silent{},
		"read error at byte 26: interrupted system call": iotest.ErrReader(&os.PathError{Op: "read", Path: "x", Err: syscall.EINTR}),
	} {
		for _, j := range []string{"-j1", "-j5"} {
			status, stdout, stderr := try(io.MultiReader(strings.NewReader(text), r), "urlgrep", "-h", j, "-", file)
			if status != exitError || stdout != "http://a.example/\nhttp://next.example/\n" || stderr != "urlgrep: (standard input): "+why+"; a URL that is cut off there is omitted\n" {
				t.Errorf("%s: exit status %d, %q, %q", why, status, stdout, stderr)
			}
		}
	}
}

// A silent reader returns no bytes and no error.
type silent struct{}

func (silent) Read([]byte) (int, error) { return 0, nil }

// TestChanges checks a file that changes while it is read, by one worker or in ranges by
// several.
func TestChanges(t *testing.T) {
	t.Parallel()
	const line = "http://example.org/\n"
	const lines = 200_000
	with := tuning{rangeLength: 100_000}
	for what, change := range map[string]struct {
		do       func(name string) error
		least    int
		most     int
		isShrunk bool
	}{
		"emptied":   {func(name string) error { return os.Truncate(name, 0) }, 1, lines - 1, true},
		"cut short": {func(name string) error { return os.Truncate(name, 2_000_000) }, 100_000, 100_000, true},
		"longer": {func(name string) error {
			f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
			if err == nil {
				_, err = io.WriteString(f, "\n"+line+line)
			}
			return errors.Join(err, f.Close())
		}, lines + 2, lines + 2, false},
		"removed":  {os.Remove, lines, lines, false},
		"replaced": {func(name string) error { return errors.Join(os.Remove(name), os.Mkdir(name, 0o777)) }, lines, lines, false},
	} {
		for _, j := range []string{"-j1", "-j2", "-j5"} {
			name := filepath.Join(t.TempDir(), "log")
			write(t, name, strings.Repeat(line, lines))
			var stderr bytes.Buffer
			stdout := &hook{call: func() {
				if err := change.do(name); err != nil {
					t.Error(err)
				}
			}}
			status := with.run([]string{"urlgrep", j, name}, nil, stdout, &stderr)
			n, most := strings.Count(stdout.String(), line), change.most
			if change.isShrunk && j != "-j1" {
				most = lines - 1 // other workers may have read ranges before the change
			}
			if n < change.least || n > most || n*len(line) < stdout.Len()-len(line) {
				t.Errorf("%s %s: %d matches, want %d to %d", what, j, n, change.least, most)
			}
			if shrunk := strings.Count(stderr.String(), "file shrank by "); shrunk == 1 != change.isShrunk || status == exitError != change.isShrunk || strings.Count(stderr.String(), "\n") != shrunk {
				t.Errorf("%s %s: exit status %d, %q", what, j, status, &stderr)
			}
		}
	}
}

// A narrow writer accepts some bytes, and then fails, or writes less than it was given
// and returns no error.
type narrow struct {
	bytes.Buffer
	room int
	err  error
}

func (n *narrow) Write(p []byte) (int, error) {
	k := min(n.room, len(p))
	n.room -= k
	n.Buffer.Write(p[:k])
	if k < len(p) {
		return k, n.err
	}
	return k, nil
}

// TestWriteErrorInTheMiddle checks that after a write error nothing more is written, and
// that the bytes written are a prefix of the whole output, for any number of workers.
func TestWriteErrorInTheMiddle(t *testing.T) {
	dir := t.TempDir()
	for i := range 20 {
		write(t, filepath.Join(dir, fmt.Sprint(i)), strings.Repeat(fmt.Sprintf("http://%d.example/\n", i), 1000))
	}
	for _, options := range []string{"-j1", "-j2", "-j5", "-j5 --json", "-j5 -0", "-j5 --csv", "--count-by=host", "-u", "--hyphen=evidence", "--show-lines", "--stats -j5"} {
		args := append([]string{"urlgrep", "-r", dir}, strings.Fields(options)...)
		_, all, _ := try(nil, args...)
		for what, err := range map[string]error{"no space": errors.New("no space"), "short write": nil} {
			out := &narrow{room: min(100_001, len(all)/2), err: err}
			var stderr bytes.Buffer
			status := run(args, nil, out, &stderr)
			if status != exitError || strings.Count(stderr.String(), "urlgrep: write error: "+what+"\n") != 1 {
				t.Errorf("%s: exit status %d, %q", options, status, &stderr)
			}
			if got := out.String(); len(got) != min(100_001, len(all)/2) || !strings.HasPrefix(all, got) {
				t.Errorf("%s: %d bytes were written", options, len(got))
			}
		}
	}
}

// TestWholeLines checks that each write ends at the end of a line, for any output and any
// number of workers.
func TestWholeLines(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 7 {
		write(t, filepath.Join(dir, fmt.Sprint(i)), strings.Repeat(fmt.Sprintf("http://%d.example/%s\n", i, strings.Repeat("a", i)), 3000))
	}
	for _, options := range []string{"-h", "-H", "-Z", "-nb", "--json", "--tsv", "--show-lines", "--format={{.URL}}", "-0"} {
		end := byte('\n')
		if options == "-0" {
			end = 0
		}
		for _, j := range []string{"-j1", "-j2", "-j5"} {
			var got writes
			run([]string{"urlgrep", options, j, "-r", dir}, nil, &got, io.Discard)
			if len(got) < 3 {
				t.Errorf("%s %s: %d writes", options, j, len(got))
			}
			for _, text := range got {
				if text[len(text)-1] != end {
					t.Errorf("%s %s: a write ends with %q", options, j, text[len(text)-20:])
					break
				}
			}
		}
	}
}

// TestFaultNoProgress checks that standard input that returns no bytes and no error again
// and again is an error, after the results before it, for each use of standard input.
func TestFaultNoProgress(t *testing.T) {
	const text = "http://a.example/b-\nc\n"
	var packed bytes.Buffer
	if err := packings["gzip"](&packed, []byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, args := range []string{"", "--input=text", "--input=html", "--input=mail", "--refang", "--charset=utf-16", "-j2", "--show-lines", "--hyphen=evidence", "-f -", "--files-from=-", "--explain"} {
		for _, head := range []string{"", text, packed.String()} {
			var stdout, stderr bytes.Buffer
			stdin := io.MultiReader(strings.NewReader(head), silent{})
			status := run(append([]string{"urlgrep"}, strings.Fields(args)...), stdin, &stdout, &stderr)
			if status != exitError || !strings.Contains(stderr.String(), io.ErrNoProgress.Error()) {
				t.Errorf("%s %.10q: exit status %d, %s%s", args, head, status, &stdout, &stderr)
			}
		}
	}
}
