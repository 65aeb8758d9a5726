package opendocument

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A role is what an element is for a content.
type role uint8

const (
	inline    role = iota // within a paragraph, its text belongs to it
	paragraph             // a paragraph
	separate              // its text does not belong to the paragraph that it is in
	quiet                 // its text is not read
	link                  // a link around text
	spaces                // spaces in a paragraph
	lineBreak             // a break in a paragraph
	tab                   // a tab in a paragraph
	spreadsheet
	table
	row
	cell
	presentation
	drawing
	page
	styleRole  // a style, whose name a span has
	properties // of a style
	styleLink  // the link of the cells with a style
	span
	changedRegion // a tracked change
	deletion      // what it deleted
	insertion     // it inserted
	changeMark    // a reference to it
)

// roles has the elements by their local names (part 3).
var roles = map[string]role{
	"p": paragraph, "h": paragraph,
	"annotation": separate, "note": separate, "frame": separate, "custom-shape": separate, "rect": separate,
	"event-listeners": separate, "ruby-text": separate, "note-citation": separate, "title": separate, "desc": separate,
	"generator": quiet, "binary-data": quiet,
	"a": link,
	"s": spaces, "line-break": lineBreak, "tab": tab, "tab-stop": tab,
	"spreadsheet": spreadsheet, "table": table, "table-row": row, "table-cell": cell, "covered-table-cell": cell,
	"presentation": presentation, "drawing": drawing, "page": page,
	"style": styleRole, "text-properties": properties, "span": span, "hyperlink": styleLink,
	"changed-region": changedRegion, "deletion": deletion, "insertion": insertion,
	"change": changeMark, "change-start": changeMark, "change-end": changeMark,
}

// shown has the fields whose value is their text.
var shown = map[string]bool{"variable-set": true, "variable-get": true, "variable-input": true, "expression": true, "user-field-get": true}

// An element is an open element.
type element struct {
	role role
	text bool // its text belongs to a paragraph
	mute bool // its text is not read
	link int  // the link that it is; 0 if it is not
}

// A content reads the XML of a member.
type content struct {
	w    *richtext.Writer
	s    *markup.Scanner
	open []element // up to maxDepth
	line []byte    // text outside of paragraphs

	styles styles
	page   string // the name of the page, which may repeat its title
	counts bool   // paragraphs have numbers
	pages  role   // presentation or drawing, whose pages have numbers
	tables
	changes changes

	cellLinks cellLinks
}

// tables are the tables that are open. Columns and rows are those up to the end of the cell.
type tables struct {
	sheets bool // in a spreadsheet
	depth  int  // of tables: those in a cell are not sheets
	sheet  string
	cols   int
	rows   int
	repeat int // rows of the row
}

// The limits of a content.
const (
	maxDepth  = 512       // open elements whose roles are known
	maxLine   = 256 << 10 // bytes of a line
	maxSpaces = 256       // spaces of an element
)

// Step reads a token. It returns false at the end.
func (c *content) Step() bool {
	switch c.s.Next() {
	case markup.EOF:
		c.endLine()
		c.endChanges()
		c.cellLinks.end(c)
		return false
	case markup.Start:
		c.start()
	case markup.End:
		c.end()
	case markup.Text:
		c.text(c.s.Text)
	case markup.Comment:
		if richtext.HasURL(c.s.Text) {
			c.w.Line(c.s.Text)
		}
	}
	return true
}

// inner returns the innermost element.
func (c *content) inner() (e element) {
	if n := len(c.open); n > 0 && n == c.s.Depth {
		e = c.open[n-1]
	}
	return e
}

// start reads a start tag.
func (c *content) start() {
	c.endLine()
	depth := c.s.Depth
	c.closeTo(depth - 1)
	e := element{role: roles[string(c.s.Name)]}
	if n := len(c.open); n > 0 {
		e.text, e.mute = c.open[n-1].text, c.open[n-1].mute
	}
	switch e.role {
	case paragraph:
		if e.text = true; c.changes.deletion != nil && len(c.changes.deletion.text) > 0 {
			c.gone([]byte{'\n'})
		}
		if c.counts {
			c.w.Paragraph++
		}
		c.w.BeginParagraph()
	case separate:
		if string(c.s.Name) == "note" || string(c.s.Attr("anchor-type")) == "as-char" {
			c.show([]byte{' '}) // a mark or a picture is no part of a URL before it
		}
		e.text = false
	case styleRole:
		c.styles.begin(c.s)
		c.cellLinks.style = ""
		if string(c.s.Attr("family")) == "table-cell" {
			c.cellLinks.style = string(c.s.Attr("name"))
		}
	case properties:
		c.styles.properties(c.s)
	case styleLink:
		c.cellLinks.add(c)
	case span:
		if c.styles.raised(c.s.Attr("style-name")) {
			c.show([]byte{' '})
		}
	case quiet:
		e.mute = true
	case link:
		if t := target(string(c.s.Attr("href"))); t != "" && c.changes.deletion != nil {
			c.changes.link = goneLink{t, len(c.changes.deletion.text)}
		} else if t != "" {
			e.link = c.w.OpenLink(richtext.Link{Target: t, Relation: "hyperlink"})
		}
	case spaces:
		n, _ := strconv.Atoi(string(c.s.Attr("c")))
		c.show(bytes.Repeat([]byte{' '}, min(max(n, 1), maxSpaces)))
	case lineBreak:
		c.show([]byte{'\n'})
	case tab:
		c.show([]byte{'\t'})
	case changedRegion:
		c.beginRegion()
	case deletion:
		c.changes.deletion = c.changes.region
	case insertion:
		if c.changes.region != nil {
			c.changes.region.insertion = true
		}
	case changeMark:
		c.change()
	case spreadsheet:
		c.sheets = true
	case presentation, drawing:
		c.pages = e.role
	case page:
		c.beginPage()
	case table:
		c.beginTable()
	case row:
		if c.depth == 1 {
			c.rows += c.repeat
			c.repeat, c.cols = c.count("number-rows-repeated"), 0
		}
	case cell:
		e.mute = e.mute || c.cell()
	}
	c.attributes()
	if depth <= maxDepth && len(c.open) == depth-1 {
		c.open = append(c.open, e)
	} else if e.link > 0 {
		c.w.CloseLink(e.link)
	}
}

// count returns the value of an attribute that says how often an element is repeated.
func (c *content) count(name string) int {
	n, _ := strconv.Atoi(string(c.s.Attr(name)))
	return min(max(n, 1), 1<<20)
}

// beginPage begins a page. Its name is an alternative of its text.
func (c *content) beginPage() {
	c.w.Flush()
	c.page = string(c.s.Attr("name"))
	c.w.BeginAlternatives()
	c.w.BeginAlternative()
	switch c.pages {
	case presentation:
		c.w.Place.Slide++
	case drawing:
		c.w.Place.Page++
	}
}

// beginTable begins a table, which may be a sheet.
func (c *content) beginTable() {
	if c.depth++; c.depth == 1 {
		c.sheet = strings.ToValidUTF8(string(c.s.Attr("name")), "\uFFFD")
		c.rows, c.repeat = 0, 0
		if c.w.Sparse = c.sheets; c.sheets {
			c.w.Flush()
			c.w.Place.Cell = c.sheet
		}
	}
}

// cell begins a cell. It returns true if the text of the cell is the target of its formula.
func (c *content) cell() bool {
	if !c.sheets || c.depth != 1 {
		return false
	}
	c.w.Flush()
	f := c.s.Attr("formula")
	c.w.Place.Cell = richtext.Cell(c.sheet, c.cols, c.rows)
	c.cols += c.count("number-columns-repeated")
	c.cellLinks.use(c)
	if len(f) == 0 {
		return false
	}
	shown := string(c.s.Attr("string-value"))
	first := c.w.Formula(f, shown)
	return first != "" && document.Agrees(shown, first)
}

// target returns the reference of a link, relative to the package, or "" if it is to a
// member (part 2, 3.7).
func target(href string) string {
	switch {
	case strings.HasPrefix(href, "vnd.sun.star."):
		return ""
	case richtext.HasScheme(href):
		return href
	}
	href, ok := strings.CutPrefix(href, "../")
	if !ok {
		return ""
	}
	return href
}

// isRead reports whether an attribute is read with its element.
func (c *content) isRead(name []byte) bool {
	switch string(name) {
	case "formula":
		return roles[string(c.s.Name)] == cell
	case "string-value": // what a cell or a field shows is its text, too
		return roles[string(c.s.Name)] == cell || shown[string(c.s.Name)]
	case "href":
		return roles[string(c.s.Name)] == styleLink
	case "name":
		return string(c.s.Name) == "page"
	}
	return false
}

// attributes reads the attributes of an element.
func (c *content) attributes() {
	for i := range c.s.Attrs {
		a := &c.s.Attrs[i]
		if len(a.Value) < 3 || string(a.Prefix) == "xmlns" {
			continue
		}
		use := richtext.UseOf(c.s.Name, a.Name)
		if c.isRead(a.Name) || use == richtext.Identifier || use != richtext.Text && !richtext.HasURL(a.Value) {
			continue
		}
		switch v := markup.Value(a.Value); {
		case use == richtext.Reference && string(c.s.Name) == "a":
		case use == richtext.Reference:
			c.w.Target(richtext.Link{Target: target(string(v)), Relation: string(c.s.Name)}, "")
		case use == richtext.Unknown || richtext.MayHold(v):
			c.w.Line(v)
		}
	}
}

// end reads an end tag.
func (c *content) end() {
	c.endLine()
	c.closeTo(c.s.Depth - 1)
}

// closeTo ends the elements after the first n.
func (c *content) closeTo(n int) {
	for len(c.open) > n {
		e := c.open[len(c.open)-1]
		c.open = c.open[:len(c.open)-1]
		switch e.role {
		case paragraph:
			c.w.EndParagraph()
		case link:
			if c.w.CloseLink(e.link); c.changes.deletion != nil {
				c.endGoneLink()
			}
		case deletion:
			c.changes.deletion = nil
		case changedRegion:
			c.changes.region = nil
		case spreadsheet:
			c.sheets = false
		case page:
			c.w.BeginAlternative()
			if richtext.HasURL([]byte(c.page)) {
				c.w.Line([]byte(c.page))
			}
			c.w.EndAlternatives()
		case cell:
			if c.sheets && c.depth == 1 {
				c.w.Flush()
				c.w.Place.Cell = c.sheet
			}
		case table:
			if c.depth--; c.depth == 0 {
				c.w.Flush()
				c.w.Place.Cell, c.w.Sparse = "", false
			}
		}
	}
}

// text reads text.
func (c *content) text(text []byte) {
	switch e := c.inner(); {
	case e.mute:
	case e.text:
		c.show(text)
	default:
		if len(c.line) == 0 {
			text = bytes.TrimLeft(text, " \t\r\n")
		}
		if c.line = append(c.line, text...); len(c.line) > maxLine {
			c.endLine()
		}
	}
}

// show adds text to the paragraph.
func (c *content) show(text []byte) {
	n := len(c.open)
	switch {
	case n == 0 || !c.open[n-1].text || c.open[n-1].mute:
	case c.changes.deletion != nil:
		c.gone(text)
	case c.changes.inserted > 0:
		c.w.Inserted(text)
	default:
		c.w.Text(text)
	}
}

// endLine ends text outside of paragraphs.
func (c *content) endLine() {
	if len(c.line) > 0 {
		c.w.Line(c.line)
		c.line = c.line[:0]
	}
}
