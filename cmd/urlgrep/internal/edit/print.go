package edit

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// maxHeld is the number of bytes of a line that a printer holds back.
const maxHeld = 32 << 10

// A printer prints edited texts, as whole lines except for long ones. On a terminal it makes
// control characters visible.
type printer struct {
	out  *output.Output
	held []byte // the beginning of a line
}

func (p *printer) begin(*sink.Original) error { return nil }

func (p *printer) copy(text []byte) error {
	for len(text) > 0 && p.out.Err() == nil {
		n := min(len(text), maxHeld)
		p.add(text[:n])
		text = text[n:]
	}
	return nil // the search reports an error of the output
}

func (p *printer) replace(_, text []byte) error { return p.copy(text) }

func (p *printer) end(bool) error {
	p.print(len(p.held))
	return nil
}

// add prints the whole lines in the held text and in text, and holds the rest.
func (p *printer) add(text []byte) {
	had := len(p.held)
	p.held = append(p.held, text...)
	if i := bytes.LastIndexByte(text, '\n'); i >= 0 {
		p.print(had + i + 1)
	}
	if len(p.held) > maxHeld {
		p.print(wholeRunes(p.held))
	}
}

// print prints the first n held bytes.
func (p *printer) print(n int) {
	text := p.held[:n]
	if p.out.Terminal {
		text = shown(nil, text)
	}
	if n > 0 {
		p.out.WriteShown(text)
	}
	p.held = append(p.held[:0], p.held[n:]...)
}

// wholeRunes returns the length of text without an incomplete character at its end.
func wholeRunes(text []byte) int {
	n := len(text)
	for i := 1; i < utf8.UTFMax && i <= n; i++ {
		if c := text[n-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[n-i:]) {
				return n - i
			}
			break
		}
	}
	return n
}

// shown appends text to b, with visible control characters except for tabs and line feeds.
func shown(b, text []byte) []byte {
	for {
		i := bytes.IndexAny(text, "\t\n")
		if i < 0 {
			return visible.Append(b, text)
		}
		b = append(visible.Append(b, text[:i]), text[i])
		text = text[i+1:]
	}
}
