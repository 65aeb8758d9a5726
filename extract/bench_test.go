package extract

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// BenchmarkScanner measures texts by the number of URLs in a kibibyte, and by how the
// text delimits them.
func BenchmarkScanner(b *testing.B) {
	const prose = "Note that all work and no play: makes Jack a dull boy, 12:30.\n"
	for _, kind := range []struct{ name, url string }{
		{"bare", "http://www.example.com/pub/doc.html"},
		{"wrapped", "<URL:http://www.example.com/pub/doc.html>"},
		{"broken", "<URL:http://www.example.com/\n  pub/doc.html>"},
	} {
		for _, density := range []struct {
			name  string
			every int // bytes of prose to a URL, 0 for none
		}{{"none", 0}, {"rare", 16 << 10}, {"common", 1 << 10}, {"dense", 80}} {
			var text strings.Builder
			want := 0
			for text.Len() < 1<<20 {
				text.WriteString(strings.Repeat(prose, max(1, density.every/len(prose))))
				if density.every > 0 {
					text.WriteString("see " + kind.url + ".\n")
					want++
				}
			}
			benchmark(b, kind.name+"/"+density.name, []byte(text.String()), want)
		}
	}
}

// BenchmarkBytes measures a text of one line, for which a Scanner is made.
func BenchmarkBytes(b *testing.B) {
	text := []byte("see http://a.example/b (or http://c.example/d).\n")
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		for _, err := range Bytes(text, nil) {
			if err != nil {
				b.Fatal(err)
			}
			n++
		}
		if n != 2 {
			b.Fatal(n)
		}
	}
}

// BenchmarkCorpus measures texts by kind. The density of URLs in plain, quoted and
// longline is that of real mail; for the mailboxes it is that of the decoded text.
func BenchmarkCorpus(b *testing.B) {
	for _, kind := range corpusgen.Kinds() {
		var text bytes.Buffer
		want, err := corpusgen.Write(&text, kind, 2<<20)
		if err != nil {
			b.Fatal(err)
		}
		benchmark(b, kind.String(), text.Bytes(), int(want))
	}
}

// benchmark measures Scan without places, Scan with places, and a Match for each URL.
func benchmark(b *testing.B, name string, text []byte, want int) {
	for _, use := range []struct {
		name  string
		opts  Options
		match bool
	}{
		{"place=false", Options{SkipPlaces: true}, false},
		{"place=true", Options{}, false},
		{"match", Options{}, true},
	} {
		b.Run(name+"/"+use.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s := NewScanner(bytes.NewReader(text), &use.opts)
				n := 0
				for s.Scan() {
					if use.match {
						s.Match()
					}
					n++
				}
				if s.Err() != nil || n != want {
					b.Fatalf("%d URLs, want %d; error %v", n, want, s.Err())
				}
			}
		})
	}
}

// BenchmarkReplace measures texts by the number of URLs.
func BenchmarkReplace(b *testing.B) {
	const prose = "Note that all work and no play: makes Jack a dull boy, 12:30.\n"
	for _, density := range []struct {
		name  string
		lines int // of prose to a URL
	}{{"rare", 256}, {"dense", 1}} {
		const n = 1000
		text := strings.Repeat(strings.Repeat(prose, density.lines)+"see <http://www.example.com/pub/doc.html>.\n", n)
		b.Run(density.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				count := 0
				err := Replace(io.Discard, strings.NewReader(text), nil, func(Match) string {
					count++
					return "https://example.org/"
				})
				if err != nil || count != n {
					b.Fatalf("%d URLs, want %d; error %v", count, n, err)
				}
			}
		})
	}
}
