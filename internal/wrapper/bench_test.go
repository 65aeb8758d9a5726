package wrapper_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// TestBounded checks that the limits bound how much text Scan reads, and not the length
// of the text: after the bound the answer is certain, and no text changes it.
func TestBounded(t *testing.T) {
	r := &wrapper.Rules{MaxURL: 100, MaxLines: 8}
	const bound = 2*100 + 8*512 + 1 // twice the URL, and 512 bytes a line
	for _, head := range []string{"", "> ", "# ", "JD> ", "7. ", "> > | // "} {
		for _, opening := range []string{"<", "<URL:", "<URL: ", "<URL:\n", "<http:", "<URL:http://a/", "<URL:h", "<mailto:", "<URL:foo:"} {
			for _, fill := range []string{"x", " ", "x ", "\n", "\nx", "\n> x", "\n\f\nx", "\n\n", "\r", "\b", "_\b", "\x1b[m", "\x1b[1", "\\", "\\_", "\xa0", "\u00a0", "\u00ad\n", "-", "-\n", "\f", "\n# ", "\t"} {
				text := []byte(head + opening)
				at := len(head)
				text = append(text, strings.Repeat(fill, 1+2*bound/len(fill))...)
				_, got := scan(r, text[:at+bound], at, false)
				if got.state == wrapper.Cut {
					t.Errorf("%q: not certain after %d bytes", head+opening+fill, bound)
					continue
				}
				for _, tail := range []string{"", ">", "\n\f\nx>", "http://a/>"} {
					for _, atEOF := range []bool{true, false} {
						if _, again := scan(r, append(text[:len(text):len(text)], tail...), at, atEOF); !again.equal(got) {
							t.Errorf("%q: %v with more behind it, %v without", head+opening+fill, again, got)
						}
					}
				}
			}
		}
	}
}

// TestSameCandidate checks that Scan overwrites a used candidate.
func TestSameCandidate(t *testing.T) {
	var c wrapper.Candidate
	r := new(wrapper.Rules)
	for _, text := range []string{"> <URL:http://a/b-\n> c>", "<URL:foo", "<http://a/>", "<URL:x:", "<URL:\nftp://b-\nc/", "<>"} {
		var fresh wrapper.Candidate
		at := strings.IndexByte(text, '<')
		want := r.Scan(&fresh, []byte(text), at, []byte(text[:at]), true)
		got := r.Scan(&c, []byte(text), at, []byte(text[:at]), true)
		if got != want || fmt.Sprintf("%+v", c) != fmt.Sprintf("%+v", fresh) {
			t.Errorf("%q: got %v %+v, want %v %+v", text, got, c, want, fresh)
		}
	}
}

// TestAllocs checks that a wrapper takes at most one allocation.
func TestAllocs(t *testing.T) {
	r := new(wrapper.Rules)
	c := wrapper.Candidate{URL: make([]byte, 0, 1000), Hyphens: make([]int, 0, 10)}
	for _, text := range []string{"<URL:http://a/b>", "<URL:http://a/b-\nc>", "> # <URL:http://a/b\n> # c\n> # d>", "<URL:see", "<URL:http://a/\n\nPage\n\f\nHeader\n\nb>"} {
		data := []byte(text)
		at := bytes.IndexByte(data, '<')
		got := testing.AllocsPerRun(100, func() { r.Scan(&c, data, at, data[:at+1], true) })
		if got > 1 {
			t.Errorf("%q: %v allocations", text, got)
		}
	}
}

// BenchmarkScan measures Scan for one wrapper of each kind.
func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		name, text string
		want       wrapper.State
	}{
		{"none", "<URL:%s> and so on", wrapper.NoWrapper},
		{"address", "<somebody@example.com> and so on", wrapper.NoWrapper},
		{"plain", "<URL:http://ds.internic.net/instructions/overview.html#WARNING>", wrapper.Closed},
		{"angle", "<http://ds.internic.net/instructions/overview.html#WARNING>", wrapper.Closed},
		{"broken", "<URL:ftp://info.cern.ch/pub/www/doc;\n      type=d>", wrapper.Closed},
		{"quoted", "> > <URL:ftp://info.cern.ch/pub/www/doc-\n> > second;\n> > type=d>", wrapper.Closed},
		{"page", "<URL:ftp://info.cern.ch/\n\nFooter [Page 1]\n\f\nHeader\n\n   pub/www/doc>", wrapper.Closed},
		{"prose", "<URL:http://a/ is where it is to be found", wrapper.Unclosed},
		{"8bit", "<URL:http://a/\xe9\xe8\xe0\xfc\xf6\xe4/\xe9\xe8\xe0\xfc\xf6\xe4>", wrapper.Closed},
		{"long", "<URL:http://a/" + strings.Repeat("abcdefghijkl\n", 10_000) + ">", wrapper.Closed},
		{"backslashes", "<URL:http://a/" + strings.Repeat(`\_`, 50_000) + ">", wrapper.Closed},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := &wrapper.Rules{MaxLines: 1 << 20}
			data := []byte(c.text)
			at := bytes.IndexByte(data, '<')
			var w wrapper.Candidate
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if state := r.Scan(&w, data, at, data[:at+1], true); state != c.want {
					b.Fatal(stateName[state])
				}
			}
		})
	}
}

// BenchmarkNext measures texts of wrappers, and of text that resembles wrappers, of one,
// two and four MiB. If the speed falls as they grow, something takes quadratic time.
func BenchmarkNext(b *testing.B) {
	for _, c := range []struct {
		name, text string
		each       int // wrappers in text
	}{
		{"none", "There is nothing of the kind in this line of text.\n", 0},
		{"common", "See <URL:http://ds.internic.net/a> and\n> so on\n", 1},
		{"lt", "<\n", 0},
		{"labels", "<URL:<URL:<URL:<URL:<URL:<URL:<URL:<URL:<URL:<URL:\n", 0},
		{"unclosed", "<URL:http://a/\n", 1},
		{"oneline/labels", "<URL:", 0},
		{"oneline/unclosed", "<URL:a:", 1},
	} {
		for mib := 1; mib <= 4; mib *= 2 {
			b.Run(fmt.Sprintf("%s/%dMiB", c.name, mib), func(b *testing.B) {
				n := mib << 20 / len(c.text)
				data := bytes.Repeat([]byte(c.text), n)
				r := new(wrapper.Rules)
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if got := count(r, data); got < n*c.each-1 || got > n*c.each {
						b.Fatalf("%d wrappers of %d", got, n*c.each)
					}
				}
			})
		}
	}
}

// count returns the number of wrappers in data.
func count(r *wrapper.Rules, data []byte) (n int) {
	var c wrapper.Candidate
	for at := 0; ; n++ {
		state := r.Next(&c, data, at, true)
		if state == wrapper.NoWrapper {
			return n
		}
		at = next(&c, state)
	}
}
