package output

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/hyperlink"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// A Line builds a line of results. Text added to it may come from the input, so its
// control characters must become visible on a terminal. With colours or links a Line makes
// them visible as text is added; otherwise its [Output] does so for the whole line.
type Line struct {
	Colours Palette
	Links   bool // the text of AddLink becomes a hyperlink

	out  *Output
	text []byte
}

// NewLine returns a Line that is written to out.
func NewLine(out *Output, colours Palette) *Line { return &Line{out: out, Colours: colours} }

// Output returns the Output that l is written to.
func (l *Line) Output() *Output { return l.out }

// Reset empties the line.
func (l *Line) Reset() { l.text = l.text[:0] }

// IsShown reports whether control characters in the line become visible.
func (l *Line) IsShown() bool { return l.out.Terminal || l.hasSequences() }

// hasSequences reports whether l adds control sequences.
func (l *Line) hasSequences() bool { return l.Colours.On || l.Links }

// Append adds text unchanged.
func (l *Line) Append(text ...byte) { l.text = append(l.text, text...) }

// AppendFunc adds the text that f appends, unchanged.
func (l *Line) AppendFunc(f func(b []byte) []byte) { l.text = f(l.text) }

// Add adds text in a colour.
func (l *Line) Add(colour string, text []byte) {
	from := len(l.text)
	l.text = append(l.text, text...)
	l.colour(from, colour)
}

// AddLink adds the text that f appends, in a colour and as a link. Without Links it is no
// link.
func (l *Line) AddLink(to hyperlink.Link, colour string, f func(b []byte) []byte) {
	from := len(l.text)
	l.text = f(l.text)
	if l.hasSequences() {
		l.style(from, colour, to)
	}
}

// AddString adds text in a colour.
func (l *Line) AddString(colour, text string) {
	from := len(l.text)
	l.text = append(l.text, text...)
	l.colour(from, colour)
}

// AddLine adds text in a colour. It makes line breaks in the text visible.
func (l *Line) AddLine(colour, text string) { l.AddString(colour, visible.Line(text)) }

// AddInt adds a number in a colour.
func (l *Line) AddInt(colour string, n int64) {
	from := len(l.text)
	l.text = strconv.AppendInt(l.text, n, 10)
	l.colour(from, colour)
}

// Separate adds a separator such as the ":" after a line number.
func (l *Line) Separate(sign byte) {
	l.text = append(l.text, sign)
	l.colour(len(l.text)-1, l.Colours.Separator)
}

// AddShown adds text that is safe for the terminal, in a colour.
func (l *Line) AddShown(colour string, text []byte) {
	if !l.Colours.On || colour == "" || len(text) == 0 {
		l.text = append(l.text, text...)
		return
	}
	l.text = append(l.Colours.appendStart(l.text, colour), text...)
	l.text = l.Colours.appendStop(l.text)
}

// Pass writes the text so far without ending the line. It must be safe for the terminal, if it
// goes to one.
func (l *Line) Pass() {
	l.out.WriteShown(l.text)
	l.Reset()
}

// colour makes the text from an offset on visible and colours it, if the line has control
// sequences.
func (l *Line) colour(from int, colour string) {
	if l.hasSequences() {
		l.style(from, colour, hyperlink.Link{})
	}
}

// style makes the text from an offset on visible, colours it, and makes it a link, as far as
// colours and links are on. The sequence that erases the rest of the line is outside of the
// link, which would otherwise extend to the margin in some terminals.
func (l *Line) style(from int, colour string, to hyperlink.Link) {
	text := slices.Clone(l.text[from:])
	l.text = l.text[:from]
	if !l.Links || len(text) == 0 {
		to = hyperlink.Link{}
	}
	colours := l.Colours.On && colour != "" && len(text) > 0
	if colours {
		l.text = l.Colours.appendStart(l.text, colour)
	}
	l.text = to.AppendEnd(visible.Append(to.AppendStart(l.text), text))
	if colours {
		l.text = l.Colours.appendStop(l.text)
	}
}

// End ends the line and writes it. A write error is returned by the Err method of the
// Output.
func (l *Line) End() { l.EndWith('\n') }

// EndWith is like End, with c instead of a line feed.
func (l *Line) EndWith(c byte) {
	l.text = append(l.text, c)
	if l.hasSequences() {
		l.out.WriteShown(l.text)
	} else {
		l.out.Write(l.text)
	}
	l.Reset()
}

// EndShown is like EndWith for a line whose text is safe for the terminal, if it goes to
// one.
func (l *Line) EndShown(c byte) {
	l.text = append(l.text, c)
	l.out.WriteShown(l.text)
	l.Reset()
}

// MakeVisible makes control characters in the line visible, if it goes to a terminal and has
// no control sequences.
func (l *Line) MakeVisible() {
	if l.out.Terminal && !l.hasSequences() {
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

// AddCaret writes a line with a caret below the column that follows before in the line
// above, the class of the error there, and the rule.
func (l *Line) AddCaret(before []byte, class, rule string) {
	l.text = appendBlank(l.text, l.Shown(before))
	l.AddString(l.Colours.Caret, "^ "+class)
	l.AddLine("", ": "+rule)
	l.End()
}

// appendBlank appends as many spaces as text has columns. It keeps tabs.
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
