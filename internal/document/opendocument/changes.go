package opendocument

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// changes are the tracked changes of a text (part 3, 5.5). A region for each of them comes before
// the text, and has what was deleted. The text refers to the region where the deletion was, and
// where an insertion begins and ends.
type changes struct {
	regions  map[string]*region
	order    []*region
	region   *region // the one that is open
	deletion *region // the one whose deleted text is open
	link     goneLink
	inserted int // insertions that are open
	size     int // bytes of all deletions
}

// A region is a tracked change.
type region struct {
	text      []byte // that was deleted
	insertion bool
	used      bool // the text refers to it
}

// A goneLink is a link in deleted text.
type goneLink struct {
	target string
	from   int // the offset of its label in the text of the region
}

// The limits of changes. Beyond them, deleted text is a text of its own.
const (
	maxRegions = 1 << 14
	maxDeleted = 1 << 20 // bytes of all deletions
)

// beginRegion begins a region.
func (c *content) beginRegion() {
	t := &c.changes
	id := string(c.s.Attr("id"))
	if id == "" || len(t.order) == maxRegions || t.size > maxDeleted || t.regions[id] != nil {
		return
	}
	if t.regions == nil {
		t.regions = map[string]*region{}
	}
	t.region = new(region)
	t.regions[id] = t.region
	t.order = append(t.order, t.region)
}

// gone adds deleted text to its region.
func (c *content) gone(text []byte) {
	t := &c.changes
	r := t.deletion
	r.text = append(r.text, text...)
	if t.size += len(text); t.size > maxDeleted {
		c.lines(r.text)
		r.text, t.link = r.text[:0], goneLink{}
	}
}

// endGoneLink adds the target of a link in deleted text. A label that shows its own target is
// not part of the text, as in other text.
func (c *content) endGoneLink() {
	t := &c.changes
	l, text := t.link, t.deletion.text
	if t.link = (goneLink{}); l.target == "" {
		return
	}
	label := string(text[min(l.from, len(text)):])
	if document.Agrees(label, l.target) && (l.from == 0 || bytes.IndexByte([]byte(" \t\n"), text[l.from-1]) >= 0) {
		t.deletion.text = append(text[:l.from], ' ')
	}
	c.w.Target(richtext.Link{Target: l.target, Relation: "hyperlink"}, label)
}

// change reads a reference to a region.
func (c *content) change() {
	t := &c.changes
	r := t.regions[string(c.s.Attr("change-id"))]
	if r == nil {
		return
	}
	switch string(c.s.Name) {
	case "change-start":
		if r.insertion {
			t.inserted++
		}
	case "change-end":
		if r.insertion {
			t.inserted = max(0, t.inserted-1)
		}
	case "change":
		if r.used {
			return
		}
		r.used = true
		switch n := len(c.open); {
		case len(bytes.TrimSpace(r.text)) == 0:
		case n > 0 && c.open[n-1].text && t.deletion == nil:
			c.w.Deleted(r.text)
		default:
			c.lines(r.text)
		}
	}
}

// lines adds each line of a text.
func (c *content) lines(text []byte) {
	for line := range bytes.Lines(text) {
		c.w.Line(line)
	}
}

// endChanges adds the deletions that the text does not refer to.
func (c *content) endChanges() {
	for _, r := range c.changes.order {
		if !r.used {
			c.lines(r.text)
		}
	}
	c.changes = changes{}
}
