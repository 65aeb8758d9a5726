package extract

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/find"
)

// TestSignatureInSlidingWindow checks that a signature's delimiter is found wherever the
// window ends when it slides.
func TestSignatureInSlidingWindow(t *testing.T) {
	const drop = chunk - find.LookBehind // when all of the first chunk has been dealt with
	for at := drop - 10; at <= drop+10; at++ {
		text := strings.Repeat("a line\n", at/7) + strings.Repeat("\n", at%7) + "-- \n" + strings.Repeat("name\n", 2*chunk/5) + "http://a.example/\n"
		for m := range Bytes([]byte(text), &Options{Input: InputText}) {
			if m.URL != "" && !m.Signature {
				t.Errorf("a delimiter at %d is not seen", at)
			}
		}
	}
}
