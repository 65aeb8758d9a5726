package output

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// A Line is a line of results in the making. What is added to it comes out of the input;
// with colours it becomes visible as it is added, else the [Output] makes it visible on a
// terminal.
type Line struct {
	Colours Palette

	out  *Output
	text []byte
}

// NewLine returns a Line that is written to out.
func NewLine(out *Output, colours Palette) *Line { return &Line{out: out, Colours: colours} }

// Output returns where l is written to.
func (l *Line) Output() *Output { return l.out }

// Reset drops what the line has.
func (l *Line) Reset() { l.text = l.text[:0] }

// IsShown reports whether control characters in the line become visible.
func (l *Line) IsShown() bool { return l.out.Terminal || l.Colours.On }

// Append adds text as it is.
func (l *Line) Append(text ...byte) { l.text = append(l.text, text...) }

// AppendFunc adds what f appends.
func (l *Line) AppendFunc(f func(b []byte) []byte) { l.text = f(l.text) }

// Add adds text in a colour.
func (l *Line) Add(colour string, text []byte) {
	from := len(l.text)
	l.text = append(l.text, text...)
	l.colour(from, colour)
}

// AddFunc adds what f appends, in a colour.
func (l *Line) AddFunc(colour string, f func(b []byte) []byte) {
	from := len(l.text)
	l.text = f(l.text)
	l.colour(from, colour)
}

// AddString adds text in a colour.
func (l *Line) AddString(colour, text string) {
	from := len(l.text)
	l.text = append(l.text, text...)
	l.colour(from, colour)
}

// AddLine adds text without line breaks: they become visible.
func (l *Line) AddLine(colour, text string) { l.AddString(colour, visible.Line(text)) }

// AddInt adds a number in a colour.
func (l *Line) AddInt(colour string, n int64) {
	from := len(l.text)
	l.text = strconv.AppendInt(l.text, n, 10)
	l.colour(from, colour)
}

// Separate adds what is between a place and what is there.
func (l *Line) Separate(sign byte) {
	l.text = append(l.text, sign)
	l.colour(len(l.text)-1, l.Colours.Separator)
}

// colour makes visible what the line has from an offset on, and colours it, if there are
// colours.
func (l *Line) colour(from int, colour string) {
	if !l.Colours.On {
		return
	}
	text := slices.Clone(l.text[from:])
	l.text = l.text[:from]
	if len(text) == 0 || colour == "" {
		l.text = visible.Append(l.text, text)
		return
	}
	l.text = l.Colours.appendStart(l.text, colour)
	l.text = visible.Append(l.text, text)
	l.text = l.Colours.appendStop(l.text)
}

// End ends the line. Its Output remembers an error.
func (l *Line) End() { l.EndWith('\n') }

// EndWith ends the line with c.
func (l *Line) EndWith(c byte) {
	l.text = append(l.text, c)
	if l.Colours.On {
		l.out.WriteShown(l.text)
	} else {
		l.out.Write(l.text)
	}
	l.Reset()
}

// EndShown ends the line with c. All in it is fit for a terminal, if it goes to one.
func (l *Line) EndShown(c byte) {
	l.text = append(l.text, c)
	l.out.WriteShown(l.text)
	l.Reset()
}

// MakeVisible makes visible what the line has, if it goes to a terminal and has no
// colours.
func (l *Line) MakeVisible() {
	if l.out.Terminal && !l.Colours.On {
		l.text = visible.Append(nil, l.text)
	}
}

// Shown returns text as it is printed within a line.
func (l *Line) Shown(text []byte) []byte {
	if l.IsShown() {
		return visible.Append(nil, text)
	}
	return []byte(visible.Line(string(text)))
}

// AddCaret adds a caret under what follows before in the line above, the class of what is
// wrong there, and the rule. It ends the line.
func (l *Line) AddCaret(before []byte, class, rule string) {
	l.text = appendBlank(l.text, l.Shown(before))
	l.AddString(l.Colours.Caret, "^ "+class)
	l.AddLine("", ": "+rule)
	l.End()
}

// appendBlank appends to b as many blanks as text is wide. Tabs stay what they are.
func appendBlank(b, text []byte) []byte {
	for {
		before, rest, tab := bytes.Cut(text, []byte("\t"))
		b = append(b, bytes.Repeat([]byte(" "), visible.Columns(before))...)
		if !tab {
			return b
		}
		b, text = append(b, '\t'), rest
	}
}
