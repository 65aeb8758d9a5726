package extract

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/hostile"
)

// hostileOptions select every URL in a group of texts.
func hostileOptions(g hostile.Group) *Options {
	o := everyKind(map[string]Input{"text": InputText, "mail": InputMail, "mbox": InputMbox, "html": InputHTML}[g.Input])
	o.Refang = g.Name == "defanged"
	return o
}

// A progressReader calls each after every MiB.
type progressReader struct {
	io.Reader
	n    int
	each func()
}

func (w *progressReader) Read(p []byte) (n int, err error) {
	const every = 1 << 20
	n, err = w.Reader.Read(p)
	if w.n += n; w.n/every != (w.n-n)/every {
		w.each()
	}
	return n, err
}

// TestHostile checks that the URL after any hostile input is found, and that the limits
// bound the memory: that of the window, and of the marks in lines that have not been
// reported. Below URLGREP_TEST=thorough only every sixth input is read.
func TestHostile(t *testing.T) {
	if effort.Race {
		t.Skip("the race detector has memory of its own")
	}
	const most = 16 << 20
	turn := 0
	for _, g := range hostile.Groups() {
		size := int64(1 << 20)
		switch {
		case effort.Get() < effort.Thorough:
		case g.Input == "text":
			size = 3 << 20 // more than the window may have
		default:
			size = 2 << 20
		}
		for _, text := range g.Texts {
			if turn++; turn%6 != 0 && effort.Get() < effort.Thorough {
				continue
			}
			o := hostileOptions(g)
			o.Line = func(*Line) bool { return true }
			var stats runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&stats)
			before, peak := stats.HeapAlloc, uint64(0)
			s := NewScanner(&progressReader{Reader: text.Reader(size), each: func() {
				runtime.GC()
				runtime.ReadMemStats(&stats)
				peak = max(peak, stats.HeapAlloc)
			}}, o)
			found := false
			for s.Scan() {
				s.Mark()
				found = found || string(s.URL()) == hostile.Last
			}
			wide := g.Input == "text" && strings.HasPrefix(text.Name, "UTF-") // the text after it is not
			if s.Err() != nil || !found && !wide {
				t.Errorf("%s: what comes behind is found: %v, with error %v", text.Name, found, s.Err())
			}
			if peak > before+most {
				t.Errorf("%s: %d bytes of memory", text.Name, peak-before)
			}
			// Twice the longest wrapper, and a chunk.
			if most := 2*(2*s.rules.MaxURL+find.MaxHead*s.rules.MaxLines) + 2*chunk; cap(s.win.Data) > most {
				t.Errorf("%s: the window has grown to %d bytes", text.Name, cap(s.win.Data))
			}
			if n := cap(s.lines.marks); n > maxLine+s.rules.MaxLines {
				t.Errorf("%s: there are %d marks", text.Name, n)
			}
		}
	}
}

// TestManyLinks checks that the memory does not grow with the number of links and of the lines
// that they are in: with a million links that do not end, and in other pages of megabytes. All
// URLs are found, and no label is longer than the documentation says.
func TestManyLinks(t *testing.T) {
	if effort.Race {
		t.Skip("the race detector has memory of its own")
	}
	const link, most, longest = "<a href='http://a.example/p'>", 4 << 20, 256
	for _, c := range []struct {
		name             string
		head, more, tail string
		times            int // number of pieces, less with a lower effort
		found            int // URLs in a piece; one more is at the end of each page
	}{
		{"links that do not end", "", link, "", 1_000_000, 1},
		{"links that do not end, with text", "", link + "word ", "", 1_000_000, 1},
		{"links in hidden elements that do not end", "", "<div hidden>" + link, "", 100_000, 1},
		{"hidden elements", link, "<div hidden>", "", 100_000, 0},
		{"labels of a megabyte", "", link + strings.Repeat("word ", 200_000) + "</a>", "", 10, 1},
		{"a label of images", link, "<img alt='word'>", "", 1_000_000, 0},
		{"a link and a comment", link + "<!-- http:", strings.Repeat("a comment. ", 10), "-->", 1_000_000, 0},
		{"a link and hidden text", link + "<b hidden>", strings.Repeat("hidden text ", 10), "</b>", 1_000_000, 0},
		{"a link in a comment, and images", "<!--" + link + "-->", "<img src='http://a.example/p'>\n", "", 1_000_000, 1},
		{"images with many sources", "", "<img alt=x srcset='" + strings.Repeat("http://a.example/ 1x,", 3000) + "'>", "", 40, 3000},
		{"a link of attributes", "<a href='http://a.example/p' ", "name=value ", ">", 1_000_000, 0},
		{"a link and an element of attributes", link + "<b ", "name=value ", ">", 1_000_000, 0},
	} {
		times := c.times
		switch effort.Get() {
		case effort.Short:
			times /= 10
		case effort.Normal:
			times /= 4
		}
		text := io.MultiReader(strings.NewReader(c.head), again(c.more, times), strings.NewReader(c.tail+"</a>"+link+"last</a>"))
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		before, peak := stats.HeapAlloc, uint64(0)
		s := NewScanner(&progressReader{Reader: text, each: func() {
			runtime.GC()
			runtime.ReadMemStats(&stats)
			peak = max(peak, stats.HeapAlloc)
		}}, &Options{Input: InputHTML, Line: func(*Line) bool { return true }})
		n, last := 0, ""
		for s.Scan() {
			s.Mark()
			n++
			if m := s.Match(); m.Element != nil {
				last = m.Element.Label
			}
			if len(last) > longest {
				t.Fatalf("%s: a label of %d bytes", c.name, len(last))
			}
		}
		want := times*c.found + 1
		if c.head != "" && strings.Contains(c.head, "http:") {
			want++
		}
		if s.Err() != nil || n != want || last != "last" {
			t.Errorf("%s: %d URLs, want %d; the last label is %q; error %v", c.name, n, want, last, s.Err())
		}
		if peak > before+most {
			t.Errorf("%s: %d bytes of memory", c.name, peak-before)
		}
	}
}

// again returns a reader of n times the text.
func again(text string, n int) io.Reader { return &repeated{text: text, left: n} }

type repeated struct {
	text, rest string
	left       int
}

func (r *repeated) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.rest == "" {
			if r.left == 0 {
				break
			}
			r.left--
			r.rest = r.text
		}
		k := copy(p[n:], r.rest)
		r.rest = r.rest[k:]
		n += k
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A rereadCounter returns one byte at a time, and counts the bytes that a Scanner reads
// again between two of them.
type rereadCounter struct {
	io.Reader
	s    *Scanner
	want int // the last that s has set, as it does whenever it has looked
	n    int
	most int
}

func (l *rereadCounter) Read(p []byte) (int, error) {
	if n := len(l.s.win.Data) - l.s.point.Pos; n >= find.Eager && l.s.want != l.want {
		l.n += n
	}
	if l.want = l.s.want; l.n > l.most {
		return 0, errors.New("looked at too often")
	}
	return l.Reader.Read(p[:1])
}

// TestLooks checks that text that arrives a byte at a time is not read again for each
// byte.
func TestLooks(t *testing.T) {
	size := 16 << 10
	if effort.Get() == effort.Short {
		size = 4 << 10
	}
	for _, g := range hostile.Groups() {
		for _, text := range g.Texts {
			s := NewScanner(strings.NewReader(""), hostileOptions(g))
			s.Reset(&rereadCounter{Reader: io.LimitReader(text.Reader(int64(size)), int64(size)), s: s, most: (maxRereads + 4) * size})
			for s.Scan() {
			}
			if s.Err() != nil {
				t.Errorf("%s: %v", text.Name, s.Err())
			}
		}
	}
}

// BenchmarkLinear shows that time is linear in the input: the nanoseconds per byte do not
// depend on the size. The larger sizes run with URLGREP_TEST=long.
func BenchmarkLinear(b *testing.B) {
	largest := int64(1 << 20)
	if effort.Get() == effort.Long {
		largest = 8 << 20
	}
	for _, g := range hostile.Groups() {
		for _, text := range g.Texts {
			for size := int64(1 << 20); size <= largest; size *= 2 {
				name := strings.ReplaceAll(g.Name+"/"+text.Name, " ", "-")
				b.Run(fmt.Sprintf("%s/%dMiB", name, size>>20), func(b *testing.B) {
					for b.Loop() {
						s := NewScanner(text.Reader(size), hostileOptions(g))
						for s.Scan() {
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size), "ns/B")
				})
			}
		}
	}
}
