package output

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A recorder records each write and counts the flushes.
type recorder struct {
	writes  []string
	flushes int
	limit   int   // maximum number of bytes of a write, if not 0
	err     error // returned by each write
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.limit > 0 && len(p) > r.limit {
		p = p[:r.limit]
	}
	r.writes = append(r.writes, string(p))
	return len(p), r.err
}

func (r *recorder) Flush() { r.flushes++ }

func (r *recorder) WriteDue() {}

// TestWholeLines checks that each write consists of whole lines, even if a line exceeds
// the buffer.
func TestWholeLines(t *testing.T) {
	var to recorder
	o := New(io.Discard).Through(&to, 8)
	lines := []string{"abc\n", "de\n", "f\n", "longer than all\n", "g\n"}
	for _, line := range lines {
		if n, err := o.Write([]byte(line)); n != len(line) || err != nil {
			t.Fatal(n, err)
		}
	}
	o.Extended(append(o.Extend(2), "h\n"...))
	o.Extended(append(o.Extend(20), "longer than the buffer\n"...))
	o.Flush()
	if got, want := strings.Join(to.writes, ""), strings.Join(lines, "")+"h\nlonger than the buffer\n"; got != want {
		t.Errorf("wrote %q, want %q", got, want)
	}
	for _, w := range to.writes {
		if !strings.HasSuffix(w, "\n") {
			t.Errorf("a write ends within a line: %q", w)
		}
	}
	if to.flushes != 1 {
		t.Errorf("%d flushes, want 1", to.flushes)
	}
}

// toReader returns an Output to a pipe, whose writes go to a recorder.
func toReader(t *testing.T) (*Output, *recorder) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	o, to := New(w), new(recorder)
	o.Wrap(func(io.Writer) io.Writer { return to })
	return o, to
}

// TestGrowingWrites checks that the first write to a reader has one line, that no later one
// has many more bytes than the one before it, and that there are few of them.
func TestGrowingWrites(t *testing.T) {
	o, to := toReader(t)
	line := strings.Repeat("x", 99) + "\n"
	for range 20_000 {
		o.Write([]byte(line))
	}
	most := len(line)
	for i, w := range to.writes {
		if len(w) > most {
			t.Errorf("write %d has %d bytes, want at most %d", i, len(w), most)
		}
		most = min(max(small, 2*most), size)
	}
	if n, full := len(to.writes), 20_000*len(line)/size; n > full+8 {
		t.Errorf("%d writes, want %d and few more", n, full)
	}
}

// TestWriteDue checks that results that a reader may wait for are written once in each
// delay, and that those in a regular file are not.
func TestWriteDue(t *testing.T) {
	clock := time.Now()
	o, to := toReader(t)
	o.now = func() time.Time { return clock }
	worker := o.Through(o, 100)
	for i, c := range []struct {
		line   string
		passes time.Duration // before WriteDue
		writes int           // after it
	}{
		{"", 0, 0},
		{"a\n", 0, 1},
		{"", delay, 1},
		{"b\n", 0, 2},
		{"c\n", delay - 1, 2},
		{"", 1, 3},
		{"", 3 * delay, 3},
		{"d\n", 0, 4},
	} {
		worker.Write([]byte(c.line))
		clock = clock.Add(c.passes)
		if worker.WriteDue(); len(to.writes) != c.writes {
			t.Errorf("%d: %q", i, to.writes)
		}
	}
	if got := strings.Join(to.writes, ""); got != "a\nb\nc\nd\n" {
		t.Errorf("wrote %q", got)
	}

	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	o = New(f)
	o.now = func() time.Time { return clock }
	for range 10 {
		o.Write([]byte("a\n"))
		clock = clock.Add(delay)
		o.WriteDue()
	}
	if info, err := f.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("%d bytes are written to a file, %v", info.Size(), err)
	}
}

func TestLineBuffered(t *testing.T) {
	var to recorder
	o := New(&to)
	o.LineBuffered = true
	o.Write([]byte("a\n"))
	o.Extended(append(o.Extend(2), "b\n"...))
	if len(to.writes) != 2 || to.flushes != 2 {
		t.Errorf("%q, %d flushes", to.writes, to.flushes)
	}
	o.Add([]byte("c\n"))
	if len(to.writes) != 2 {
		t.Error("Add does not wait")
	}
}

func TestTerminal(t *testing.T) {
	var b bytes.Buffer
	o := New(&b)
	o.Terminal = true
	if n, err := o.Write([]byte("a\x1b[m\n")); n != len("a\x1b[m\n") || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	o.WriteShown([]byte("\x1b[m\n"))
	o.Flush()
	if s := b.String(); strings.Count(s, "\x1b") != 1 || strings.Count(s, "\n") != 2 {
		t.Errorf("%q", s)
	}
}

// TestError checks that nothing is written after an error until Restart ignores it.
func TestError(t *testing.T) {
	to := recorder{limit: 2}
	o := New(&to)
	o.Write([]byte("abc\n"))
	o.Flush()
	o.Write([]byte("d\n"))
	o.Flush()
	if o.Err() != io.ErrShortWrite || len(to.writes) != 1 {
		t.Errorf("%v, %q", o.Err(), to.writes)
	}
	o.Write([]byte("e\n"))
	if o.Restart(errors.New("another")); o.Err() != io.ErrShortWrite {
		t.Error("Restart forgets an error that is not ignored")
	}
	o.Restart(io.ErrShortWrite)
	o.Write([]byte("f\n"))
	if o.Flush(); o.Err() != nil || len(to.writes) != 2 || to.writes[1] != "f\n" {
		t.Errorf("%v, %q", o.Err(), to.writes)
	}
}

// TestMessages checks that a message is one line that follows the results before it.
func TestMessages(t *testing.T) {
	var b bytes.Buffer
	o := New(&b)
	m := NewMessages(o, &b)
	o.Write([]byte("a\n"))
	m.Print("x", "y\nz")
	o.Write([]byte("b\n"))
	m.Usage(errors.New("no such option"))
	m.WriteError(&fs.PathError{Op: "write", Path: "/dev/full", Err: syscall.ENOSPC})
	m.WriteError(&fs.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE})
	m.Terminal = true
	m.Print("\x1b[m")
	got := b.String()
	want := "a\nurlgrep: x: y" // package visible decides how the line feed becomes visible
	if !strings.HasPrefix(got, want) || strings.Contains(got, "\x1b") {
		t.Errorf("%q, want it to begin with %q", got, want)
	}
	rest := "b\nurlgrep: no such option\nTry 'urlgrep -h' for a short help, 'urlgrep --help' for all options.\nurlgrep: write error: " + syscall.ENOSPC.Error() + "\nurlgrep: "
	if !strings.Contains(got, rest) || strings.Count(got, "\n") != 7 {
		t.Errorf("%q, want it to have %q", got, rest)
	}
}
