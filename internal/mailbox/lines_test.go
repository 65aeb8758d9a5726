package mailbox

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// TestLines checks that midLine and blank are correct after consume and consumeLine,
// however the text is split into calls.
func TestLines(t *testing.T) {
	const text = "a\n\nb\r\n\r\n\n \nc\r\r\n\nd"
	r := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		var l lines
		l.size = fileRead
		l.reset(iotest.HalfReader(strings.NewReader(text)), 1)
		for at := 0; at < len(text); {
			line := l.lineAt(0)
			n := len(line)
			if !l.midLine && r.IntN(2) == 0 {
				l.consumeLine(line)
			} else {
				n = 1 + r.IntN(n)
				l.consume(n)
			}
			at += n
			before := text[:at]
			if want := int64(1 + strings.Count(before, "\n")); l.line != want || l.offset() != int64(at) {
				t.Fatalf("%q: line %d at %d", before, l.line, l.offset())
			}
			if midLine := !strings.HasSuffix(before, "\n"); l.midLine != midLine {
				t.Fatalf("%q: in a line: %v", before, l.midLine)
			}
			if !l.midLine && l.blank != (before == "\n" || strings.HasSuffix(before, "\n\n") || strings.HasSuffix(before, "\n\r\n")) {
				t.Fatalf("%q: after a blank line: %v", before, l.blank)
			}
		}
	}
}
