package extract

import (
	"bytes"
	"io"
	"testing"
)

// An unread reader must not be read.
type unread struct{ t *testing.T }

func (r unread) Read([]byte) (int, error) {
	r.t.Error("something is read")
	return 0, io.EOF
}

func (r unread) ReadAt([]byte, int64) (int, error) { return r.Read(nil) }

// TestRefused: every way to scan reports an invalid option first, and reads, finds and
// writes nothing.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Charset: "none"}, `unknown character set "none"`},
		{Options{Charset: "none", Input: Mbox}, `unknown character set "none"`},
		{Options{Charset: "none", Refang: true}, `unknown character set "none"`},
	} {
		line := func(*Line) bool {
			t.Errorf("%s: a line", c.want)
			return true
		}
		for _, l := range []func(*Line) bool{nil, line} {
			o := c.o
			o.Line = l
			s := NewScanner(unread{t}, &o)
			refused := func(how string) {
				t.Helper()
				if s.Err() == nil || s.Err().Error() != c.want {
					t.Errorf("%s: the error is %v, want %s", how, s.Err(), c.want)
				}
				if s.Scan() || s.Err() == nil || s.Err().Error() != c.want {
					t.Errorf("%s: something is found, or the error is %v, want %s", how, s.Err(), c.want)
				}
				if n := s.Messages() + int(s.Skipped()+s.LeftBroken()+s.PassedOver()); n != 0 {
					t.Errorf("%s: %d are counted", how, n)
				}
			}
			refused("NewScanner")
			s.Reset(unread{t})
			refused("Reset")
			s.ResetRange(unread{t}, State{}, 0, -1)
			refused("ResetRange")
			s.ResetMessages(unread{t}, Seam{}, -1)
			refused("ResetMessages")
			n := 0
			for m, err := range Bytes([]byte("From: http://a.example/\n\nhxxp://b.example/"), &o) {
				if n++; m.URL != "" || err == nil || err.Error() != c.want {
					t.Errorf("Bytes: %q, %v, want %s", m.URL, err, c.want)
				}
			}
			if n != 1 {
				t.Errorf("Bytes: %d values", n)
			}
			var b bytes.Buffer
			err := Replace(&b, unread{t}, &o, func(Match) string { return "" })
			if b.Len() > 0 || err == nil || err.Error() != c.want {
				t.Errorf("Replace: %q, %v, want %s", &b, err, c.want)
			}
		}
	}
}
