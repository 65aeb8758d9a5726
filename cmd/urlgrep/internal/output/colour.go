package output

import (
	"os"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/hyperlink"
)

// When selects when results have colours, or hyperlinks.
type When uint8

// The values of When.
const (
	Auto When = iota // on a terminal that supports them
	Always
	Never
)

// A Palette holds the colours of results, as parameters of the control sequence SGR
// (ECMA-48, section 8.3.117). The empty string is no colour. The comments of fields give
// the names of the capabilities of GREP_COLORS.
//
// A Palette has more than a handful of fields because it has one for each colour.
type Palette struct {
	On bool

	URL       string // ms
	Selected  string // sl: the rest of a line with a URL
	Context   string // cx: a context line
	Name      string // fn: the name of a file
	Line      string // ln
	Offset    string // bn
	Separator string // se
	noErase   bool   // ne

	Caret        string
	Valid, Wrong string
	Part         string // the name of a part of a URL
}

// standardPalette has the colours of GNU grep, and those of compilers for carets.
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

// NewPalette returns the colours for text written to out. It uses the environment
// variables TERM, NO_COLOR and GREP_COLORS.
func NewPalette(when When, out *Output) (p Palette) {
	switch when {
	case Never:
		return p
	case Auto:
		term := os.Getenv("TERM")
		if !out.Terminal || term == "" || term == "dumb" || os.Getenv("NO_COLOR") != "" {
			return p
		}
	}
	p = standardPalette
	p.set(os.Getenv("GREP_COLORS"))
	return p
}

// HasLinks reports whether text written to out has hyperlinks. It uses the environment.
func HasLinks(when When, out *Output) bool {
	return when == Always || when == Auto && out.Terminal && hyperlink.Works(os.Getenv)
}

// set applies a value of GREP_COLORS. It ignores items that are malformed, and the
// capabilities mc and rv, which are for lines that this program does not print.
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

// appendStart appends the start of a colour. Like grep, it also erases the rest of the
// line, which may have another background colour after the terminal has scrolled.
func (p *Palette) appendStart(b []byte, colour string) []byte {
	return p.appendErase(append(append(append(b, "\x1b["...), colour...), 'm'))
}

// appendStop appends the end of a colour.
func (p *Palette) appendStop(b []byte) []byte { return p.appendErase(append(b, "\x1b[m"...)) }

func (p *Palette) appendErase(b []byte) []byte {
	if p.noErase {
		return b
	}
	return append(b, "\x1b[K"...)
}
