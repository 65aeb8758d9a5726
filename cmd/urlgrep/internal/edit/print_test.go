package edit

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestPrinter checks that a printer prints the edited text, that it passes on whole lines, and that
// it holds back a bounded part of a long line.
func TestPrinter(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 7))
	for range effort.Rounds(1000) {
		pieces := randomPieces(r)
		_, want := texts(pieces)
		var b bytes.Buffer
		p := &printer{out: output.New(&b)}
		passTo(t, p, "f", pieces)
		p.out.Flush()
		if b.String() != want || len(p.held) > 0 {
			t.Fatalf("%.1000q, want\n%.1000q", b.String(), want)
		}
	}
	p := &printer{out: output.New(new(bytes.Buffer))}
	for range 1000 {
		p.copy([]byte(strings.Repeat("é", 1000)))
		if cap(p.held) > 4*maxHeld {
			t.Fatalf("%d bytes are held", cap(p.held))
		}
	}
}

// TestPrinterTerminal checks that a printer makes control characters visible on a terminal, and
// does not divide a character.
func TestPrinterTerminal(t *testing.T) {
	var b bytes.Buffer
	p := &printer{out: output.New(&b)}
	p.out.Terminal = true
	long := strings.Repeat("é", maxHeld)
	passTo(t, p, "f", []piece{copied("a\t\x1b[1m\r\n" + long + "\xff"), {"b", "\u202e", false}})
	p.out.Flush()
	if want := "a\t\\u001b[1m\\u000d\n" + long + "\\xff\\u202e"; b.String() != want {
		t.Errorf("%.100q … %q", b.String(), b.String()[b.Len()-30:])
	}
}
