package sink

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// Places selects what is printed before a match or a line in addition to the name of the
// file.
type Places struct {
	LineNumber, ByteOffset bool
	Null                   bool // a NUL follows the name
}

// needs returns what is needed of the matches.
func (p Places) needs() record.Needs {
	if p.LineNumber {
		return record.Places
	}
	return 0
}

// A prefix adds the name and position before a match to a line.
type prefix struct {
	Places
	line *output.Line

	name  string // name of the input, as printed
	shown bool   // print the name
	given string // name of the input, unchanged
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

// shownName returns the name of a file as it is printed if no NUL follows it. A line
// break in the name would split the line, and programs that read lines could not
// distinguish the second part from a result.
func shownName(name string) string { return visible.Line(name) }

// afterName returns the separator after the name of a file: usual, or a NUL.
func (p *prefix) afterName(usual byte) byte {
	if p.Null {
		return 0
	}
	return usual
}

// add adds the name, if it is printed, the line number, the place in a document, and the
// offset, with a sign after each. d is nil outside of documents.
func (p *prefix) add(number, offset int64, d *extract.Document, sign byte) {
	p.addName(sign)
	if p.LineNumber {
		place := placeIn(d)
		if hasLine(d, place) {
			p.line.AddInt(p.line.Colours.Line, number)
			p.line.Separate(sign)
		}
		if place != "" {
			p.line.AddLine(p.line.Colours.Line, place)
			p.line.Separate(sign)
		}
	}
	if p.ByteOffset {
		p.line.AddInt(p.line.Colours.Offset, offset)
		p.line.Separate(sign)
	}
}

// hasLine reports whether the number of the line is printed, given the place in the
// document: unless the place is in a file that has no lines.
func hasLine(d *extract.Document, place string) bool { return place == "" || d.Attached }

// placeIn returns the place in a document as it is printed, "" outside of documents.
func placeIn(d *extract.Document) string {
	if d == nil {
		return ""
	}
	return visible.Line(d.Place())
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
