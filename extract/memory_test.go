package extract

import (
	"io"
	"strings"
	"testing"
)

// TestWindowOfText checks that a text in memory takes no more memory than it needs, and
// that the window is released.
func TestWindowOfText(t *testing.T) {
	for _, c := range []struct{ size, most int }{{0, 512}, {50, 512}, {300, 1024}, {10 << 10, 24 << 10}, {31 << 10, 64 << 10}, {1 << 20, 128 << 10}} {
		text := strings.Repeat("words ", c.size)[:c.size] + " http://a.example/"
		s := NewScanner(strings.NewReader(text), nil)
		if !s.Scan() || s.Scan() || s.Err() != nil {
			t.Errorf("%d bytes: %v", c.size, s.Err())
		}
		if n := cap(s.win.Data); n > c.most {
			t.Errorf("%d bytes: a window of %d", c.size, n)
		}
		s.Release()
		if cap(s.win.Data) > 0 || s.Scan() {
			t.Error("something is left after Release")
		}
		s.Reset(io.MultiReader(strings.NewReader(text)))
		if !s.Scan() || s.Scan() || s.Err() != nil {
			t.Errorf("after Release: %v", s.Err())
		}
	}
	var zero Scanner
	zero.Release()
	if zero.Reset(strings.NewReader("http://a.example/")); !zero.Scan() {
		t.Error("nothing is found after Release of a zero Scanner")
	}
}

// TestReleaseOptions checks that Release keeps the options.
func TestReleaseOptions(t *testing.T) {
	s := NewScanner(nil, &Options{Kinds: []Kind{Email}, Input: InputText})
	s.Release()
	s.Reset(strings.NewReader("http://a.example/ joe@b.example"))
	if !s.Scan() || string(s.URL()) != "joe@b.example" || s.Scan() {
		t.Errorf("%q", s.URL())
	}
}

// TestBytesAgain checks that each loop over Bytes has all URLs.
func TestBytesAgain(t *testing.T) {
	urls := Bytes([]byte("http://a.example/ http://b.example/"), nil)
	for range 3 {
		var list []string
		for m, err := range urls {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m.URL)
		}
		if got := strings.Join(list, " "); got != "http://a.example/ http://b.example/" {
			t.Error(got)
		}
		for m, err := range urls { // and one that ends early
			if err != nil || m.URL != "http://a.example/" {
				t.Errorf("%s, %v", m.URL, err)
			}
			break
		}
	}
}
