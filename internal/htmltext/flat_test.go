package htmltext

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// flatSlow returns what appendFlat must append, computed byte by byte.
func flatSlow(src []byte, lf byte) (dst []byte) {
	for _, c := range src {
		if strings.IndexByte(stops, c) >= 0 {
			break
		}
		if c == '\n' {
			c = lf
		}
		dst = append(dst, c)
	}
	return dst
}

// checkFlat compares appendFlat and appendFlatGo with flatSlow, and checks that they
// write nothing after the capacity they need.
func checkFlat(t *testing.T, src []byte, lf byte) {
	t.Helper()
	want := "##" + string(flatSlow(src, lf))
	for name, f := range map[string]func(dst, src []byte, lf byte) []byte{"appendFlat": appendFlat, "twin": appendFlatGo} {
		room := bytes.Repeat([]byte{'#'}, 2+len(src)+40)
		if dst := f(room[:2], src, lf); string(dst) != want {
			t.Fatalf("%s of %q: %q, want %q", name, src, dst, want)
		}
		if rest := room[2+len(src):]; bytes.Count(rest, []byte{'#'}) != len(rest) {
			t.Fatalf("%s of %q: wrote behind its end", name, src)
		}
	}
}

// TestFlat checks each of the stops, and similar bytes, at each index of texts whose
// lengths are near those that are copied at once.
func TestFlat(t *testing.T) {
	for size := range 100 {
		text := bytes.Repeat([]byte("a\n"), size)[:size]
		checkFlat(t, text, ' ')
		checkFlat(t, text, '\n')
		for i, was := range text {
			for _, c := range []byte(stops + "\n\x00\x1d,6L\x86\x8d\xbc") {
				text[i] = c
				checkFlat(t, text, ' ')
			}
			text[i] = was
		}
	}
}

// TestFlatOctets checks each octet at each index of a block.
func TestFlatOctets(t *testing.T) {
	text := bytes.Repeat([]byte("a"), 32)
	for i := range text {
		for c := range 256 {
			text[i] = byte(c)
			checkFlat(t, text, ' ')
		}
		text[i] = 'a'
	}
}

// TestFlatAny checks random bytes.
func TestFlatAny(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 10000 {
		text := make([]byte, r.IntN(300))
		for i := range text {
			if text[i] = byte(r.Uint32()); strings.IndexByte(stops, text[i]) >= 0 && r.IntN(10) > 0 {
				text[i] = '\n'
			}
		}
		checkFlat(t, text[r.IntN(len(text)+1):], " \n"[r.IntN(2)])
	}
}
