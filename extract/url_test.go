package extract

import (
	"bytes"
	"strings"
	"testing"
	"testing/iotest"
)

// TestURL holds URL against Match, and says that it allocates nothing.
func TestURL(t *testing.T) {
	text := strings.Repeat("see http://a.example/b and <URL:http://b.example/\nc-\nd> or http://c.example/e-\nf\n", 50)
	for _, h := range []Hyphen{HyphenKeep, HyphenDrop} {
		s := NewScanner(iotest.HalfReader(strings.NewReader(text)), &Options{Hyphen: h})
		n := 0
		for ; s.Scan(); n++ {
			if url := string(s.URL()); url != s.Match().URL {
				t.Errorf("URL is %s, that of Match %s", url, s.Match().URL)
			}
		}
		if n != 150 || s.URL() != nil || s.Match().URL != "" {
			t.Errorf("%d matches, at the end %s", n, s.URL())
		}
	}
	data := []byte(strings.Repeat("see http://a.example/b and (https://b.example/c).\n", 1000))
	r := bytes.NewReader(data)
	s := NewScanner(r, nil)
	for s.Scan() {
	}
	if allocs := testing.AllocsPerRun(10, func() {
		r.Reset(data)
		s.Reset(r)
		for s.Scan() {
		}
	}); allocs > 5 {
		t.Errorf("%.0f allocations for 2000 URLs", allocs)
	}
}
