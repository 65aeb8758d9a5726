package sink

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// Places says what is printed before a match or a line, besides the name of the file.
type Places struct {
	LineNumber, ByteOffset bool
	Null                   bool // a NUL follows the name
}

// A prefix adds what is before a match to a line.
type prefix struct {
	Places
	line *output.Line

	name  string // of the input, as it is printed
	shown bool   // it is printed
	given string // the name, as it is
}

// Begin begins an input.
func (p *prefix) Begin(name string, shown bool) {
	p.line.Reset()
	p.shown = shown
	if name != p.given {
		p.given, p.name = name, name
		if !p.Null {
			p.name = shownName(name)
		}
	}
}

// shownName returns the name of a file as it is printed if no NUL follows it: a line
// break in it would make two lines of one, and no program that reads lines could
// distinguish them from results.
func shownName(name string) string { return visible.Line(name) }

// afterName returns what follows the name of a file: usual, or a NUL.
func (p *prefix) afterName(usual byte) byte {
	if p.Null {
		return 0
	}
	return usual
}

// add adds the name, if it is printed, and the places, with a sign after each.
func (p *prefix) add(number, offset int64, sign byte) {
	p.addName(sign)
	if p.LineNumber {
		p.line.AddInt(p.line.Colours.Line, number)
		p.line.Separate(sign)
	}
	if p.ByteOffset {
		p.line.AddInt(p.line.Colours.Offset, offset)
		p.line.Separate(sign)
	}
}

func (p *prefix) addName(sign byte) {
	switch {
	case !p.shown:
	case p.Null:
		p.line.AddString(p.line.Colours.Name, p.name)
		p.line.Append(0)
	default:
		p.line.AddString(p.line.Colours.Name, p.name)
		p.line.Separate(sign)
	}
}
