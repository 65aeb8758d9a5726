package epub

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A svgPage reads a page in SVG: its texts, its links with their labels, and anything else as a
// content does. A text is a line, and so is a part of it that has a place of its own.
type svgPage struct {
	content
	text      int // the depth of the text that is open, or 0
	paragraph int // the depth of the text or the link that began a paragraph, or 0
	inLine    bool
	links     []svgLink
}

// A svgLink is a link that is open.
type svgLink struct{ depth, id int }

const maxLinks = 64 // that are open

// Step reads a token. It returns false at the end.
func (p *svgPage) Step() bool {
	k := p.s.Next()
	switch {
	case k == markup.Start:
		p.closeTo(p.s.Depth)
		if p.start() {
			return true
		}
	case k == markup.End || k == markup.EOF:
		p.closeTo(p.s.Depth)
	case k == markup.Text && p.text > 0:
		p.w.Text(p.s.Text)
		p.inLine = p.inLine || len(bytes.TrimSpace(p.s.Text)) > 0
		return true
	}
	return p.token(k)
}

// start begins a text or a link. It returns true if the attributes of the element have been read.
func (p *svgPage) start() bool {
	switch string(p.s.Name) {
	case "text":
		if p.text == 0 {
			p.text = p.s.Depth
		}
		p.begin()
		p.breakLine()
	case "tspan":
		if p.text > 0 && (p.s.Attr("x") != nil || p.s.Attr("y") != nil || p.s.Attr("dy") != nil) {
			p.breakLine()
		}
	case "a":
		target := string(p.s.Attr("href"))
		if !richtext.HasScheme(target) || len(p.links) == maxLinks {
			return false
		}
		p.begin()
		p.links = append(p.links, svgLink{p.s.Depth, p.w.OpenLink(richtext.Link{Target: target, Relation: "a"})})
		return true
	}
	return false
}

// begin begins a paragraph, unless one is open.
func (p *svgPage) begin() {
	if p.paragraph == 0 {
		p.endLine()
		p.paragraph, p.inLine = p.s.Depth, false
		p.w.BeginParagraph()
	}
}

// breakLine ends a line of the paragraph.
func (p *svgPage) breakLine() {
	if p.inLine {
		p.w.Text([]byte{'\n'})
		p.inLine = false
	}
}

// closeTo ends what was begun at a depth, or within that.
func (p *svgPage) closeTo(depth int) {
	for n := len(p.links) - 1; n >= 0 && p.links[n].depth >= depth; n-- {
		p.w.CloseLink(p.links[n].id)
		p.links = p.links[:n]
	}
	if p.text >= depth {
		p.text = 0
	}
	if p.paragraph > 0 && p.paragraph >= depth {
		p.paragraph = 0
		p.w.EndParagraph()
	}
}
