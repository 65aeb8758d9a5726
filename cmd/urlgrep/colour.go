package main

import (
	"os"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// A colouring says when results are coloured.
type colouring uint8

const (
	colourAuto colouring = iota // on a terminal that knows colours
	colourAlways
	colourNever
)

// A palette has the colours of results, as parameters of the control sequence SGR
// (ECMA-48, section 8.3.117); "" is none. Those of grep are named as in
// GREP_COLORS.
type palette struct {
	on bool

	url       string // ms
	selected  string // sl: the rest of a line with a URL
	context   string // cx: a line of context
	name      string // fn: of a file
	line      string // ln
	offset    string // bn
	separator string // se
	noErase   bool   // ne

	caret        string
	valid, wrong string
	part         string // of a URL: the name of a part
}

// standardPalette is that of GNU grep; carets are those of compilers.
var standardPalette = palette{
	on:        true,
	url:       "01;31",
	name:      "35",
	line:      "32",
	offset:    "32",
	separator: "36",
	caret:     "01;32",
	valid:     "32",
	wrong:     "01;31",
	part:      "36",
}

// palette returns the colours of what is written to out. URLs that end
// in a NUL are for programs.
func (c *config) palette(out *output.Output) (p palette) {
	switch {
	case c.colouring == colourNever, c.print0:
		return p
	case c.colouring == colourAuto:
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
func (p *palette) set(capabilities string) {
	for item := range strings.SplitSeq(capabilities, ":") {
		name, value, hasValue := strings.Cut(item, "=")
		to := map[string]*string{
			"mt": &p.url, "ms": &p.url, "sl": &p.selected, "cx": &p.context,
			"fn": &p.name, "ln": &p.line, "bn": &p.offset, "se": &p.separator,
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
func (p *palette) appendStart(b []byte, colour string) []byte {
	return p.appendErase(append(append(append(b, "\x1b["...), colour...), 'm'))
}

// appendStop appends what ends a colour.
func (p *palette) appendStop(b []byte) []byte { return p.appendErase(append(b, "\x1b[m"...)) }

func (p *palette) appendErase(b []byte) []byte {
	if p.noErase {
		return b
	}
	return append(b, "\x1b[K"...)
}

// colour makes visible what stands in the line from a place on, and colours it, if
// there are colours.
func (p *printer) colour(from int, colour string) {
	if !p.colours.on {
		return
	}
	text := slices.Clone(p.line[from:])
	p.line = p.line[:from]
	if len(text) == 0 || colour == "" {
		p.line = visible.Append(p.line, text)
		return
	}
	p.line = p.colours.appendStart(p.line, colour)
	p.line = visible.Append(p.line, text)
	p.line = p.colours.appendStop(p.line)
}

// separate appends what stands between a place and what stands there.
func (p *printer) separate(sign byte) {
	p.line = append(p.line, sign)
	p.colour(len(p.line)-1, p.colours.separator)
}
