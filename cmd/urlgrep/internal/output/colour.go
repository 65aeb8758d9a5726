package output

import (
	"os"
	"strings"
)

// A Colouring says when results are coloured.
type Colouring uint8

const (
	ColourAuto Colouring = iota // on a terminal that knows colours
	ColourAlways
	ColourNever
)

// A Palette has the colours of results, as parameters of the control sequence SGR
// (ECMA-48, section 8.3.117); "" is none. Those of grep are named as in
// GREP_COLORS.
//
// A Palette has more than a handful of fields as a field is what a colour is for.
type Palette struct {
	On bool

	URL       string // ms
	Selected  string // sl: the rest of a line with a URL
	Context   string // cx: a line of context
	Name      string // fn: of a file
	Line      string // ln
	Offset    string // bn
	Separator string // se
	noErase   bool   // ne

	Caret        string
	Valid, Wrong string
	Part         string // of a URL: the name of a part
}

// standardPalette is that of GNU grep; carets are those of compilers.
var standardPalette = Palette{
	On:        true,
	URL:       "01;31",
	Name:      "35",
	Line:      "32",
	Offset:    "32",
	Separator: "36",
	Caret:     "01;32",
	Valid:     "32",
	Wrong:     "01;31",
	Part:      "36",
}

// NewPalette returns the colours of what is written to out. Their environment is that of
// the process.
func NewPalette(when Colouring, out *Output) (p Palette) {
	switch when {
	case ColourNever:
		return p
	case ColourAuto:
		term := os.Getenv("TERM")
		if !out.Terminal || term == "" || term == "dumb" || os.Getenv("NO_COLOR") != "" {
			return p
		}
	}
	p = standardPalette
	p.set(os.Getenv("GREP_COLORS"))
	return p
}

// set takes over what GREP_COLORS says, and passes over what makes no sense there.
// Of its capabilities, mc and rv are for lines that this program does not print.
func (p *Palette) set(capabilities string) {
	for item := range strings.SplitSeq(capabilities, ":") {
		name, value, hasValue := strings.Cut(item, "=")
		to := map[string]*string{
			"mt": &p.URL, "ms": &p.URL, "sl": &p.Selected, "cx": &p.Context,
			"fn": &p.Name, "ln": &p.Line, "bn": &p.Offset, "se": &p.Separator,
		}[name]
		switch {
		case name == "ne" && !hasValue:
			p.noErase = true
		case to != nil && hasValue && strings.Trim(value, "0123456789;") == "":
			*to = value
		}
	}
}

// appendStart appends what begins a colour. As grep does, it clears the line to its
// end, which may have been coloured otherwise where the terminal has scrolled.
func (p *Palette) appendStart(b []byte, colour string) []byte {
	return p.appendErase(append(append(append(b, "\x1b["...), colour...), 'm'))
}

// appendStop appends what ends a colour.
func (p *Palette) appendStop(b []byte) []byte { return p.appendErase(append(b, "\x1b[m"...)) }

func (p *Palette) appendErase(b []byte) []byte {
	if p.noErase {
		return b
	}
	return append(b, "\x1b[K"...)
}
