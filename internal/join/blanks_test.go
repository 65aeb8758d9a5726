package join

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/verdict"
)

// TestGoesOn checks whether a URL continues with a text, for URLs that had white space before and those that had
// none. The URL and the text are divided by "|".
func TestGoesOn(t *testing.T) {
	for _, c := range []struct {
		text          string
		strict, loose bool
	}{
		// In the host.
		{"http://www.|a.org/b", true, true},
		{"http://www.|The page", false, false},
		{"http://www.|B-project.org/", true, true},
		{"http://www.a|central.com/", false, true},
		{"http://www.a.|org", true, true},
		{"http://www.a.org|/b", true, true},
		{"http://www.a.org|/usr/bin", false, true},
		{"http://www.a.co.|uk/b", true, true},
		{"http://www.a.org.|in the", false, false},
		{"http://www.a.org|b.org/c", false, false},
		{"http://localhost|a.org/c", false, true},
		{"http://a.org:80|/b", false, false},
		// After a slash.
		{"http://www.a.org/|b/c.html", true, true},
		{"http://www.a.org/|b", false, true}, // the text ends
		{"http://www.a.org/|b and", false, false},
		{"http://www.a.org/|b. The", false, true},
		{"http://www.a.org/|b. 3", false, false},
		{"http://www.a.org/|3/5/2014", false, false},
		{"http://www.a.org/|TCP/IP is", false, false},
		{"http://www.a.org/|name=value", false, true},
		{"http://www.a.org/|2459090.", true, true},
		{"http://www.a.org/|2459090 is", false, false},
		{"http://www.a.org/|2The c", false, false},
		{"http://www.a.org/|b@c.org", false, false},
		{"http://www.a.org/|accessed", false, false},
		{"http://www.a.org/|c.org", false, false},
		{"http://www.a.org/|c.org/d is", false, false},
		{"http://www.a.org/|co.uk", false, false},
		{"http://www.a.org/|w/ a lot", false, false},
		{"http://doi.org/10.1007/|s1 is", true, true},
		// After a dot.
		{"http://www.a.org/b.|html", true, true},
		{"http://www.a.org/b.|The", false, false},
		{"http://www.a.org/b.|HTML is", false, false},
		{"http://www.a.org/b.|c/d_e", true, true},
		{"http://arxiv.org/abs/1204.|1234", true, true},
		{"http://www.a.org/b.|2009", false, false},
		{"http://doi.org/10.|1007/s1", true, true},
		{"http://doi.org/10.1007/b.|2009;", false, false},
		{"http://doi.org/10.1007/b.|2009. 12", true, true},
		// After other marks.
		{"http://www.a.org/b-|c1 d", true, true},
		{"http://www.a.org/b-|and c", false, false},
		{"http://www.a.org/?b=|c d", true, true},
		{"http://www.a.org/b?c=|for a c", false, true},
		{"http://www.a.org/b?|c=d e", true, true},
		{"http://www.a.org/b?|yes", false, false},
		{"http://www.a.org/b__|def f", false, false},
		// Before a mark.
		{"http://www.a.org/b|.html is", true, true},
		{"http://www.a.org/b|.NET is", false, false},
		{"http://www.a.org/b|/c/d is", false, true},
		{"http://www.a.org/b|/c/d. Is", true, true},
		{"http://www.a.org/b|/c/d [12]", true, true},
		{"http://www.a.org/b|-c d", false, true},
		{"http://www.a.org/b|- c", false, false},
		{"http://www.a.org/b|/ c", false, false},
		// Within a word.
		{"http://www.a.org/docum|ents/b.html.", true, true},
		{"http://www.a.org/b|is", false, false},
		{"http://www.a.org/b.html|c/d.html", false, false},
		{"http://www.a.org/12345678a|87654321b/c is", true, true},
		{"http://www.a.org/0123456789abcdef0123456789abcdef|0123456789abcdef0123456789abcdef", false, false},
	} {
		url, text, _ := strings.Cut(c.text, "|")
		for _, loose := range []bool{false, true} {
			s := spaced{url: []byte(url), host: len("http://"), source: []byte(url), loose: loose}
			want := c.strict
			if loose {
				want = c.loose
			}
			if got := s.goesOn([]byte(text)); got != want {
				t.Errorf("%s, loose %v: %v", c.text, loose, got)
			}
		}
	}
}

// TestOpens checks which white space between a scheme and its host is in a URL, whole and cut off.
func TestOpens(t *testing.T) {
	rest := strings.Repeat(" rest", 50)
	for _, c := range []struct {
		text          string
		spaces, lines int // both 0: it is in none
	}{
		{" ://www.a.org/", 1, 0},
		{": //www.a.org/", 1, 0},
		{" : / / www.a.org/", 4, 0},
		{":// www. a. org/", 1, 0},
		{":\n//www.a.org/", 0, 1},
		{"://\nwww.a.org/", 0, 1},
		{"://www.a.org/", 0, 0},
		{": // comment", 0, 0},
		{": //a.example/", 0, 0},
		{":\n//\nwww.a.org/", 0, 0},
		{":\n\n//www.a.org/", 0, 0},
		{": / www.a.org/", 0, 0},
		{":                    //www.a.org/", 0, 0},
	} {
		text := []byte("http" + c.text + rest)
		r := &Rules{Rejoin: Blanks, MaxLines: 10}
		opens := func(data []byte, eof bool) (Opening, verdict.Verdict) {
			return r.Opens(&Break{Data: data, EOF: eof, At: len("http"), Lines: 1, Line: data[:1]})
		}
		o, v := opens(text, true)
		if want := verdict.Of(c.spaces+c.lines > 0); v != want || v == verdict.Yes && (o.Spaces != c.spaces || o.Lines != c.lines) {
			t.Errorf("%q: %+v, %v", c.text, o, v)
		}
		for n := len("http"); n < len(text); n++ {
			if cut, got := opens(text[:n:n], false); got != verdict.More && (got != v || v == verdict.Yes && cut != o) {
				t.Errorf("%q: cut at %d: %+v, %v", c.text, n, cut, got)
			}
		}
	}
}
