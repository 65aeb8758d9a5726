package pdftext

import (
	"bytes"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

// A glyph is a character on a page. Its coordinates are those of the page, rotated by angle
// so that the text runs from left to right.
type glyph struct {
	c      rune
	x0, x1 float32 // where it begins and ends on the baseline
	y      float32 // the baseline
	size   float32 // an em
	angle  int16   // of the text, in degrees
	show   uint16  // the number of the operator that showed it
	style  uint32  // is the same for glyphs of the same font and colour
	link   int32   // the link that contains it, or -1
}

// A sequence is two glyphs or more on a horizontal baseline that one string shows. They
// have the same style, and each begins where the last one ends.
type sequence struct {
	from, to int32
}

const (
	maxForms       = 16       // nesting of form XObjects
	maxStates      = 256      // saved graphics states
	maxOperands    = 64       // numbers and items before an operator
	formCost       = 1024     // bytes that a use of a form XObject counts in the budget, besides its data
	fontCost       = 16 << 10 // the same for a font that is loaded
	entriesPerByte = 16       // entries of resources that count as a byte
	maxCoord       = 1e6      // glyphs outside it are not on a page
	maxActual      = 4 << 10
	inlineWindow   = 256
)

// A state is the part of the graphics state that text has (8.4, 9.3).
type state struct {
	ctm                                      matrix
	font                                     *font
	size, char, word, scale, leading, rising float64
	colour                                   uint32
}

// A frame is a content stream that is interpreted: that of the page, or of a form XObject.
type frame struct {
	lexer     object.Lexer
	stream    *object.Stream // nil for the page
	resources object.Dict
	fonts     map[string]*font
	states    int // saved states when the frame began
}

// content interprets the content of a page (7.8.2, annex A).
type content struct {
	r      *Reader
	frames []*frame
	spare  []*frame
	looks  []Appearance // that are left

	state
	states   []state
	tm, line matrix // the text matrix, and that of the beginning of the line

	numbers []float64
	name    string // the last name
	items   []item // strings and numbers of an array, or the string before the operator
	text    []byte // the strings of items
	hash    uint32 // of the numbers

	shows     uint16 // operators that showed text
	marks     int    // nesting of marked content
	actual    actual
	path      path
	rules     rule
	glyphs    []glyph
	sequences []sequence // those of glyphs
	decoded   []rune
}

// An item is a string of text, or a number if from is -1.
type item struct {
	number   float64
	from, to int
}

// actual is marked content with /ActualText (14.9.4).
type actual struct {
	text  []rune
	from  int // the first glyph
	depth int // of marked content, or 0
	key   bool
	next  []rune // the text in the property list that was read last
	found bool
}

func (c *content) reset(r *Reader, p *object.Page, looks []Appearance) {
	c.r, c.looks = r, looks[:min(len(looks), maxAppearances)]
	c.frames, c.states = c.frames[:0], c.states[:0]
	c.cut(0)
	c.state = state{ctm: identity, scale: 1}
	c.tm, c.line = identity, identity
	c.marks, c.actual, c.path, c.rules = 0, actual{}, path{}, rule{}
	c.clear()
	c.push(nil, &pageData{r: r, rest: p.Contents}, p.Resources)
}

// An Appearance is what an annotation shows: a form XObject (12.5.5).
type Appearance struct {
	Form *object.Stream
	Rect [4]float64 // left, bottom, right, top
}

// maxAppearances is the number of annotations of a page whose appearances are read.
const maxAppearances = 1 << 10

// appear begins to interpret the next appearance. It returns false if there is no other.
func (c *content) appear() bool {
	for len(c.looks) > 0 {
		a := c.looks[0]
		c.looks = c.looks[1:]
		if !c.r.budget.Object() || !c.r.budget.Take(formCost) {
			return false
		}
		data := c.r.f.Data(a.Form)
		if data == nil {
			continue
		}
		c.states, c.marks, c.actual, c.path, c.rules = c.states[:0], 0, actual{}, path{}, rule{}
		c.state = state{ctm: c.place(&a), scale: 1}
		c.tm, c.line = identity, identity
		c.push(a.Form, data, c.r.f.Dict(a.Form.Dict.Get("Resources")))
		return true
	}
	return false
}

// place returns the matrix that puts the box of an appearance into its rectangle (12.5.5, algorithm
// 8.1).
func (c *content) place(a *Appearance) matrix {
	m := c.formMatrix(a.Form)
	box := c.r.f.Array(a.Form.Dict.Get("BBox"))
	if len(box) < 4 {
		return m
	}
	var b [4]float64
	for i := range b {
		b[i], _ = c.r.f.Number(box[i])
	}
	x0, y0, x1, y1 := maxCoord, maxCoord, -maxCoord, -maxCoord
	for _, p := range [...][2]float64{{b[0], b[1]}, {b[0], b[3]}, {b[2], b[1]}, {b[2], b[3]}} {
		x, y := m.apply(p[0], p[1])
		x0, y0, x1, y1 = min(x0, x), min(y0, y), max(x1, x), max(y1, y)
	}
	if !(x1 > x0 && y1 > y0) {
		return m
	}
	sx, sy := (a.Rect[2]-a.Rect[0])/(x1-x0), (a.Rect[3]-a.Rect[1])/(y1-y0)
	return m.mul(matrix{sx, 0, 0, sy, a.Rect[0] - x0*sx, a.Rect[1] - y0*sy})
}

// formMatrix returns the matrix of a form XObject.
func (c *content) formMatrix(form *object.Stream) matrix {
	a := c.r.f.Array(form.Dict.Get("Matrix"))
	if len(a) != 6 {
		return identity
	}
	var m matrix
	for i := range m {
		m[i], _ = c.r.f.Number(a[i])
	}
	return m
}

// pageData reads the content streams of a page, with white space between them.
type pageData struct {
	r    *Reader
	rest []*object.Stream
	data io.Reader
}

func (d *pageData) Read(p []byte) (int, error) {
	for {
		if d.data != nil {
			if n, err := d.data.Read(p); n > 0 || err == nil {
				return n, nil
			}
			d.data = nil
			if len(p) > 0 {
				p[0] = '\n'
				return 1, nil
			}
		}
		if len(d.rest) == 0 {
			return 0, io.EOF
		}
		d.data, d.rest = d.r.f.Data(d.rest[0]), d.rest[1:]
	}
}

func (c *content) push(s *object.Stream, data io.Reader, resources object.Dict) {
	var f *frame
	if n := len(c.spare); n > 0 {
		f, c.spare = c.spare[n-1], c.spare[:n-1]
	} else {
		f = new(frame)
	}
	f.lexer.Reset(data, 0)
	f.stream, f.resources, f.states = s, resources, len(c.states)
	f.fonts = nil
	c.frames = append(c.frames, f)
}

func (c *content) pop() {
	f := c.frames[len(c.frames)-1]
	c.frames = c.frames[:len(c.frames)-1]
	if f.stream != nil && len(c.states) >= f.states && f.states > 0 {
		c.state = c.states[f.states-1]
		c.states = c.states[:f.states-1]
	}
	f.stream = nil
	c.spare = append(c.spare, f)
}

func (c *content) clear() {
	c.numbers, c.items, c.text, c.name, c.hash = c.numbers[:0], c.items[:0], c.text[:0], "", 0
}

// run interprets the content until there are limit glyphs, or an appearance is next, whose text is apart;
// or the content ends: then it returns false.
func (c *content) run(limit int) bool {
	c.actual.depth, c.rules = 0, rule{}
	for len(c.frames) > 0 || len(c.looks) > 0 {
		if len(c.glyphs) >= limit || len(c.frames) == 0 && len(c.glyphs) > 0 {
			return true
		}
		if len(c.frames) == 0 && !c.appear() {
			return false
		}
		f := c.frames[len(c.frames)-1]
		switch t := f.lexer.Next(); t.Kind {
		case object.EOF:
			c.clear()
			c.pop()
		case object.NumberToken:
			if len(c.numbers) < maxOperands {
				c.numbers = append(c.numbers, t.Number)
			}
			c.hash = c.hash*31 + uint32(math.Float32bits(float32(t.Number)))
			c.items = append(c.items, item{t.Number, -1, 0})
			if len(c.items) > maxItems {
				c.show(false) // an array of text that is very long
				c.items, c.text = c.items[:0], c.text[:0]
			}
		case object.StringToken:
			if c.actual.key {
				c.actual.next, c.actual.found = textString(t.Bytes, c.actual.next), true
				c.actual.key = false
				continue
			}
			from := len(c.text)
			c.text = append(c.text, t.Bytes...)
			c.items = append(c.items, item{0, from, len(c.text)})
		case object.NameToken:
			c.name = string(t.Bytes[:min(len(t.Bytes), 127)])
			c.actual.key = c.name == "ActualText"
		case object.KeywordToken:
			c.operator(f, t.Bytes)
			c.clear()
		}
	}
	return false
}

const maxItems = 1 << 14

// number returns the operand i of the last n, or 0.
func (c *content) number(i, n int) float64 {
	if k := len(c.numbers) - n + i; k >= 0 && k < len(c.numbers) {
		return c.numbers[k]
	}
	return 0
}

func (c *content) matrix() matrix {
	var m matrix
	for i := range m {
		m[i] = c.number(i, 6)
	}
	return m
}

func (c *content) operator(f *frame, op []byte) {
	switch string(op) {
	case "q":
		if len(c.states) < maxStates {
			c.states = append(c.states, c.state)
		}
	case "Q":
		if n := len(c.states); n > f.states {
			c.state, c.states = c.states[n-1], c.states[:n-1]
		}
	case "cm":
		c.ctm = c.matrix().mul(c.ctm)
	case "BT":
		c.tm, c.line = identity, identity
	case "Tf":
		c.size = c.number(0, 1)
		c.font = c.findFont(f, c.name)
	case "Tc":
		c.char = c.number(0, 1)
	case "Tw":
		c.word = c.number(0, 1)
	case "Tz":
		c.scale = c.number(0, 1) / 100
	case "TL":
		c.leading = c.number(0, 1)
	case "Ts":
		c.rising = c.number(0, 1)
	case "Td":
		c.move(c.number(0, 2), c.number(1, 2))
	case "TD":
		c.leading = -c.number(1, 2)
		c.move(c.number(0, 2), c.number(1, 2))
	case "Tm":
		c.tm = c.matrix()
		c.line = c.tm
	case "T*":
		c.move(0, -c.leading)
	case "Tj", "TJ":
		c.show(true)
	case "'":
		c.move(0, -c.leading)
		c.show(true)
	case "\"":
		c.word, c.char = c.number(0, 2), c.number(1, 2)
		c.move(0, -c.leading)
		c.items = c.items[max(0, len(c.items)-1):]
		c.show(true)
	case "Do":
		c.form(f)
	case "gs":
		d := c.r.f.Dict(c.resource(f, "ExtGState", object.Name(c.name)))
		if a := c.r.f.Array(d.Get("Font")); len(a) == 2 {
			c.font = c.r.font(a[0])
			c.size, _ = c.r.f.Number(a[1])
		}
	case "g", "rg", "k", "sc", "scn":
		c.colour = c.hash
	case "BMC":
		c.marks++
	case "BDC":
		c.begin(f)
	case "EMC":
		c.end()
	case "BI":
		c.inline(f)
		c.path.add(&c.ctm, 0, 0, 1, 1)
		c.rules.add(&c.path, c.glyphs)
		c.path = path{}
	case "re":
		x, y := c.number(0, 4), c.number(1, 4)
		c.path.add(&c.ctm, x, y, x+c.number(2, 4), y+c.number(3, 4))
	case "m":
		c.path.x, c.path.y = c.number(0, 2), c.number(1, 2)
	case "l":
		c.path.add(&c.ctm, c.path.x, c.path.y, c.number(0, 2), c.number(1, 2))
	case "f", "F", "f*", "S", "s", "B", "b", "B*", "b*":
		c.rules.add(&c.path, c.glyphs)
		c.path = path{}
	case "n":
		c.path = path{}
	}
	c.actual.key = false
	if len(op) != 3 { // BDC uses it
		c.actual.found = false
	}
}

func (c *content) move(x, y float64) {
	c.line = matrix{1, 0, 0, 1, x, y}.mul(c.line)
	c.tm = c.line
}

// resource returns the resource of f with a name in a category (7.8.3), or nil. The entries
// that the search passes count in the budget.
func (c *content) resource(f *frame, category, name object.Name) object.Object {
	d := c.r.f.Dict(f.resources.Get(category))
	if !c.r.budget.Take(int64(len(f.resources)+len(d)) / entriesPerByte) {
		return nil
	}
	return d.Get(name)
}

// findFont returns the font that the resources of f have for a name, or nil.
func (c *content) findFont(f *frame, name string) *font {
	if font, ok := f.fonts[name]; ok {
		return font
	}
	if f.fonts == nil {
		f.fonts = map[string]*font{}
	}
	font := c.r.font(c.resource(f, "Font", object.Name(name)))
	if len(f.fonts) < maxFonts {
		f.fonts[name] = font
	}
	return font
}

// font returns the font o, or nil.
func (r *Reader) font(o object.Object) *font {
	ref, ok := o.(object.Ref)
	if f := r.cache[ref]; ok && f != nil {
		return f
	}
	if r.f.Dict(o) == nil || !r.budget.Object() || !r.budget.Take(fontCost) {
		return nil
	}
	f := r.loadFont(o)
	if ok {
		if len(r.cache) >= maxFonts {
			clear(r.cache)
		}
		r.cache[ref] = f
	}
	return f
}

// form begins to interpret the form XObject that c.name names.
func (c *content) form(f *frame) {
	s := c.r.f.Stream(c.resource(f, "XObject", object.Name(c.name)))
	if s == nil || c.r.f.Name(s.Dict.Get("Subtype")) != "Form" || len(c.frames) >= maxForms || len(c.states) >= maxStates ||
		!c.r.budget.Object() || !c.r.budget.Take(formCost) {
		return
	}
	for _, outer := range c.frames {
		if outer.stream != nil && outer.stream.Range == s.Range {
			return
		}
	}
	data := c.r.f.Data(s)
	if data == nil {
		return
	}
	resources := c.r.f.Dict(s.Dict.Get("Resources"))
	if resources == nil {
		resources = f.resources
	}
	c.states = append(c.states, c.state)
	c.ctm = c.formMatrix(s).mul(c.ctm)
	c.push(s, data, resources)
}

// begin begins marked content with a property list: a dictionary, or the name of one.
func (c *content) begin(f *frame) {
	c.marks++
	if c.actual.depth > 0 {
		return
	}
	if !c.actual.found {
		d := c.r.f.Dict(c.resource(f, "Properties", object.Name(c.name)))
		s, ok := c.r.f.Resolve(d.Get("ActualText")).(object.String)
		if !ok || !c.r.budget.Take(int64(len(s))) {
			return
		}
		c.actual.next = textString([]byte(s), c.actual.next)
	}
	c.actual.found = false
	c.actual.text, c.actual.next = c.actual.next, c.actual.text
	c.actual.from, c.actual.depth = len(c.glyphs), c.marks
}

// end ends marked content. The text of /ActualText takes the place of glyphs that are on one
// line.
func (c *content) end() {
	if c.marks == c.actual.depth && c.actual.depth > 0 {
		c.actual.depth = 0
		if shown := c.glyphs[c.actual.from:]; len(shown) > 0 {
			g := shown[0]
			for _, h := range shown {
				if h.y-g.y > g.size/2 || g.y-h.y > g.size/2 || h.angle != g.angle || h.x0 < g.x0-g.size {
					c.marks--
					return
				}
				g.x1 = max(g.x1, h.x1)
			}
			c.cut(c.actual.from)
			c.spread(g, c.actual.text)
		}
	}
	c.marks = max(0, c.marks-1)
}

// cut removes the glyphs from n on.
func (c *content) cut(n int) {
	c.glyphs = c.glyphs[:n]
	for k := len(c.sequences); k > 0 && int(c.sequences[k-1].to) > n; k-- {
		c.sequences = c.sequences[:k-1]
	}
}

// spread appends a glyph for each character of text, which share the place of g.
func (c *content) spread(g glyph, text []rune) {
	x, w := g.x0, (g.x1-g.x0)/float32(max(1, len(text)))
	for i, char := range text {
		g.c, g.x0, g.x1 = char, x+w*float32(i), x+w*float32(i+1)
		c.glyphs = append(c.glyphs, g)
	}
}

// inline skips an inline image (8.9.7). Its data end at EI between white space, with text
// after it.
func (c *content) inline(f *frame) {
	for {
		t := f.lexer.Next()
		if t.Kind == object.EOF {
			return
		}
		if t.Kind == object.KeywordToken && string(t.Bytes) == "ID" {
			break
		}
	}
	for {
		p := f.lexer.Peek(inlineWindow)
		i := 0
		for {
			k := bytes.Index(p[i:], []byte("EI"))
			if k < 0 {
				break
			}
			i += k
			if i > 0 && isSpace(p[i-1]) && (i+2 == len(p) && len(p) < inlineWindow || i+2 < len(p) && isSpace(p[i+2])) && plain(p[i+2:min(len(p), i+18)]) {
				f.lexer.Skip(int64(i + 2))
				return
			}
			i += 2
		}
		if len(p) < inlineWindow {
			f.lexer.Skip(int64(len(p)))
			return
		}
		f.lexer.Skip(int64(len(p) - 24))
	}
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 || c == '\f'
}

// plain reports whether text is ASCII.
func plain(text []byte) bool {
	for _, c := range text {
		if c > '~' || c < ' ' && !isSpace(c) {
			return false
		}
	}
	return true
}

// textString decodes a text string (7.9.2.2) into buf, as far as maxActual bytes.
func textString(b []byte, buf []rune) []rune {
	b, buf = b[:min(len(b), maxActual)], buf[:0]
	switch {
	case len(b) >= 2 && b[0] == 0xFE && b[1] == 0xFF:
		for ; len(b) >= 2; b = b[2:] {
			buf = append(buf, []rune(decodeUTF16(b[:2]))...)
		}
		buf = buf[1:]
	case bytes.HasPrefix(b, []byte("\xEF\xBB\xBF")):
		buf = append(buf, []rune(string(b[3:]))...)
	default:
		for _, c := range b {
			if r := encodings["WinAnsiEncoding"][c]; r != 0 {
				buf = append(buf, r)
			}
		}
	}
	return buf
}
