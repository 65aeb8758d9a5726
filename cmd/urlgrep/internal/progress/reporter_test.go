package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// report returns a Reporter whose results and messages go to the buffers, and the number of calls of
// its function that measures the input.
func report(results, messages *bytes.Buffer) (r *Reporter, measured *int) {
	measured = new(int)
	p := New()
	r = NewReporter(p, output.NewMessages(output.New(results), messages), func() {
		*measured++
		p.Expect(4000)
		p.SetTotalKnown(true)
	})
	p.Begin("file")
	p.Read(1000)
	return r, measured
}

// TestTell checks that Tell writes a line, and that the input is measured once.
func TestTell(t *testing.T) {
	var results, messages bytes.Buffer
	r, measured := report(&results, &messages)
	r.Tell()
	r.Tell()
	lines := strings.SplitAfter(messages.String(), "\n")
	if len(lines) != 3 || *measured != 1 || results.Len() > 0 {
		t.Fatalf("%d measurements, messages %q, results %q", *measured, &messages, &results)
	}
	for _, line := range lines[:2] {
		if !strings.HasPrefix(line, "urlgrep: 1.0 kB of 4.0 kB, 25 %, ") || !strings.HasSuffix(line, " left, file\n") {
			t.Errorf("got %q", line)
		}
	}
}

// TestShow checks that Show shows the progress at once if asked to, in lines, and on a terminal in a
// line that Close clears and that messages clear before they are written.
func TestShow(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, test := range []struct {
		terminal, atOnce bool
		want             string // FILE is the progress up to the name of the file
	}{
		{false, false, "message\n"},
		{false, true, "urlgrep: FILE\nmessage\n"},
		{true, false, "message\n"},
		{true, true, wipe + "FILE" + wipe + "message\n"},
	} {
		var results, messages bytes.Buffer
		r, measured := report(&results, &messages)
		r.log.Terminal = test.terminal
		stop := r.Show(test.atOnce)
		stop()
		r.log.Writer().Write([]byte("message\n"))
		r.Close()
		got := messages.String()
		if from, to := strings.Index(got, "1.0 kB"), strings.Index(got, ", file"); from >= 0 && to >= 0 {
			got = got[:from] + "FILE" + got[to+len(", file"):]
		}
		if got != test.want || (*measured == 1) != test.atOnce {
			t.Errorf("%+v: got %q, %d measurements", test, got, *measured)
		}
		if r.ShowsByDefault(true) {
			t.Errorf("%+v: a buffer has progress by default", test)
		}
	}
}

// TestDumb checks that a terminal that cannot erase a line has separate lines.
func TestDumb(t *testing.T) {
	t.Setenv("TERM", "dumb")
	var results, messages bytes.Buffer
	r, _ := report(&results, &messages)
	r.log.Terminal = true
	r.Show(true)()
	r.Close()
	if got := messages.String(); !strings.HasPrefix(got, "urlgrep: ") || !strings.HasSuffix(got, "file\n") {
		t.Errorf("got %q", got)
	}
}

// TestBytes checks the numbers of a Progress.
func TestBytes(t *testing.T) {
	before := time.Now()
	p := New()
	p.Read(1)
	p.Read(2)
	p.Expect(10)
	p.Expect(5)
	if read, total, known := p.Bytes(); read != 3 || total != 15 || known {
		t.Errorf("%d of %d bytes, known %v", read, total, known)
	}
	p.SetTotalKnown(true)
	if _, _, known := p.Bytes(); !known {
		t.Error("the total is not known")
	}
	if took := p.Took(); took < 0 || took > time.Since(before) {
		t.Errorf("it took %v", took)
	}
	p = &Progress{began: before}
	p.SetTotalKnown(true)
	if got := p.Line(before, 80); got != "0 B of 0 B, 100 %, 0 B/s" {
		t.Errorf("nothing to read: %q", got)
	}
}
