package opendocument

import (
	"slices"

	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// cellLinks are the links that cells have by their styles, as LibreOffice writes the links of numbers. The
// styles come before the cells.
type cellLinks struct {
	style string // the style of cells that is open, or ""
	links []cellLink
	at    map[string]int // the indices of links by the names of styles
}

// A cellLink is the link of a style.
type cellLink struct {
	target string
	used   bool // a cell has it
}

// maxCellLinks is the number of links that are held. Others have no cell.
const maxCellLinks = 1 << 16

// add adds a link, whose start tag c is at. A style that has the same link in two namespaces has it once.
func (l *cellLinks) add(c *content) {
	t := target(string(c.s.Attr("href")))
	i, ok := l.at[l.style]
	switch {
	case t == "" || ok && l.links[i].target == t:
	case ok || l.style == "" || len(l.links) == maxCellLinks:
		c.w.Target(richtext.Link{Target: t, Relation: "hyperlink"}, "")
	default:
		if l.at == nil {
			l.at = map[string]int{}
		}
		l.at[l.style] = len(l.links)
		l.links = append(l.links, cellLink{target: t})
	}
}

// use adds the link of the cell whose start tag c is at.
func (l *cellLinks) use(c *content) {
	if len(l.links) == 0 {
		return
	}
	if i, ok := l.at[string(c.s.Attr("style-name"))]; ok {
		l.links[i].used = true
		c.w.Target(richtext.Link{Target: l.links[i].target, Relation: "hyperlink"}, "")
	}
}

// end adds the links that no cell has.
func (l *cellLinks) end(c *content) {
	l.links = slices.DeleteFunc(l.links, func(k cellLink) bool { return k.used })
	for _, k := range l.links {
		c.w.Target(richtext.Link{Target: k.target, Relation: "hyperlink"}, "")
	}
}
