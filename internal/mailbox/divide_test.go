package mailbox

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestMayDivide checks that mayDivide finds the first match, whatever the text around
// it.
func TestMayDivide(t *testing.T) {
	want := func(text []byte) int {
		for i := range text {
			if bytes.HasPrefix(text[i:], []byte("--")) || text[i] == 'F' && i+ahead < len(text) && text[i+ahead] == 'm' {
				return i
			}
		}
		return len(text)
	}
	check := func(text []byte) {
		t.Helper()
		if got := mayDivide(text); got != want(text) {
			t.Fatalf("%q: got %d, want %d", text, got, want(text))
		}
		if got := divideGo(text); got != want(text) {
			t.Fatalf("%q: the twin: got %d, want %d", text, got, want(text))
		}
	}
	for n := range 200 {
		for _, mark := range []string{"", "-", "--", "F", "F--m", "From ", "-F-m"} {
			for _, rest := range []string{"", "m", "From --"} {
				check([]byte(string(bytes.Repeat([]byte("x"), n)) + mark + rest))
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		text := make([]byte, r.IntN(300))
		for i := range text {
			text[i] = "-Fm\xadG.,\x00"[min(7, r.IntN(1+r.IntN(100)))]
		}
		check(text)
	}
}
