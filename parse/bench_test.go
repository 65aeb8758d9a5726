package parse_test

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// benchURLs are typical and untypical URLs, valid at all levels unless their name says
// otherwise.
var benchURLs = []struct {
	name, url string
	levels    []parse.Level
}{
	{"http", "http://www.example.com/pub/2001/over-view.html?id=7", nil},
	{"ftp", "ftp://joe:pw@ftp.example.com:2121/pub/a/b.txt", nil},
	{"gopher", "gopher://gopher.example.com/7sel%09search%20it", nil},
	{"mailto", "mailto:joe.user@mail.example.com", nil},
	{"escapes", "http://www.example.com/%41%42%43%44/%45%46%47?a=%20%21", nil},
	{"unicode", "http://www.example.com/straße/naïve/éèê?q=ü", []parse.Level{parse.Lenient}},
	{"ipv6", "http://[2001:db8::1:192.0.2.33]:8080/x", []parse.Level{parse.Lenient, parse.RFC3986}},
	{"long", "http://www.example.com/" + strings.Repeat("abcdefg/", 1<<13), nil},
	{"error", "http://www.example.com:8o/x", nil},
}

// BenchmarkParse measures Parse. On one core of an AMD EPYC with go1.26, "http" takes
// about 80 ns at Lenient and RFC3986, and 190 ns at RFC1738, half of it for the
// allocation of Parts; "long" runs at some 2 GB/s.
func BenchmarkParse(b *testing.B) {
	for _, c := range benchURLs {
		levels := c.levels
		if levels == nil {
			all := parse.Levels()
			levels = all[:]
		}
		for _, level := range levels {
			b.Run(c.name+"/"+level.String(), func(b *testing.B) {
				b.SetBytes(int64(len(c.url)))
				b.ReportAllocs()
				for b.Loop() {
					if u, err := parse.Parse(c.url, level); (err == nil) == (c.name == "error") {
						b.Fatal(u, err)
					}
				}
			})
		}
	}
}

// TestAllocs checks that a valid URL takes no allocation except for its Parts.
func TestAllocs(t *testing.T) {
	strict := map[string]float64{
		"ftp":  2, // Parts and Cwd
		"ipv6": -1, "unicode": -1, "error": -1,
	}
	for _, c := range benchURLs {
		for _, level := range parse.Levels() {
			want := 0.0
			if level == parse.RFC1738 {
				if want = strict[c.name]; want == 0 {
					want = 1
				}
			}
			if _, err := parse.Parse(c.url, level); err != nil || want < 0 {
				continue
			}
			got := testing.AllocsPerRun(100, func() { parse.Parse(c.url, level) })
			if got != want {
				t.Errorf("Parse(%.40q, %v): %v allocations, want %v", c.url, level, got, want)
			}
		}
	}
	for _, s := range []string{"HTTP://A/", "x-unknown+scheme:a", "URL:x"} {
		if got := testing.AllocsPerRun(100, func() { parse.Parse(s, parse.Lenient) }); got != 0 {
			t.Errorf("Parse(%q, lenient): %v allocations, want none", s, got)
		}
	}
}
