package mailbox

import (
	"sort"

	"github.com/urlgrep/urlgrep/internal/htmltext"
)

// A Line is a line of an HTML document as a browser shows it.
type Line struct {
	htmltext.Line
	Document int64 // number of the document: see Document
}

// lineQueue has lines of HTML documents that Reader.Line has not returned, or has returned
// last.
type lineQueue struct {
	lines    []Line
	head     int  // index of the first line
	returned bool // the first line has been returned
}

// isEmpty reports whether there is no line.
func (q *lineQueue) isEmpty() bool { return q.head == len(q.lines) }

// push adds a line.
func (q *lineQueue) push(l Line) {
	if q.head > len(q.lines)/2 {
		q.lines, q.head = q.lines[:copy(q.lines, q.lines[q.head:])], 0
	}
	q.lines = append(q.lines, l)
}

// pop removes the first line.
func (q *lineQueue) pop() htmltext.Line {
	l := q.lines[q.head].Line
	q.head, q.returned = q.head+1, false
	if q.isEmpty() {
		q.lines, q.head = q.lines[:0], 0
	}
	return l
}

// render moves the lines that the decoder of HTML has built to the queue of the Reader.
func (b *body) render() {
	m := &b.stream.markup
	for i := range m.Lines {
		l := &m.Lines[i]
		b.placeLine(l)
		b.shared.rendered.push(Line{*l, b.serial})
	}
	m.Lines = m.Lines[:0]
	if l := m.OpenLine(); l != nil {
		// As long as their places are known.
		b.placeLine(l)
		if at, out, ok := l.LastBlank(); ok {
			offset, number := b.place(out)
			l.PlaceBlank(at, offset, number)
		}
	}
}

// placeLine sets the place of a line.
func (b *body) placeLine(l *htmltext.Line) {
	if !l.IsPlaced {
		l.Offset, l.Number = b.place(l.From)
		l.IsPlaced = true
	}
}

// place returns the place of byte i of the text; -1 is before the first byte.
func (b *body) place(i int64) (offset, number int64) {
	if i < 0 {
		return b.began.offset, b.began.line
	}
	return b.start(i), b.lineOf(i)
}

// IsRendered reports whether the segment is part of an HTML document with lines: see
// Line.
func (r *Reader) IsRendered() bool {
	s := &r.innermost().body.stream
	return r.set.Lines && s.last == &s.markup && s.markup.Renders
}

// Line returns the next line of an HTML document that is complete before byte i of the segment's
// text, or that is of a document before the segment, or nil if there is none. The line is
// valid until the next call of Next or Line.
func (r *Reader) Line(i int64) *Line {
	q, in := &r.shared.rendered, r.innermost()
	if q.returned {
		in.body.stream.markup.Reuse(q.pop())
	}
	if q.isEmpty() {
		return nil
	}
	l := &q.lines[q.head]
	if r.state != atEnd && l.Document == in.body.serial && l.Done > in.segment.at+i {
		return nil
	}
	q.returned = true
	return l
}

// NextLine returns the line that Line returns next, or its beginning if it is not complete
// yet, nil if no text of a line has been read. It is valid until the next call of Next, Read
// or Line.
func (r *Reader) NextLine() *Line {
	q := &r.shared.rendered
	i := q.head
	if q.returned {
		i++
	}
	if i < len(q.lines) {
		return &q.lines[i]
	}
	b := &r.innermost().body
	if b.stream.last != &b.stream.markup {
		return nil
	}
	if l := b.stream.markup.OpenLine(); l != nil {
		return &Line{*l, b.serial}
	}
	return nil
}

// Document returns the number of the document that the segment is part of. Numbers are in
// the order of the input.
func (r *Reader) Document() int64 { return r.innermost().body.serial }

// TextOffset returns the offset of byte i of the segment's text in the output of the
// decoder of HTML: see htmltext.Line.Span.
func (r *Reader) TextOffset(i int64) int64 { return r.innermost().segment.at + i }

// Shows reports whether byte i of the segment's text is in a line of the HTML document.
func (r *Reader) Shows(i int64) bool {
	in := r.innermost()
	out := in.segment.at + i
	q := r.shared.rendered.lines[r.shared.rendered.head:]
	if k := sort.Search(len(q), func(k int) bool { return q[k].Document == in.body.serial && q[k].To > out }); k < len(q) {
		return q[k].Has(out)
	}
	l := in.body.stream.markup.OpenLine()
	return l != nil && l.Has(out)
}
