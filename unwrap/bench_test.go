package unwrap_test

import (
	"testing"

	"github.com/urlgrep/urlgrep/unwrap"
)

func BenchmarkURL(b *testing.B) {
	for _, bb := range []struct{ name, url string }{
		{"ordinary", "https://www.example.com/some/path/to?ref=sr_1_1&x=%41#z"},
		{"safelinks", "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.armlinux.org.uk%2Fdeveloper%2Fpatches%2F&data=04"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				unwrap.URL(bb.url)
			}
		})
	}
}

func BenchmarkClean(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		unwrap.Clean("https://www.example.com/some/path/to?ref=sr_1_1&x=%41&utm_source=a#z")
	}
}
