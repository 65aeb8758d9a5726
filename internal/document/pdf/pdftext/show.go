package pdftext

import (
	"math"
	"slices"
	"sync"
)

// show shows the strings of items, and moves by their numbers (9.4.3). all says that the
// operator has been read.
func (c *content) show(all bool) {
	f := c.font
	if f == nil {
		return
	}
	c.shows++
	p := c.pen(f)
	for _, it := range c.items {
		if it.from < 0 {
			if len(c.items) > 1 || !all {
				c.advance(-it.number / 1000 * c.size)
			}
			continue
		}
		c.showString(f, &p, c.text[it.from:it.to])
	}
}

// advance moves the text matrix in the direction of writing.
func (c *content) advance(t float64) {
	if c.font.vertical {
		c.tm[4] += t * c.tm[2]
		c.tm[5] += t * c.tm[3]
		return
	}
	t *= c.scale
	c.tm[4] += t * c.tm[0]
	c.tm[5] += t * c.tm[1]
}

// turns returns the cosine and the sine of each angle in degrees.
var turns = sync.OnceValue(func() *[360][2]float64 {
	t := new([360][2]float64)
	for i := range t {
		sin, cos := math.Sincos(float64(i) * math.Pi / 180)
		t[i] = [2]float64{cos, sin}
	}
	t[0], t[90], t[180], t[270] = [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{-1, 0}, [2]float64{0, -1}
	return t
})

// A pen is what the glyphs of an operator have in common: the part of the text state that
// does not depend on their places.
type pen struct {
	dx, dy   float64 // the movement on the page for a unit of text space
	ux, uy   float64 // an em upwards
	unit     float64 // the width on the page of a unit of text space
	em       float64
	angle    int16 // of the text, in degrees
	cos, sin float64
	visible  bool
	space    float64 // the character spacing on the page, if it is as wide as the space between words; or 0
	level    bool    // the glyphs are visible, on a horizontal baseline, and run from left to right
}

// pen returns the pen of the text state.
func (c *content) pen(f *font) pen {
	m := c.tm.mul(c.ctm)
	p := pen{dx: m[0] * c.scale, dy: m[1] * c.scale, ux: m[2] * c.size, uy: m[3] * c.size}
	p.em = math.Hypot(p.ux, p.uy)
	if f.vertical {
		p.dx, p.dy, p.ux, p.uy = -m[2], -m[3], m[0]*c.size, m[1]*c.size
	}
	ax, ay := p.dx, p.dy // the direction of writing
	p.unit = math.Hypot(ax, ay)
	if c.size < 0 {
		ax, ay, p.unit = -ax, -ay, -p.unit
	}
	angle := 0
	if ay != 0 || ax < 0 {
		angle = (int(math.Round(math.Atan2(ay, ax)*180/math.Pi)) + 360) % 360
	}
	p.visible = p.unit != 0 && p.em > 1e-3 && p.em < maxCoord && p.unit < maxCoord && 0 <= angle && angle < 360
	if !p.visible {
		angle = 0
	}
	turn := &turns()[angle]
	p.angle, p.cos, p.sin = int16(angle), turn[0], turn[1]
	if f.length == 1 && c.char > wordGap*math.Abs(c.size) {
		p.space = c.char * p.unit
	}
	p.level = p.visible && angle == 0 && p.dy == 0 && !f.vertical
	return p
}

// showString shows a string.
func (c *content) showString(f *font, p *pen, s []byte) {
	g := glyph{size: float32(p.em) * f.em, angle: p.angle, show: c.shows, style: f.id<<16 ^ c.colour, link: -1}
	x, y := c.tm.apply(0, c.rising)
	x, y = c.ctm.apply(x, y)
	simple := p.level && (f.length == 1 || f.length == 2) && -maxCoord < y && y < maxCoord
	var links []linkRect // that are at the height of the string, if it is simple
	if simple {
		links = c.r.links.level(y + p.uy/4)
	}
	space := 0.0 // at the end of each glyph
	if p.space != 0 && len(s) <= maxSpaced {
		space, simple = p.space, false
	}
	moved := 0.0
	for len(s) > 0 {
		if simple && c.rules.n == 0 {
			g.y, g.link = float32(y), -1
			n, t := c.showSimple(f, p, s, &g, x, links)
			s, x, moved = s[n:], x+t*p.dx, moved+t
			if len(s) == 0 {
				break
			}
		}
		e, n := f.next(s)
		t := float64(e.width)*c.size + c.char
		if f.vertical {
			t = c.size + c.char
		}
		if n == 1 && s[0] == ' ' {
			t += c.word
		}
		s = s[n:]
		if p.visible && -maxCoord < x && x < maxCoord && -maxCoord < y && y < maxCoord {
			w := t * p.unit
			if !(-maxCoord < w && w < maxCoord) {
				w = max(-maxCoord, min(w, maxCoord))
			}
			g.x0 = float32(x*p.cos + y*p.sin)
			g.x1 = g.x0 + float32(w-space)
			g.y = float32(y*p.cos - x*p.sin)
			g.link = c.r.links.find(x+w/2*p.cos+p.ux/4, y+w/2*p.sin+p.uy/4)
			c.add(&g, e)
		}
		x, y, moved = x+t*p.dx, y+t*p.dy, moved+t
	}
	if f.vertical {
		moved = -moved
	}
	c.advance(moved)
}

// maxSpaced is the number of characters of a string whose character spacing may be the space between words:
// gropdf shows the last character of a word and the first one of the next so.
const maxSpaced = 3

// maxSimple is the number of bytes of which showSimple appends the glyphs.
const maxSimple = 1024

// maxAway is the distance from the origin, in ems, up to which the places of glyphs are
// precise enough to tell that one begins where another ends.
const maxAway = 1e4

// showSimple appends the glyphs of the first codes of a string that are one character each,
// that have been looked up, and that do not move backwards, in the style of g. It returns
// their length in bytes, and the movement in text space. The pen is level: the width of a
// glyph is also its movement on the page.
func (c *content) showSimple(f *font, pen *pen, s []byte, g *glyph, x float64, links []linkRect) (n int, moved float64) {
	s = s[:min(len(s), maxSimple)]
	at := len(c.glyphs)
	c.glyphs = slices.Grow(c.glyphs, len(s))
	list := c.glyphs[at : at+len(s)]
	size, char, word, unit := c.size, c.char, c.word, pen.unit
	end := min(maxCoord, maxAway*float64(g.size))
	if x < -end {
		return 0, 0
	}
	shown := 0
	if f.length == 1 { // entries has all codes
		list = list[:len(s)]
		for i, b := range s {
			e := &f.entries[b]
			t := float64(e.width)*size + char
			if b == ' ' {
				t += word
			}
			w := t * unit
			if e.char <= 0 || !(w >= 0 && x+w < end) {
				break
			}
			p := &list[i]
			p.place(g, e.char, x, w)
			if len(links) > 0 {
				p.link = linkAt(links, x+w/2+pen.ux/4)
			}
			x, moved = x+w, moved+t
			shown++
		}
	} else {
		for ; len(s) >= 2 && shown < len(list); s = s[2:] {
			code := uint32(s[0])<<8 | uint32(s[1])
			e := &f.entries[code&255]
			t := float64(e.width)*size + char
			w := t * unit
			if e.char <= 0 || e.key != uint64(code)<<8|2 || !(w >= 0 && x+w < end) {
				break
			}
			p := &list[shown]
			p.place(g, e.char, x, w)
			if len(links) > 0 {
				p.link = linkAt(links, x+w/2+pen.ux/4)
			}
			x, moved = x+w, moved+t
			shown++
		}
	}
	c.glyphs = c.glyphs[:at+shown]
	if shown > 1 {
		c.sequences = append(c.sequences, sequence{int32(at), int32(at + shown)})
	}
	return shown * f.length, moved
}

// place makes p a glyph like g with another character and place.
func (p *glyph) place(g *glyph, c rune, x, w float64) {
	*p = *g
	p.c, p.x0 = c, float32(x)
	p.x1 = p.x0 + float32(w)
}

// linkAt returns the first of the links at the height of a string that is at px, or -1.
func linkAt(links []linkRect, px float64) int32 {
	for i := range links {
		if r := &links[i]; r.x0 <= px && px <= r.x1 {
			return r.link
		}
	}
	return -1
}

// add appends the glyph of a code, or several if the code is a ligature.
func (c *content) add(g *glyph, e *entry) {
	if c.rules.n > 0 {
		c.rules.insert(c, g)
	}
	if e.char > 0 {
		n := len(c.glyphs)
		if n == cap(c.glyphs) {
			c.glyphs = slices.Grow(c.glyphs, 1024)
		}
		c.glyphs = c.glyphs[:n+1]
		p := &c.glyphs[n] // each field by itself, because g has just been written in pieces
		p.c, p.x0, p.x1, p.y, p.size = e.char, g.x0, g.x1, g.y, g.size
		p.angle, p.show, p.style, p.link = g.angle, g.show, g.style, g.link
		return
	}
	c.decoded = c.decoded[:0]
	for _, char := range e.text {
		if letters := ligature(char); letters != "" {
			c.decoded = append(c.decoded, []rune(letters)...)
		} else {
			c.decoded = append(c.decoded, char)
		}
	}
	if len(c.decoded) == 0 {
		c.decoded = append(c.decoded, '\uFFFD')
	}
	up := *g
	if e.char == raised {
		up.y += up.size / 3
		up.size *= 0.6
	}
	c.spread(up, c.decoded)
}

// ligature returns the letters of a Latin ligature (U+FB00 to U+FB06), or "".
func ligature(c rune) string {
	if c < 0xFB00 || c > 0xFB06 {
		return ""
	}
	return [...]string{"ff", "fi", "fl", "ffi", "ffl", "st", "st"}[c-0xFB00]
}

// A path is the path that is painted next, if it is one rectangle or line.
type path struct {
	x, y           float64 // the current point
	n              int     // rectangles and lines
	x0, y0, x1, y1 float64 // the last one, on the page
}

func (p *path) add(m *matrix, x0, y0, x1, y1 float64) {
	p.n++
	p.x, p.y = x1, y1
	p.x0, p.y0 = m.apply(x0, y0)
	p.x1, p.y1 = m.apply(x1, y1)
}

// A rule is a short line that was painted after the last glyph, at its foot. TeX draws the
// underscores of fonts that have none so.
type rule struct {
	x0, x1, y float32
	n         int // underscores; 0 if there is no rule
}

// add adds the line that p is, if it is one.
func (r *rule) add(p *path, glyphs []glyph) {
	if len(glyphs) == 0 || p.n != 1 {
		return
	}
	g := &glyphs[len(glyphs)-1]
	x0, x1 := float32(min(p.x0, p.x1)), float32(max(p.x0, p.x1))
	y := float32(p.y0+p.y1) / 2
	w, from := x1-x0, g.x1
	if g.angle != 0 || math.Abs(p.y1-p.y0) > 1.5 || w < 0.2*g.size || w > g.size || y > g.y+0.1*g.size || y < g.y-0.4*g.size {
		return
	}
	if r.n > 0 {
		from = r.x1
	}
	if x0 < from-0.25*g.size || x0 > from+0.25*g.size {
		return
	}
	if r.n == 0 {
		r.x0 = x0
	}
	r.x1, r.y = x1, y
	r.n++
}

// insert appends underscores in the place of the rule if g, which is next, follows it on the
// same line.
func (r *rule) insert(c *content, g *glyph) {
	if r.n == 0 || len(c.glyphs) == 0 {
		return
	}
	last := c.glyphs[len(c.glyphs)-1]
	if g.angle == 0 && g.x0 > r.x1-0.25*g.size && g.x0 < r.x1+0.25*g.size && math.Abs(float64(g.y-last.y)) < 0.05*float64(g.size) {
		last.x0, last.x1 = r.x0, r.x1
		c.decoded = c.decoded[:0]
		for range min(r.n, 16) {
			c.decoded = append(c.decoded, '_')
		}
		c.spread(last, c.decoded)
	}
	r.n = 0
}
