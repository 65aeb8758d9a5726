package extract

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// BenchmarkScanner is named by how many URLs there are in a kibibyte of text,
// and by how they stand in it.
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
			for _, place := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/%s/place=%v", kind.name, density.name, place), func(b *testing.B) {
					b.SetBytes(int64(text.Len()))
					b.ReportAllocs()
					data := []byte(text.String())
					for b.Loop() {
						s := NewScanner(bytes.NewReader(data), &Options{NoPlace: !place})
						n := 0
						for s.Scan() {
							n++
						}
						if n != want {
							b.Fatalf("%d URLs, want %d", n, want)
						}
					}
				})
			}
		}
	}
}
