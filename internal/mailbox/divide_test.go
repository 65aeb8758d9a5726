package mailbox

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestMayDivide checks that mayDivide finds the first match, whatever the text around
// it.
func TestMayDivide(t *testing.T) {
	want := func(text []byte) int {
		for i := range text {
			if bytes.HasPrefix(text[i:], []byte("--")) || i+ahead < len(text) && (text[i] == 'F' && text[i+ahead] == 'o' || text[i] == 'b' && text[i+ahead] == 'g') {
				return i
			}
		}
		return len(text)
	}
	check := func(text []byte) {
		t.Helper()
		for got := 0; ; got++ {
			if got += mayDivide(text[got:]); got == want(text) {
				break
			} else if got > want(text) || isDividing(text[got:]) {
				t.Fatalf("%q: got %d, want %d", text, got, want(text))
			}
		}
		if got := divideGo(text); got != want(text) {
			t.Fatalf("%q: the twin: got %d, want %d", text, got, want(text))
		}
	}
	for n := range 200 {
		for _, mark := range []string{"", "-", "--", "F", "F--o", "From ", "-F-o", "begin ", "bw", "\x00\x80\x80"} {
			for _, rest := range []string{"", "o", "g", "From --", "begin "} {
				check([]byte(string(bytes.Repeat([]byte("x"), n)) + mark + rest))
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range effort.Rounds(20000) {
		text := make([]byte, r.IntN(300))
		for i := range text {
			text[i] = "-Fobg\xad\x00.,w/"[min(10, r.IntN(1+r.IntN(100)))]
		}
		check(text)
	}
}
