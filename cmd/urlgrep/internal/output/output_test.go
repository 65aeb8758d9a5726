package output

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"strings"
	"syscall"
	"testing"
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
