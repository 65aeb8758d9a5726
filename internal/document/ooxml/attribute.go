package ooxml

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// ownPicture is the beginning of a reference to a picture in the same document of Word 2003.
const ownPicture = "wordml://"

// attributes reads the attributes of an element.
func (c *content) attributes(r role) {
	for i := range c.s.Attrs {
		a := &c.s.Attrs[i]
		if string(a.Prefix) == "xmlns" || r == hyperlink && string(a.Name) == "dest" {
			continue
		}
		if bytes.HasPrefix(a.Value, []byte(ownPicture)) {
			continue
		}
		if c.rels.external > 0 && len(a.Prefix) > 0 && r != hyperlink && r != click {
			if l, ok := c.rels.link(markup.Value(a.Value)); ok {
				c.w.Target(l, string(c.s.Attr("title")))
				continue
			}
		}
		if len(a.Value) < 3 {
			continue
		}
		use := richtext.UseOf(c.s.Name, a.Name)
		if use == richtext.Identifier || use != richtext.Text && !richtext.HasURL(a.Value) {
			continue
		}
		switch v := markup.Value(a.Value); {
		case use == richtext.Reference && richtext.HasScheme(string(v)):
			c.w.Target(richtext.Link{Target: string(v), Relation: string(c.s.Name)}, string(c.s.Attr("alt")))
		case use == richtext.Unknown || richtext.MayHold(v):
			c.w.Line(v)
		}
	}
}
