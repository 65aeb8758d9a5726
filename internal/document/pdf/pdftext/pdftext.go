// Package pdftext reads the text of the pages of PDF (ISO 32000-2, clause 9) for the URLs in
// it.
//
// # Terms
//
// A glyph is a character with its place on the page. A sequence is glyphs of a string with
// nothing between them, which the layout treats as one. A chunk is a run of glyphs on a
// baseline that are shown one after the other. A line is the chunks of a baseline that are
// near each other; a line of a column is not one of its neighbour. A block is lines below
// each other. A cell begins where other chunks begin at the same x; a line does not go on in the
// next cell. A column is the lines of a block, and all others that begin at their x: its right edge
// is where the longest of them ends. A link is what package pdf knows of an annotation.
//
// # Flow
//
// [Reader.Page] interprets the content of a page (content.go) and collects glyphs, whose
// characters and widths are those of a font (font.go, cmap.go). When there are enough, or at
// the end of the page, it arranges them in chunks, cells, lines and blocks (layout.go, cells.go),
// compares the text of links with their targets (link.go), and writes the text (text.go). Where a
// line ends with a URL, it measures the column (column.go), looks up the word that a hyphen divides
// (hyphen.go), and asks package join whether the URL goes on in the next line (rejoin.go).
//
// # The text
//
// Text is in the order of the content, except that pieces of a line are joined, and the lines
// of a block follow each other. A blank line ends a block. Ligatures are written as their
// letters. In a word with "://", variants of "~", "-" and "/" are written in ASCII. A URL
// that goes on with the next line, as package join decides, is written without the line break
// unless Env.KeepBreaks is set: only if the line reaches the edge of its column, the style goes on,
// and the next word looks like the rest of the URL; or a link says so. A line break after a hyphen
// of the URL is left for the caller, which knows what to do with the hyphen. Raised and lowered numbers are words. The
// text of a link that is its target is left out, because the target itself is a match.
//
// # Limits
//
// The decoded bytes and the characters of a font count in the Budget. A page uses at most half
// of what is left, and the text ends when the budget does. A piece of a page has
// at most maxGlyphs glyphs; the layout takes a time linear in their number, but for sorting.
package pdftext

import (
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

// A Link is an annotation of a page with a target. A link that is broken over lines has
// several rectangles, or is several annotations with the same target.
type Link struct {
	Rects  [][4]float64 // in the default user space: left, bottom, right, top, in any order
	Target string       // Page removes spaces that the text does not have
	ID     int          // chosen by the caller

	// Page sets these.
	Label    string // the text of the page within Rects
	LabelCut bool
	Joined   bool // the Link continues an earlier one of the page: it is no match

	order int // of its text on the page, from 1; 0 if it has none
}

// A Text is a piece of the text of a page.
type Text struct {
	Content []byte         // UTF-8, lines end in LF
	Range   document.Range // the content streams of the page
}

// A Reader reads the text of the pages of one file. It keeps the fonts.
type Reader struct {
	f      *object.File
	budget *document.Budget
	fonts  int                  // fonts that have been loaded
	cache  map[object.Ref]*font // the last of them

	content content
	layout  layout
	links   linkIndex
	out     []byte
	span    document.Range
	floor   int64 // bytes of the budget that the page leaves
	ended   bool
}

const (
	maxGlyphs = 1 << 16 // glyphs that are arranged at once
	maxFonts  = 128     // fonts that are kept
	maxOut    = 1 << 20 // bytes of text after which the rest of a page is another piece
)

// New returns a Reader of f.
func New(f *object.File) *Reader {
	env := f.Env()
	r := &Reader{f: f, budget: env.Budget, cache: map[object.Ref]*font{}, layout: layout{keep: env.KeepBreaks}, ended: true}
	r.layout.setProgram(f)
	return r
}

// Page begins to read a page, whose text the looks of annotations follow. It sets the labels of links, and sorts them in the order in
// which they are read: those with text first. Of a page with more than maxOut bytes of text,
// it knows only the links in the first ones.
func (r *Reader) Page(p *object.Page, links []Link, looks []Appearance) {
	r.out, r.ended, r.floor = r.out[:0], r.f.Short(), r.budget.Left()/2
	r.span = document.Range{}
	for i, s := range p.Contents {
		if i == 0 {
			r.span = s.Range
		}
		r.span.From, r.span.To = min(r.span.From, s.Range.From), max(r.span.To, s.Range.To)
	}
	r.layout.width = pageWidth(r.f, p)
	r.links.reset(links)
	r.content.reset(r, p, looks)
	r.fill()
	r.links.finish()
}

// pageWidth returns the width of a page whose left edge is at 0, or 0.
func pageWidth(f *object.File, p *object.Page) float32 {
	if len(p.MediaBox) < 4 || p.Rotate != 0 {
		return 0
	}
	left, _ := f.Number(p.MediaBox[0])
	right, _ := f.Number(p.MediaBox[2])
	if left != 0 || !(right > 0 && right < maxCoord) {
		return 0
	}
	return float32(right)
}

// fill reads until out is full, or the page ends.
func (r *Reader) fill() {
	r.f.Floor = r.floor
	defer func() { r.f.Floor = 0 }()
	for !r.ended && len(r.out) < maxOut {
		r.ended = !r.content.run(maxGlyphs)
		r.layout.arrange(r.content.glyphs, r.content.sequences)
		r.out = r.layout.write(r.out, &r.links)
		r.content.cut(0)
	}
}

// Next returns the next piece of the text of the page, or false. Its content is valid until
// the next call.
func (r *Reader) Next() (Text, bool) {
	if len(r.out) == 0 {
		r.fill()
	}
	if len(r.out) == 0 {
		return Text{}, false
	}
	text := r.out
	r.out = r.out[len(r.out):]
	return Text{text, r.span}, true
}
