package ooxml

import (
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A workbook reads the cells of a workbook of Excel 2003 in XML (XML Spreadsheet Reference), and everything else
// as a content does.
type workbook struct {
	*content
	name     string // of the sheet
	row, col int    // of the cell, from 0
	across   int    // the number of columns to its right that it covers

	cell int // the depth of the cell that is open, or 0
	data int // that of its text, or of that of its comment
	text []byte

	target, formula string // of the cell
}

// Step implements [members.Source].
func (b *workbook) Step() bool {
	switch k := b.s.Next(); k {
	case markup.Start:
		switch string(b.s.Name) {
		case "Worksheet":
			b.name, b.row = strings.ToValidUTF8(string(b.s.Attr("Name")), "\uFFFD"), -1
		case "Row":
			b.row, b.col, b.across = b.index(b.row+1), -1, 0
		case "Cell":
			b.startCell()
			return true
		case "Data":
			if b.cell > 0 && b.data == 0 {
				b.data, b.text = b.s.Depth, b.text[:0]
			}
			return true
		}
		return b.token(k)
	case markup.End:
		switch b.s.Depth {
		case b.data:
			b.data = 0
			b.endText()
		case b.cell:
			b.endCell()
		}
		return b.token(k)
	case markup.Text:
		if b.data == 0 {
			return b.token(k)
		}
		if b.text = append(b.text, b.s.Text...); len(b.text) > maxLine {
			b.w.Line(b.text)
			b.text = b.text[:0]
		}
		return true
	default:
		if b.data > 0 {
			b.text = b.uncut(b.text)
		}
		b.endCell()
		return b.token(k)
	}
}

// index returns the index of a row or a cell, from 0, which is next if the element does not have one.
func (b *workbook) index(next int) int {
	if n, err := strconv.Atoi(string(b.s.Attr("Index"))); err == nil && n > 0 {
		return n - 1
	}
	return next
}

func (b *workbook) startCell() {
	b.endCell()
	b.col = b.index(b.col + b.across + 1)
	b.across, _ = strconv.Atoi(string(b.s.Attr("MergeAcross")))
	b.across = min(max(b.across, 0), 1<<14)
	b.cell, b.data = b.s.Depth, 0
	b.target, b.formula = string(b.s.Attr("HRef")), strings.TrimPrefix(string(b.s.Attr("Formula")), "=")
	b.w.Flush()
	b.w.Place.Cell = richtext.Cell(b.name, b.col, max(0, b.row))
	if tip := b.s.Attr("HRefScreenTip"); richtext.HasURL(tip) {
		b.w.Line(tip)
	}
}

// endText adds the text of a cell, of which the first one is the label of the link.
func (b *workbook) endText() {
	first := b.w.Formula([]byte(b.formula), string(b.text))
	if b.formula = ""; b.target != "" {
		b.w.Target(richtext.Link{Target: b.target, Relation: "hyperlink"}, string(b.text))
		first, b.target = b.target, ""
	}
	if richtext.MayHold(b.text) && (first == "" || !document.Agrees(string(b.text), first)) {
		b.w.Line(b.text)
	}
	b.text = b.text[:0]
}

// endCell ends the cell that is open.
func (b *workbook) endCell() {
	if b.cell == 0 {
		return
	}
	if len(b.text) > 0 || b.target != "" || b.formula != "" { // the cell has no text, or is cut off
		b.endText()
	}
	b.cell, b.data = 0, 0
	b.w.Flush()
	b.w.Place.Cell = ""
}
