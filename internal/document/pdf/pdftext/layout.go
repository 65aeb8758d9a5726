package pdftext

import (
	"cmp"
	"slices"
)

// A chunk is a run of glyphs on a baseline, in the order of the content.
type chunk struct {
	from, to int     // the glyphs
	first    int     // the first sequence that is not in an earlier chunk
	x0, x1   float32 // where it begins and ends
	y, size  float32
	angle    int16
	apart    bool  // a raised or lowered number, which is a word
	cell     bool  // begins where other chunks do, as a cell of a table
	host     int32 // the chunk that apart belongs to
}

// A line is the chunks of a baseline that are near each other: those in chunks[from:to] of
// the layout's list.
type line struct {
	from, to int
	x0, x1   float32
	y, size  float32
	angle    int16
	order    int   // the first chunk in the order of the content
	above    int32 // the line above it in its block, or -1
	below    int32 // the line below it in its block, or -1
	block    int32 // the first line of its block
	full     bool  // pieces of a justified line
}

// layout arranges glyphs in lines and blocks. All lengths are in ems of the text.
type layout struct {
	glyphs    []glyph
	sequences []sequence // those of glyphs
	chunks    []chunk
	seams     []seam    // where chunks may be divided
	starts    []float32 // where chunks begin, sorted
	list      []int32   // the chunks, sorted by lines
	lines     []line
	blocks    []int32 // the first lines of the blocks, in the order in which they are read
	buf       writer
	earlier   []byte  // of the text of earlier pages
	divided   []rune  // the hyphens that hyphenation adds, on this page and earlier ones
	tex       bool    // TeX wrote the file, which adds no hyphens to URLs
	keep      bool    // line breaks are kept: see document.Env
	width     float32 // of the page, or 0 if it is not known
	margin    float32 // where the first of the lines begins, or -1: see left
}

const (
	wordGap  = 0.15 // between words
	lineGap  = 1.5  // at most between words that follow each other in the content
	showGap  = 5    // at most between words that one operator shows
	cellGap  = 0.2  // at least between cells of a table
	pieceGap = 0.7  // at most between pieces of a line that are elsewhere in the content
	stretch  = 15   // at most between words of a justified line
	back     = 0.5  // at most backwards within a chunk
	drift    = 0.12 // of the baseline within a line
	leading  = 2.6  // at most between the baselines of a block
)

// arrange arranges glyphs, which must not change until write.
func (l *layout) arrange(glyphs []glyph, sequences []sequence) {
	l.glyphs, l.sequences, l.margin = glyphs, sequences, -1
	l.split()
	l.divide()
	l.join()
	l.stack()
}

func abs(x float32) float32 {
	if x < 0 {
		return -x
	}
	return x
}

// split divides the glyphs into chunks. A sequence is in the chunk of its first glyph.
func (l *layout) split() {
	l.chunks, l.seams = l.chunks[:0], l.seams[:0]
	var last *glyph
	var c chunk // the last one, which is complete when the next one begins
	for from, to, k := 0, 0, 0; from < len(l.glyphs); from = to {
		first := k
		if to = from + 1; k < len(l.sequences) && int(l.sequences[k].from) == from {
			to = int(l.sequences[k].to)
			k++
		}
		g, end := &l.glyphs[from], &l.glyphs[to-1]
		if last != nil && g.angle == c.angle {
			em := c.size
			if g.size > em {
				em = g.size
			}
			gap, widest := g.x0-c.x1, float32(lineGap)
			if g.show == last.show {
				widest = showGap
			}
			if abs(g.y-c.y) <= drift*em && gap >= -back*em && gap <= widest*em {
				if g.c == last.c && g.c != ' ' && g.x0-last.x0 < 0.2*min(em, last.x1-last.x0) && last.x1-last.x0 > 0.1*em && g.x0 >= last.x0 {
					g.c = 0 // shown twice, as bold
				}
				if gap > cellGap*em && (g.show != last.show || gap > lineGap*em) {
					l.seams = append(l.seams, seam{len(l.chunks), from, first})
				}
				if end.x1 > c.x1 {
					c.x1 = end.x1
				}
				c.size, last = em, end
				continue
			}
		}
		if last != nil {
			c.to = from
			l.chunks = append(l.chunks, c)
		}
		c = chunk{from: from, first: first, x0: g.x0, x1: max(g.x0, end.x1), y: g.y, size: g.size, angle: g.angle, host: -1}
		last = end
	}
	if last != nil {
		c.to = len(l.glyphs)
		l.chunks = append(l.chunks, c)
	}
	for i := range l.chunks {
		if i > 0 && l.raise(i, i-1) || i+1 < len(l.chunks) && l.raise(i, i+1) {
			continue
		}
	}
}

// raise lets chunk i be on the baseline of its neighbour if it is a short text that is raised
// or lowered.
func (l *layout) raise(i, neighbour int) bool {
	c, host := &l.chunks[i], &l.chunks[neighbour]
	em := host.size
	mark := c.to-c.from == 1 && (asciiVariant(l.glyphs[c.from].c) == '~' || l.glyphs[c.from].c == '_') // TeX moves these
	if c.angle != host.angle || host.host >= 0 || c.to-c.from > 8 || !mark && (c.size > 0.9*em || c.to-c.from >= host.to-host.from) {
		return false
	}
	if d := abs(c.y - host.y); d <= drift*em || d > 0.75*em {
		return false
	}
	if before, after := c.x0-host.x1, host.x0-c.x1; neighbour < i && abs(before) > 0.4*em || neighbour > i && abs(after) > 0.4*em {
		return false
	}
	c.host, c.apart = int32(neighbour), !mark
	c.y, c.size = host.y, host.size
	return true
}

// join sorts the chunks by baselines, and joins those that are near each other to lines.
func (l *layout) join() {
	l.list, l.lines = l.list[:0], l.lines[:0]
	for i := range l.chunks {
		l.list = append(l.list, int32(i))
	}
	slices.SortFunc(l.list, func(i, j int32) int {
		a, b := &l.chunks[i], &l.chunks[j]
		return cmp.Or(cmp.Compare(a.angle, b.angle), cmp.Compare(b.y, a.y), cmp.Compare(i, j))
	})
	for from := 0; from < len(l.list); {
		first := &l.chunks[l.list[from]]
		to := from + 1
		for ; to < len(l.list); to++ {
			c := &l.chunks[l.list[to]]
			if c.angle != first.angle || first.y-c.y > drift*min(first.size, c.size) {
				break
			}
		}
		l.row(from, to)
		from = to
	}
	l.justify()
}

// justify joins pieces of lines that follow each other in the content, if the line above or
// below them goes through the gap between them. A justified line that a URL does not fit in
// has such gaps; columns have no line that goes through.
func (l *layout) justify() {
	n := 0 // lines that have been joined
	for k := range l.lines {
		if n > 0 {
			a, b := &l.lines[n-1], &l.lines[k]
			if a.to == b.from && a.angle == b.angle && b.order == int(l.list[a.to-1])+1 && !l.chunks[b.order].cell && b.x0 > a.x1 && b.x0-a.x1 < stretch*max(a.size, b.size) && l.through(a, b, n-1, k) {
				a.to, a.x1, a.size, a.order, a.full = b.to, b.x1, max(a.size, b.size), min(a.order, b.order), true
				continue
			}
		}
		l.lines[n] = l.lines[k]
		n++
	}
	l.lines = l.lines[:n]
}

// nearLines is the number of lines above or below another that are examined.
const nearLines = 16

// through reports whether a line goes through the gap between a and b: one of those before
// lines[above], or after lines[below].
func (l *layout) through(a, b *line, above, below int) bool {
	em := max(a.size, b.size)
	near := func(ln *line) bool { return ln.angle == a.angle && abs(ln.y-a.y) <= leading*em }
	over := func(ln *line) bool {
		return abs(ln.y-a.y) > 0.5*em && ln.x0 < a.x1-em && ln.x1 > b.x0+em && ln.size < 1.2*em && ln.size > 0.8*em
	}
	for i := below + 1; i < len(l.lines) && i <= below+nearLines && near(&l.lines[i]); i++ {
		if over(&l.lines[i]) {
			return true
		}
	}
	for i := above - 1; i >= 0 && i >= above-nearLines && near(&l.lines[i]); i-- {
		if over(&l.lines[i]) {
			return true
		}
	}
	return false
}

// row makes lines of the chunks in list[from:to], which have the same baseline.
func (l *layout) row(from, to int) {
	slices.SortFunc(l.list[from:to], func(i, j int32) int {
		return cmp.Or(cmp.Compare(l.chunks[i].x0, l.chunks[j].x0), cmp.Compare(i, j))
	})
	last := int32(-1)
	for k := from; k < to; k++ {
		i := l.list[k]
		c := &l.chunks[i]
		if last >= 0 {
			ln, p := &l.lines[len(l.lines)-1], &l.chunks[last]
			gap, em := c.x0-ln.x1, max(c.size, p.size)
			near := (gap <= pieceGap*em || i == last+1 && gap <= lineGap*em) && !(c.cell && gap > cellGap*em && !l.isMark(p.from, p.to))
			if near && gap < -back*em && l.same(p, c) {
				c.to = c.from // shown twice
			} else if gap < -back*em && !c.apart && !p.apart {
				near = false
			}
			if near {
				ln.to, ln.x1, ln.size = k+1, max(ln.x1, c.x1), max(ln.size, c.size)
				ln.order = min(ln.order, int(i))
				last = i
				continue
			}
		}
		if l.isBlank(c) {
			continue
		}
		l.lines = append(l.lines, line{k, k + 1, c.x0, c.x1, c.y, c.size, c.angle, int(i), -1, -1, -1, false})
		last = i
	}
}

// isBlank reports whether a chunk is white space, which is no line. Word processors show some at the marks of
// items.
func (l *layout) isBlank(c *chunk) bool {
	for i := c.from; i < c.to; i++ {
		if l.glyphs[i].c > ' ' {
			return false
		}
	}
	return true
}

// same reports whether two chunks have the same text in the same place.
func (l *layout) same(a, b *chunk) bool {
	if a.to-a.from != b.to-b.from || abs(a.x0-b.x0) > 0.2*a.size {
		return false
	}
	for i := range a.to - a.from {
		if l.glyphs[a.from+i].c != l.glyphs[b.from+i].c {
			return false
		}
	}
	return true
}

// columns is the number of vertical stripes of the page in which the line above is looked up.
const columns = 64

// stack finds the lines that follow each other in a block: each is the nearest one below the
// other, and they share a part of their width.
func (l *layout) stack() {
	var stripes [columns]int32
	var left, width float32
	angle := int16(-1)
	for i := range l.lines {
		ln := &l.lines[i]
		ln.block = int32(i)
		if ln.angle != angle {
			angle = ln.angle
			left, width = ln.x0, 1
			right := ln.x1
			for j := i; j < len(l.lines) && l.lines[j].angle == angle; j++ {
				left, right = min(left, l.lines[j].x0), max(right, l.lines[j].x1)
			}
			width = max(right-left, 1)
			for k := range stripes {
				stripes[k] = -1
			}
		}
		from := min(max(int((ln.x0-left)/width*columns), 0), columns-1)
		to := min(max(int((ln.x1-left)/width*columns), from), columns-1)
		above := int32(-1)
		under := stripes[from : to+1]
		for k, j := range under {
			if j != above && j >= 0 && (above < 0 || l.lines[j].y < l.lines[above].y || l.lines[j].y == l.lines[above].y && l.lines[j].order < l.lines[above].order) {
				above = j
			}
			under[k] = int32(i)
		}
		if above < 0 {
			continue
		}
		a := &l.lines[above]
		overlap := min(a.x1, ln.x1) - max(a.x0, ln.x0)
		if a.below < 0 && a.y-ln.y <= leading*max(a.size, ln.size) && overlap > 0.3*min(a.x1-a.x0, ln.x1-ln.x0) {
			a.below, ln.above, ln.block = int32(i), above, a.block
		}
	}
	l.blocks = l.blocks[:0]
	for i := range l.lines {
		if l.lines[i].above < 0 {
			first := l.lines[i].order
			for j := l.lines[i].below; j >= 0; j = l.lines[j].below {
				first = min(first, l.lines[j].order)
			}
			l.lines[i].order = first
			l.blocks = append(l.blocks, int32(i))
		}
	}
	slices.SortFunc(l.blocks, func(i, j int32) int {
		return cmp.Or(cmp.Compare(l.lines[i].order, l.lines[j].order), cmp.Compare(i, j))
	})
}
