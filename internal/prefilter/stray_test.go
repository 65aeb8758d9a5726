package prefilter

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestStray checks each byte at each position of texts of lengths near multiples of a
// block, also before other strays.
func TestStray(t *testing.T) {
	for size := range 270 {
		text := bytes.Repeat([]byte("A"), size)
		if got := Stray(text); got != size {
			t.Fatalf("in %d bytes without any: %d", size, got)
		}
		for i := range text {
			for c := range 256 {
				text[i] = byte(c)
				want := size
				if strings.IndexByte(strays, byte(c)) >= 0 {
					want = i
				}
				if got := Stray(text); got != want {
					t.Fatalf("%q at %d of %d: %d", c, i, size, got)
				}
			}
			text[i] = 'A'
		}
	}
}

// TestStrayGo checks Stray against strayGo, with any bytes.
func TestStrayGo(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 10000 {
		text := make([]byte, r.IntN(300))
		for i := range text {
			if text[i] = byte(r.Uint32()); strings.IndexByte(strays, text[i]) >= 0 && r.IntN(20) > 0 {
				text[i] = '/'
			}
		}
		from := r.IntN(len(text) + 1)
		want := bytes.IndexAny(text[from:], strays)
		if want < 0 {
			want = len(text) - from
		}
		if got, inGo := Stray(text[from:]), strayGo(text[from:]); got != want || inGo != want {
			t.Fatalf("%q: %d, in Go %d, want %d", text[from:], got, inGo, want)
		}
	}
}
