package pdftext

import (
	"slices"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A seam is a place in a chunk where another operator goes on after a gap.
type seam struct {
	chunk int // before chunks are divided
	glyph int // the first one after the gap
	first int // the first sequence that does not begin before the glyph
}

// sameStart is at most between the left ends of the cells of a column, in ems.
const sameStart = 0.1

const (
	cellRows  = 2   // other chunks that begin at the x of a cell
	nearRows  = 4   // the same for a cell that is as near as a word
	nearWords = 0.4 // at most between words, in ems
)

// divide divides chunks that go on from one cell of a table to the next: where two other chunks
// or more begin at the x of a seam.
func (l *layout) divide() {
	l.starts = l.starts[:0]
	for i := range l.chunks {
		l.starts = append(l.starts, l.chunks[i].x0)
	}
	slices.Sort(l.starts)
	for i := range l.chunks {
		c := &l.chunks[i]
		c.cell = c.host < 0 && isEdge(l.starts, c.x0, c.size, cellRows+1)
	}
	n := 0
	for _, s := range l.seams {
		if l.isCell(&s) {
			l.seams[n] = s
			n++
		}
	}
	if n > 0 {
		l.cut(l.seams[:n])
	}
}

// isCell reports whether a cell begins at a seam: at least cellRows other chunks begin there, and
// more if the seam is no wider than the space between words. An item begins after its mark, and is
// no cell.
func (l *layout) isCell(s *seam) bool {
	g := &l.glyphs[s.glyph]
	if l.isMark(l.chunks[s.chunk].from, s.glyph) {
		return false
	}
	gap, rows := g.x0-l.glyphs[s.glyph-1].x1, cellRows
	if gap < nearWords*g.size {
		rows = nearRows
	}
	return isEdge(l.starts, g.x0, g.size, rows)
}

// maxMark is the number of characters of the mark of a note or an item, such as "[12]".
const maxMark = 5

// isMark reports whether glyphs are the mark of a note or an item: a few characters without letters.
func (l *layout) isMark(from, to int) bool {
	n := 0
	for i := from; i < to; i++ {
		if c := l.glyphs[i].c; c > ' ' {
			n++
		}
		if n > maxMark || ascii.IsRune(l.glyphs[i].c, ascii.Alpha) {
			return false
		}
	}
	return true
}

// isEdge reports whether n of the edges or more are at x.
func isEdge(edges []float32, x, size float32, n int) bool {
	i, _ := slices.BinarySearch(edges, x-sameStart*size)
	return i+n <= len(edges) && edges[i+n-1] <= x+sameStart*size
}

// cut divides chunks at seams.
func (l *layout) cut(seams []seam) {
	old := slices.Clone(l.chunks)
	moved := make([]int32, len(old)) // the new index of each chunk
	l.chunks = l.chunks[:0]
	for i := range old {
		c := old[i]
		moved[i] = int32(len(l.chunks))
		for len(seams) > 0 && seams[0].chunk == i {
			s := seams[0]
			seams = seams[1:]
			head := c
			head.to, head.x1 = s.glyph, l.glyphs[s.glyph-1].x1
			l.chunks = append(l.chunks, head)
			c.from, c.first, c.x0, c.cell = s.glyph, s.first, l.glyphs[s.glyph].x0, true
		}
		l.chunks = append(l.chunks, c)
	}
	for i := range l.chunks {
		if c := &l.chunks[i]; c.host >= 0 {
			c.host = moved[c.host]
		}
	}
}
