package progress

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressLine(t *testing.T) {
	began := time.Now()
	for _, test := range []struct {
		read, total int64
		after       time.Duration
		columns     int
		file        string
		want        string
	}{
		{0, 0, 0, 80, "", "0 B, 0 B/s, 0:00"},
		{5_000_000, 0, 2 * time.Second, 80, "a", "5.0 MB, 2.5 MB/s, 0:02, a"},
		{5_000_000, 20_000_000, 2 * time.Second, 80, "a", "5.0 MB of 20.0 MB, 25 %, 2.5 MB/s, 0:06 left, a"},
		{19_999_999, 20_000_000, 1000 * time.Second, 80, "", "20.0 MB of 20.0 MB, 99 %, 20.0 kB/s, 0:00 left"},
		{20_000_001, 20_000_000, 1000 * time.Second, 80, "", "20.0 MB of 20.0 MB, 100 %, 20.0 kB/s, 0:00 left"}, // the file has grown
		{1000, 5_000_000, time.Second, 80, "", "1.0 kB of 5.0 MB, 0 %, 1.0 kB/s, 1:23:19 left"},
		{0, 5_000_000, time.Second, 80, "", "0 B of 5.0 MB, 0 %, 0 B/s"},
		{1000, 0, time.Second, 27, "mail/2001/inbox", "1.0 kB, 1.0 kB/s, 0:01, …ox"},
		{1000, 0, time.Second, 39, "mail/2001/inbox", "1.0 kB, 1.0 kB/s, 0:01, mail/2001/inbox"},
		{1000, 0, time.Second, 38, "mail/2001/inbox", "1.0 kB, 1.0 kB/s, 0:01, …il/2001/inbox"},
		{1000, 0, time.Second, 29, "日本語", "1.0 kB, 1.0 kB/s, 0:01, …本語"},
		{1000, 0, time.Second, 28, "日本語", "1.0 kB, 1.0 kB/s, 0:01, …語"},
		{1000, 0, time.Second, 24, "日本語", "1.0 kB, 1.0 kB/s, 0:01"},
		{1000, 0, time.Second, 10, "a", "1.0 kB, 1."},
		{1000, 0, time.Second, -1, "a", ""},
		{1000, 0, time.Second, 80, "\x1b[31m\n", `1.0 kB, 1.0 kB/s, 0:01, \u001b[31m\u000a`},
	} {
		p := &Progress{began: began}
		p.Read(test.read)
		p.Expect(test.total)
		p.SetTotalKnown(test.total > 0)
		if test.file != "" {
			p.Begin(test.file)
		}
		if got := p.Line(began.Add(test.after), test.columns); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// TestStatusLine checks that other output on the terminal has its own lines, and that
// nothing is left of the status line.
func TestStatusLine(t *testing.T) {
	var screen bytes.Buffer
	b := &StatusLine{w: &screen}
	other := lineWriter{b, &screen}
	b.show("1")
	b.show("2")
	other.Write([]byte("a\n"))
	b.show("3")
	other.Write([]byte("b"))
	b.show("4") // not shown, as it would follow b on the line
	other.Write([]byte("\n"))
	b.show("5")
	b.close()
	b.show("6")
	other.Write([]byte("c\n"))
	if want := wipe + "1" + wipe + "2" + wipe + "a\n" + wipe + "3" + wipe + "b\n" + wipe + "5" + wipe + "c\n"; screen.String() != want {
		t.Errorf("got %q, want %q", &screen, want)
	}
}
