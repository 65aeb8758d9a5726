package pdftext

// A column is what the lines of a page say about the place of a line: how far it may go on to the
// right.
type column struct {
	space float32 // that the line leaves empty; 0 or less if it is the longest one
	sure  bool    // another line, or the margin of the page, ends where the line ends, or further right
	edge  bool    // edgeLines other lines or more end where the line ends
	far   bool    // the next line is further away than others, as the next cell or paragraph
	moved bool    // the next line begins at an x where no line of the column begins
}

const (
	nearColumn = 512 // lines before and after a line that are examined
	sameEdge   = 0.6 // at most between the left ends of lines of a column, in ems
	ragged     = 1   // at most between the right ends of lines that reach the same edge, in ems
	manyLines  = 8
	edgeLines  = 3
	outlier    = 3   // at least between the right ends of a line and the others, in ems
	farGap     = 1.4 // at least between a line and the next cell or paragraph, in distances of other lines
	nearRow    = 3   // at most between a line and those that show where the text to its right begins, in ems
	outdent    = 5   // at most that a line begins to the left of the line above it, in ems
)

// column returns the column of a line whose block goes on with the line below it, and in which a URL
// begins at x.
//
// The right edge is where the longest of these lines ends: the lines of the block, and all others
// near it that begin at the x of the line or of the next one, if they do not go on beyond the text
// that is to the right of the two lines.
func (l *layout) column(at int32, x float32) column {
	a := &l.lines[at]
	b := &l.lines[a.below]
	em, end := max(a.size, b.size), l.end(a)
	limit := l.neighbour(at, em)
	c := column{far: l.isFar(at)}
	left, ends := min(a.x0, b.x0), longest{-maxCoord, -maxCoord, -maxCoord, 0}
	// Another line of the column begins where b does; or the URL, or the text after a mark.
	aligned := abs(b.x0-x) <= sameEdge*em || abs(a.x0+l.firstWord(a)-b.x0) <= sameEdge*em
	equal := 0 // lines that end where the line ends
	from, to := l.window(at)
	for i := from; i < to; i++ {
		m := &l.lines[i]
		if int32(i) == at || m.angle != a.angle {
			continue
		}
		begins := abs(m.x0-b.x0) <= sameEdge*em
		if m.block != a.block && !begins && abs(m.x0-a.x0) > sameEdge*em {
			continue
		}
		if e := l.end(m); e <= limit {
			aligned = aligned || int32(i) != a.below && begins
			left = min(left, m.x0)
			ends.add(e)
			if abs(e-end) < sameEdge*em {
				equal++
			}
		}
	}
	others := ends.edge(em)
	right := max(end, others)
	if a.full || l.goesAround(at) || l.width > 0 && a.angle == 0 && abs(l.width-l.left()-end) < ragged*em {
		others = max(others, end)
	}
	c.space, c.sure, c.edge = right-end, others >= end-ragged*em, equal >= edgeLines
	if edge := max(l.cutEdge(a.above), l.cutEdge(at), l.cutEdge(a.below)); edge >= end-2*ragged*em {
		c.space, c.sure = max(edge, end)-end, true
	}
	switch {
	case l.centred(a, b, em):
		c.space = right - left - (end - a.x0)
	case b.x0 > a.x0+sameEdge*em, b.x0 < a.x0-outdent*em:
		c.moved = !aligned
	}
	return c
}

// cutEdge returns where a line and the line below it end if each is one word, and they end at the same
// x: the edge of a narrow column. Otherwise, it returns -maxCoord.
func (l *layout) cutEdge(at int32) float32 {
	if at < 0 || l.lines[at].below < 0 {
		return -maxCoord
	}
	a := &l.lines[at]
	b := &l.lines[a.below]
	ea, eb := l.end(a), l.end(b)
	if abs(ea-eb) > sameEdge*max(a.size, b.size) || l.firstWord(a) < ea-a.x0 || l.firstWord(b) < eb-b.x0 {
		return -maxCoord
	}
	return max(ea, eb)
}

// goesAround reports whether the line above a line ends where the first word of the line would not have
// fitted, as in prose. A line of one word does not show that.
func (l *layout) goesAround(at int32) bool {
	a := &l.lines[at]
	if a.above < 0 {
		return false
	}
	word := l.firstWord(a)
	return word < l.end(a)-a.x0 && l.end(a)-l.end(&l.lines[a.above]) < word
}

// firstWord returns the width of the first word of a line and of the space after it.
func (l *layout) firstWord(ln *line) float32 {
	end := ln.x0
	for k := ln.from; k < ln.to; k++ {
		c := &l.chunks[l.list[k]]
		for i := c.from; i < c.to; i++ {
			g := &l.glyphs[i]
			if g.c <= ' ' || g.x0 > end+wordGap*g.size {
				return max(g.x1, g.x0) - ln.x0
			}
			end = max(end, g.x1)
		}
	}
	return end - ln.x0
}

// longest is the right ends of the three longest of n lines, which are in order.
type longest struct {
	first, second, third float32
	n                    int
}

func (e *longest) add(x float32) {
	e.n++
	switch {
	case x > e.first:
		e.first, e.second, e.third = x, e.first, e.second
	case x > e.second:
		e.second, e.third = x, e.second
	case x > e.third:
		e.third = x
	}
}

// edge returns where the longest line ends. Of many lines, one or two that are much longer than all
// others are rather lines of another column.
func (e *longest) edge(em float32) float32 {
	switch {
	case e.n < manyLines:
	case e.first-e.second > outlier*em:
		return e.second
	case e.second-e.third > outlier*em:
		return e.third
	}
	return e.first
}

// isFar reports whether the line below a line is further from it than the lines of its block are from
// each other; or, if the block has few lines, than other lines of the size are.
func (l *layout) isFar(at int32) bool {
	a := &l.lines[at]
	gap := a.y - l.lines[a.below].y
	least, n := gap, 0
	from, to := l.window(at)
	for _, block := range [...]bool{true, false} {
		for i := from; i < to; i++ {
			m := &l.lines[i]
			if m.below < 0 || int32(i) == at || m.angle != a.angle || m.size < 0.9*a.size || m.size > 1.1*a.size || block != (m.block == a.block) {
				continue
			}
			if d := m.y - l.lines[m.below].y; d >= m.size {
				least = min(least, d)
				n++
			}
		}
		if n >= 3 {
			break
		}
	}
	return gap > farGap*least
}

// window returns the lines near a line.
func (l *layout) window(at int32) (from, to int) {
	return max(0, int(at)-nearColumn), min(len(l.lines), int(at)+nearColumn+1)
}

// neighbour returns where the text begins that is to the right of a line and the one below it, or
// maxCoord. Lines near them do not go on beyond that.
func (l *layout) neighbour(at int32, em float32) float32 {
	a := &l.lines[at]
	right := max(l.end(a), l.end(&l.lines[a.below]))
	from, to := l.window(at)
	near := func(m *line) bool { return m.angle == a.angle && abs(m.y-a.y) < nearRow*em }
	for i := from; i < to; i++ {
		if m := &l.lines[i]; m.block == a.block && near(m) {
			right = max(right, l.end(m))
		}
	}
	limit := float32(maxCoord)
	for i := from; i < to; i++ {
		if m := &l.lines[i]; near(m) && m.block != a.block && m.x0 >= right-0.1*em {
			limit = min(limit, m.x0)
		}
	}
	return limit
}

// left returns where the first of the lines on the left of the page begins.
func (l *layout) left() float32 {
	if l.margin < 0 {
		l.margin = l.width
		for i := range l.lines {
			if m := &l.lines[i]; m.angle == 0 {
				l.margin = max(0, min(l.margin, m.x0))
			}
		}
	}
	return l.margin
}

// centred reports whether two lines have the same centre or the same right end, and do not begin
// at the same x.
func (l *layout) centred(a, b *line, em float32) bool {
	ea, eb := l.end(a), l.end(b)
	return abs(a.x0-b.x0) > em && (abs(a.x0+ea-b.x0-eb) < sameEdge*em || abs(ea-eb) < 0.2*em && b.x0 > a.x0)
}
