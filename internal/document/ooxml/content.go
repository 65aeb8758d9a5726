package ooxml

import (
	"bytes"
	"regexp"
	"strconv"
	"sync"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A role is what an element is for a content.
type role uint8

const (
	other       role = iota // its text is a line
	running                 // its text belongs to the paragraph
	paragraph               // a paragraph
	instruction             // its text belongs to the instruction of a field
	formula                 // its text is a formula
	quiet                   // its text is not read
	lineBreak               // a break in a paragraph
	tab                     // a space in a paragraph
	hyphen                  // a hyphen in a paragraph
	raised                  // a property of superscript, which is no part of a URL before it
	mark                    // something else that a reader sees, such as the mark of a note
	run                     // text with the same properties
	deletion                // tracked changes
	insertion
	hyperlink // a link around runs
	click     // a link of the run that it is in, or of a shape
	field     // a field with its instruction as an attribute
	fieldChar // the beginning, the middle or the end of a field
	alternatives
	alternative
	heading   // the header or the footer of a sheet, with codes
	commented // a comment on a cell
	anchor    // the cell of a drawing
	validation
	annotation // a tracked change of Word 2003
)

// roles has the elements by their local names: WordprocessingML (ECMA-376 part 1, 17),
// SpreadsheetML (18), DrawingML (20, 21), markup compatibility (part 3), Visio.
var roles = map[string]role{
	"p": paragraph, "si": paragraph, "Text": paragraph, "txPr": paragraph,
	"t": running, "delText": running, "cp": running, "pp": running, "tp": running,
	"tab": tab, "ptab": tab, "br": lineBreak, "cr": lineBreak, "noBreakHyphen": hyphen,
	"vertAlign": raised, "position": raised, "rStyle": raised, "rPr": raised,
	"footnoteReference": mark, "endnoteReference": mark, "sym": mark, "inline": mark, "object": mark,
	"shape": mark, "rect": mark, "group": mark,
	"softHyphen": running,
	"instrText":  instruction, "delInstrText": instruction,
	"r": run, "fld": run,
	"f": formula, "formula": formula, "formula1": formula, "formula2": formula, "definedName": formula,
	"calculatedColumnFormula": formula, "totalsRowFormula": formula,
	"del": deletion, "moveFrom": deletion, "ins": insertion, "moveTo": insertion,
	"hyperlink": hyperlink, "hlink": hyperlink, // the latter of Word 2003
	"annotation": annotation,
	"hlinkClick": click, "hlinkHover": click, "hlinkMouseOver": click,
	"fldSimple": field, "fldChar": fieldChar,
	"AlternateContent": alternatives, "Choice": alternative, "Fallback": alternative,
	"comment": commented, "threadedComment": commented, "from": anchor,
	"oddHeader": heading, "oddFooter": heading, "evenHeader": heading, "evenFooter": heading,
	"firstHeader": heading, "firstFooter": heading,
	"Application": quiet, "AppVersion": quiet, "ManifestHashAlgorithm": quiet, "rPh": quiet, "binData": quiet,
	"dataValidation": validation,
	"commentPr":      quiet, // has the cells that the window of a comment covers
}

// A content reads the XML of a member.
type content struct {
	w     *richtext.Writer
	s     *markup.Scanner
	rels  *relations
	env   *document.Env
	sheet string // the sheet that the member belongs to

	roles   []role // of the open elements, up to maxDepth
	line    []byte // text of an element that is other
	formula []byte
	fields  fields
	styles  styles

	counts   bool   // paragraphs have numbers
	list     bool   // formulas are those of a list of values
	anchor   int    // the depth of the cell of a drawing that is open, or 0
	cell     [2]int // its column and row, from 0
	anchored int    // the depth of the drawing that is in the cell, or 0
	links    []elementLink
	runs
}

// runs are the run, the deletion and the insertion that are open, by their depths, or 0, and
// the links of runs.
type runs struct {
	run      int
	deleted  int
	inserted int
	click    int    // the link of the run
	target   string // of click
	last     int    // the link of the run before, which is still open

	raised position // of the run
	up     bool     // the text before is superscript
}

// An elementLink is a link that ends with an element.
type elementLink struct{ depth, id int }

// headingCodes returns a pattern that matches the codes in the header of a sheet: sections, fonts, sizes and
// fields (ECMA-376 part 1, 18.3.1.46).
var headingCodes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`&(?:"[^"]*"|K[0-9A-F]{6}|K[0-9]{2}[-+][0-9]{3}|[0-9]+|[A-Z])`)
})

// maxDepth is the number of open elements whose roles are known.
const maxDepth = 512

// maxLine is the number of bytes of a line or a formula that are held.
const maxLine = 256 << 10

func newContent(r *reader, s *markup.Scanner) *content {
	return &content{w: r.w, s: s, rels: &r.rels, env: r.env, styles: r.styles, counts: r.format == "docx"}
}

// damage says what is wrong with the XML, or "".
func (c *content) damage() (what string, cutOff bool) {
	if c.s.Damaged {
		what = c.s.Damage()
	}
	return what, c.s.CutOff
}

// uncut returns text at the end of the XML without its last word if that is cut off: the word may be the
// beginning of a longer one.
func (c *content) uncut(text []byte) []byte {
	if !c.s.CutOff {
		return text
	}
	return text[:bytes.LastIndexAny(text, " \n\t")+1]
}

// Step reads a token.
func (c *content) Step() bool { return c.token(c.s.Next()) }

// token reads the token that the Scanner is at. It returns false at the end.
func (c *content) token(k markup.Kind) bool {
	switch k {
	case markup.EOF:
		c.line = c.uncut(c.line)
		c.endLine()
		c.fields.close(c)
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

// role returns the role of the innermost element.
func (c *content) role() role {
	if n := len(c.roles); n > 0 && n == c.s.Depth {
		return c.roles[n-1]
	}
	return other
}

// start reads a start tag.
func (c *content) start() {
	c.endLine()
	s, depth := c.s, c.s.Depth
	role := roles[string(s.Name)]
	for len(c.roles) >= depth { // of elements whose end tags are missing
		c.roles = c.roles[:len(c.roles)-1]
	}
	if len(c.roles) > 0 && c.roles[len(c.roles)-1] == quiet {
		role = quiet
	}
	if depth <= maxDepth && len(c.roles) == depth-1 {
		c.roles = append(c.roles, role)
	}
	switch role {
	case paragraph:
		c.endRun()
		c.up = false
		if c.counts && len(s.Name) == 1 {
			c.w.Paragraph++
		}
		c.w.BeginParagraph()
	case lineBreak:
		c.show([]byte{'\n'})
	case tab:
		c.show([]byte{'\t'})
	case hyphen:
		c.show([]byte{'-'})
	case raised:
		if c.run > 0 {
			c.raise()
		}
	case mark:
		if c.run > 0 && !bytes.Contains(s.Attr("style"), []byte("position:absolute")) {
			c.show([]byte{' '})
		}
	case run:
		if c.raised = inherited; c.run == 0 {
			c.run = depth
		}
	case deletion, insertion:
		c.change(role)
	case annotation:
		switch string(s.Attr("type")) {
		case "Word.Deletion":
			c.change(deletion)
		case "Word.Insertion":
			c.change(insertion)
		}
	case hyperlink:
		c.hyperlink()
	case click:
		c.clicked()
	case field:
		l, _ := c.instruction(s.Attr("instr"))
		c.links = append(c.links, elementLink{depth, c.w.OpenLink(l)})
	case fieldChar:
		c.fields.char(c, string(s.Attr("fldCharType")))
	case alternatives:
		c.w.BeginAlternatives()
	case alternative:
		c.w.BeginAlternative()
		if string(s.Name) == "Fallback" {
			c.w.BeginParagraph()
		}
	case commented:
		if c.sheet != "" {
			c.w.Flush()
			if ref := s.Attr("ref"); len(ref) > 0 {
				c.w.Place.Cell = c.sheet + "!" + cellName(ref)
			}
			c.w.BeginParagraph()
		}
	case validation:
		c.list = string(s.Attr("type")) == "list"
	case anchor:
		if c.sheet != "" {
			c.anchor, c.cell = depth, [2]int{}
		}
	}
	c.attributes(role)
}

// change begins a tracked change.
func (c *content) change(r role) {
	c.up = false
	switch depth := c.s.Depth; {
	case r == deletion && c.deleted == 0:
		c.deleted = depth
	case r == insertion && c.inserted == 0:
		c.inserted = depth
	}
}

// raise reads a property of a run.
func (c *content) raise() {
	if string(c.s.Name) != "rStyle" {
		c.raised = c.raised.with(c.s)
	} else if c.styles.raised(string(c.s.Attr("val"))) {
		c.raised = isRaised
	}
}

// end reads an end tag.
func (c *content) end() {
	c.endLine()
	depth := c.s.Depth
	role := other
	for len(c.roles) >= depth {
		role = c.roles[len(c.roles)-1]
		c.roles = c.roles[:len(c.roles)-1]
	}
	for len(c.links) > 0 && c.links[len(c.links)-1].depth >= depth {
		c.endRun()
		c.w.CloseLink(c.links[len(c.links)-1].id)
		c.links = c.links[:len(c.links)-1]
	}
	if depth <= c.run {
		c.run, c.last = 0, c.click
		c.click = 0
	}
	if depth <= c.deleted {
		c.deleted, c.up = 0, false
	}
	if depth <= c.inserted {
		c.inserted, c.up = 0, false
	}
	if depth <= c.anchor {
		c.anchor, c.anchored = 0, depth-1
		c.w.Flush()
		c.w.Place.Cell = richtext.Cell(c.sheet, c.cell[0], c.cell[1])
	}
	if depth <= c.anchored {
		c.anchored = 0
		c.w.Flush()
		c.w.Place.Cell = c.sheet
	}
	switch role {
	case paragraph:
		c.endRun()
		c.fields.endParagraph(c)
		c.w.EndParagraph()
		c.up = false
	case run:
		c.raised = inherited
	case commented:
		if c.sheet != "" {
			c.endRun()
			c.w.EndParagraph()
			c.w.Flush()
			c.w.Place.Cell = c.sheet
		}
	case validation:
		c.list = false
	case alternative:
		if string(c.s.Name) == "Fallback" {
			c.w.EndParagraph()
		}
	case alternatives:
		c.w.EndAlternatives()
	case formula:
		if !c.list || !c.w.List(c.formula) {
			c.w.Formula(c.formula, "")
		}
		c.formula = c.formula[:0]
	}
}

// text reads text.
func (c *content) text(text []byte) {
	switch c.role() {
	case running:
		c.show(text)
	case paragraph, run:
		if len(bytes.TrimSpace(text)) > 0 {
			c.show(text)
		}
	case instruction:
		c.fields.add(c, text)
	case formula:
		if c.formula = append(c.formula, text...); len(c.formula) > maxLine {
			c.w.Line(c.formula)
			c.formula = c.formula[:0]
		}
	case quiet:
	default:
		if len(c.line) == 0 {
			text = bytes.TrimLeft(text, " \t\r\n")
		}
		if c.line = append(c.line, text...); len(c.line) > maxLine {
			c.endLine()
		}
	}
}

// endLine ends the text of an element that is not known.
func (c *content) endLine() {
	if len(c.line) == 0 {
		return
	}
	if c.anchor > 0 {
		n, err := strconv.Atoi(string(bytes.TrimSpace(c.line)))
		if err == nil && n >= 0 && n < 1<<20 {
			switch string(c.s.Name) {
			case "col":
				c.cell[0] = n
			case "row":
				c.cell[1] = n
			}
		}
	} else {
		if c.role() == heading {
			c.line = headingCodes().ReplaceAll(c.line, []byte("\n"))
		}
		c.w.Unseen(c.line)
	}
	c.line = c.line[:0]
}

// show adds text to the paragraph, or to the instruction that it is a part of.
func (c *content) show(text []byte) {
	if c.last != 0 && c.click != c.last {
		c.endRun()
	}
	c.fields.endLoose(c)
	if c.fields.nested(c, text) {
		return
	}
	if up := c.raised == isRaised; up != c.up {
		if c.up = up; up {
			text = append([]byte{' '}, text...)
		}
	}
	switch {
	case c.deleted > 0:
		c.w.Deleted(text)
	case c.inserted > 0:
		c.w.Inserted(text)
	default:
		c.w.Text(text)
	}
}

// hyperlink begins a link around runs.
func (c *content) hyperlink() {
	l, ok := c.rels.link(c.identifier())
	if dest := c.s.Attr("dest"); !ok && len(dest) > 0 {
		l, ok = richtext.Link{Target: string(dest), Relation: "hyperlink"}, true
	}
	if !ok {
		return
	}
	a := c.s.Attr("anchor")
	if len(a) == 0 {
		a = c.s.Attr("bookmark") // of Word 2003
	}
	if len(a) > 0 && bytes.IndexByte([]byte(l.Target), '#') < 0 {
		l.Target += "#" + string(a)
	}
	c.links = append(c.links, elementLink{c.s.Depth, c.w.OpenLink(l)})
}

// identifier returns the identifier of a relationship in the attributes.
func (c *content) identifier() []byte {
	for i := range c.s.Attrs {
		if a := &c.s.Attrs[i]; len(a.Prefix) > 0 && string(a.Name) == "id" {
			return markup.Value(a.Value)
		}
	}
	return nil
}

// clicked reads a link of a run, whose label is the text of the run and of those after it
// that have the same link. The label of a shape is its description.
func (c *content) clicked() {
	l, ok := c.rels.link(c.identifier())
	switch {
	case !ok:
	case c.run == 0:
		c.w.Target(l, "")
	case c.last != 0 && l.Target == c.target:
		c.click = c.last
	default:
		c.endRun()
		c.click, c.target = c.w.OpenLink(l), l.Target
	}
}

// endRun ends the links of runs.
func (c *content) endRun() {
	if c.last != 0 {
		c.w.CloseLink(c.last)
	}
	if c.click != 0 && c.click != c.last {
		c.w.CloseLink(c.click)
	}
	c.last, c.click = 0, 0
}
