package join_test

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/join"
)

// FuzzPrefix checks that the prefix of a line is stripped in the same way in whichever
// pieces the text comes.
func FuzzPrefix(f *testing.F) {
	for _, head := range []string{"", "> ", ">> | : ", "# ", "/* ", "JD> ", "> JD> > ", " 7. ", "12) > // ", `.\" `, "dnl ", "REM "} {
		for _, next := range []string{"y", "> y", ">\n> y", "# y", " * y", "JD> y", "8. y", " 13) > // y", "\n\f\ny\n", "\nPage\n\f\nHeader\n\ny", "\u00a0y", "\x1b[1my"} {
			f.Add([]byte(head), []byte(next), 1)
		}
	}
	f.Fuzz(func(t *testing.T, head, next []byte, lines int) {
		if len(next) > 2000 {
			t.Skip("each text is read as often as it is long")
		}
		p := join.ParsePrefix(head, nil)
		if p.Depth < 0 || p.Depth > len(head) {
			t.Errorf("%q: depth %d", head, p.Depth)
		}
		checkContinue(t, &p, next, 0, max(1, lines%3000))
	})
}
