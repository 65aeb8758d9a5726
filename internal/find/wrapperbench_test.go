package find_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/find"
)

// TestBounded checks that the limits bound how much text Scan reads, and not the length
// of the text: after the bound the answer is certain, and no text changes it.
func TestBounded(t *testing.T) {
	r := &wrapperRules{MaxURL: 100, MaxLines: 8}
	const bound = 2*100 + 8*512 + 1 // twice the URL, and 512 bytes a line
	for _, head := range []string{"", "> ", "# ", "JD> ", "7. ", "> > | // "} {
		for _, opening := range []string{"<", "<URL:", "<URL: ", "<URL:\n", "<http:", "<URL:http://a/", "<URL:h", "<mailto:", "<URL:foo:"} {
			for _, fill := range []string{"x", " ", "x ", "\n", "\nx", "\n> x", "\n\f\nx", "\n\n", "\r", "\b", "_\b", "\x1b[m", "\x1b[1", "\\", "\\_", "\xa0", "\u00a0", "\u00ad\n", "-", "-\n", "\f", "\n# ", "\t"} {
				text := []byte(head + opening)
				at := len(head)
				text = append(text, strings.Repeat(fill, 1+2*bound/len(fill))...)
				_, got := scan(r, text[:at+bound], at, false)
				if got.state == find.Cut {
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
	var c find.Wrapper
	r := new(wrapperRules)
	for _, text := range []string{"> <URL:http://a/b-\n> c>", "<URL:foo", "<http://a/>", "<URL:x:", "<URL:\nftp://b-\nc/", "<>"} {
		var fresh find.Wrapper
		at := strings.IndexByte(text, '<')
		want := r.Scan(&fresh, []byte(text), at, true)
		got := r.Scan(&c, []byte(text), at, true)
		if got != want || fmt.Sprintf("%+v", c) != fmt.Sprintf("%+v", fresh) {
			t.Errorf("%q: got %v %+v, want %v %+v", text, got, c, want, fresh)
		}
	}
}

// TestAllocs checks that a wrapper takes at most one allocation.
func TestAllocs(t *testing.T) {
	r := new(wrapperRules)
	var c find.Wrapper
	for _, text := range []string{"<URL:http://a/b>", "<URL:http://a/b-\nc>", "> # <URL:http://a/b\n> # c\n> # d>", "<URL:see", "<URL:http://a/\n\nPage\n\f\nHeader\n\nb>"} {
		data := []byte(text)
		at := bytes.IndexByte(data, '<')
		f := r.finder(data, true)
		got := testing.AllocsPerRun(100, func() { f.At(&c, at) })
		if got > 1 {
			t.Errorf("%q: %v allocations", text, got)
		}
	}
}

// BenchmarkScan measures Scan for one wrapper of each kind.
func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		name, text string
		want       find.State
	}{
		{"none", "<URL:%s> and so on", find.NoWrapper},
		{"address", "<somebody@example.com> and so on", find.NoWrapper},
		{"plain", "<URL:http://ds.internic.net/instructions/overview.html#WARNING>", find.Closed},
		{"angle", "<http://ds.internic.net/instructions/overview.html#WARNING>", find.Closed},
		{"broken", "<URL:ftp://info.cern.ch/pub/www/doc;\n      type=d>", find.Closed},
		{"quoted", "> > <URL:ftp://info.cern.ch/pub/www/doc-\n> > second;\n> > type=d>", find.Closed},
		{"page", "<URL:ftp://info.cern.ch/\n\nFooter [Page 1]\n\f\nHeader\n\n   pub/www/doc>", find.Closed},
		{"prose", "<URL:http://a/ is where it is to be found", find.Unclosed},
		{"8bit", "<URL:http://a/\xe9\xe8\xe0\xfc\xf6\xe4/\xe9\xe8\xe0\xfc\xf6\xe4>", find.Closed},
		{"long", "<URL:http://a/" + strings.Repeat("abcdefghijkl\n", 10_000) + ">", find.Closed},
		{"backslashes", "<URL:http://a/" + strings.Repeat(`\_`, 50_000) + ">", find.Closed},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := &wrapperRules{MaxLines: 1 << 20}
			data := []byte(c.text)
			at := bytes.IndexByte(data, '<')
			var w find.Wrapper
			f := r.finder(data, true)
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if state := f.At(&w, at); state != c.want {
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
				r := new(wrapperRules)
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
func count(r *wrapperRules, data []byte) (n int) {
	var c find.Wrapper
	for at := 0; ; n++ {
		state := r.Next(&c, data, at, true)
		if state == find.NoWrapper {
			return n
		}
		at = next(&c, state)
	}
}
