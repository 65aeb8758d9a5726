package ooxml

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A sheetReader reads the cells of a sheet (ECMA-376 part 1, 18.3.1.73), and everything
// else as a content does. A cell is a separate text if it may have a URL.
type sheetReader struct {
	*content
	t     *shared
	name  string
	links map[string]*cellLink // by cell

	inCell   bool
	part     byte   // of the cell: 'v' value, 'f' formula; 0 neither
	phonetic int    // the depth of a phonetic run, or 0
	row, col int    // of the cell, from 0
	ref      []byte // its name
	kind     []byte // its type
	value    []byte
	formula  []byte
}

// A cellLink is the link of a cell.
type cellLink struct {
	id       string
	location string // the fragment
	display  string
	used     bool
}

// maxCellLinks is the number of links that are found before their cells are read. A
// workbook of Excel has no more than 65,530 in a sheet.
const maxCellLinks = 1 << 17

// newSheet returns a reader of a sheet. The links of cells come after the cells: if there
// are any, the member is read twice.
func newSheet(r *reader, c *content, name string) *sheetReader {
	s := &sheetReader{content: c, t: &r.strings, name: name, links: map[string]*cellLink{}}
	c.sheet = name
	if r.rels.hasLinks() {
		for k := c.s.Next(); k != markup.EOF && len(s.links) < maxCellLinks; k = c.s.Next() {
			if k == markup.Start && string(c.s.Name) == "hyperlink" {
				id := string(c.identifier())
				if rel := r.rels.byID[id]; rel != nil && rel.external {
					s.links[cellName(c.s.Attr("ref"))] = &cellLink{id: id, location: string(c.s.Attr("location")), display: string(c.s.Attr("display"))}
				}
			}
		}
		if in := r.a.Reader(&r.a.Members[r.m]); in != nil {
			c.s = markup.New(in)
		}
	}
	return s
}

// Step reads a token.
func (s *sheetReader) Step() bool {
	k := s.s.Next()
	switch k {
	case markup.Start:
		switch name := s.s.Name; {
		case s.inCell:
			s.startInCell(name)
			return true
		case string(name) == "c":
			s.startCell()
			return true
		case string(name) == "row":
			s.startRow()
		case string(name) == "hyperlink":
			s.hyperlink()
			return true
		}
	case markup.End:
		if s.inCell {
			s.part = 0
			if s.s.Depth <= s.phonetic {
				s.phonetic = 0
			}
			if string(s.s.Name) == "c" || string(s.s.Name) == "row" || string(s.s.Name) == "sheetData" {
				s.inCell = false
				s.endCell()
			}
			if string(s.s.Name) != "row" {
				return true
			}
		}
	case markup.Text:
		if s.inCell {
			s.textInCell(s.s.Text)
			return true
		}
	case markup.EOF:
		if s.inCell {
			if string(s.kind) != "s" {
				s.value = s.uncut(s.value)
			}
			s.formula = s.uncut(s.formula)
			s.endCell()
		}
	}
	return s.token(k)
}

func (s *sheetReader) startRow() {
	s.row++
	s.col = -1
	if r, err := strconv.Atoi(string(s.s.Attr("r"))); err == nil && r > 0 {
		s.row = r
	}
}

func (s *sheetReader) startCell() {
	s.inCell, s.part, s.phonetic = true, 0, 0
	s.value, s.formula = s.value[:0], s.formula[:0]
	s.ref, s.kind = s.ref[:0], s.kind[:0]
	s.col++
	for i := range s.s.Attrs {
		switch a := &s.s.Attrs[i]; {
		case len(a.Name) != 1 || len(a.Prefix) > 0:
		case a.Name[0] == 'r':
			s.ref = append(s.ref, a.Value...)
			s.col = columnOf(a.Value)
		case a.Name[0] == 't':
			s.kind = append(s.kind, a.Value...)
		}
	}
}

func (s *sheetReader) startInCell(name []byte) {
	s.part = 0
	switch string(name) {
	case "rPh":
		s.phonetic = s.s.Depth
	case "v", "t":
		if s.phonetic == 0 {
			s.part = 'v'
		}
	case "f":
		s.part = 'f'
	case "vertAlign":
		if inherited.with(s.s) == isRaised {
			s.value = append(s.value, ' ')
		}
	}
}

func (s *sheetReader) textInCell(text []byte) {
	switch s.part {
	case 'v':
		s.value = append(s.value, text...)
		if len(s.value) > maxLine {
			s.place()
			s.w.Line(s.value)
			s.value = s.value[:0]
		}
	case 'f':
		s.formula = append(s.formula, text...)
		if len(s.formula) > maxLine {
			s.w.Line(s.formula)
			s.formula = s.formula[:0]
		}
	}
}

// place sets the place to the cell.
func (s *sheetReader) place() {
	s.w.Flush()
	if len(s.ref) == 0 {
		s.w.Place.Cell = richtext.Cell(s.name, s.col, max(1, s.row)-1)
	} else {
		s.w.Place.Cell = s.name + "!" + cellName(s.ref)
	}
}

// endCell adds the text, the formula and the link of a cell.
func (s *sheetReader) endCell() {
	text := s.value
	repeat := false
	switch string(s.kind) {
	case "s":
		text, repeat = s.t.use(text)
	case "str", "inlineStr":
		text = unescape(text)
	case "", "n", "b", "e", "d":
		if len(s.formula) == 0 && len(s.links) == 0 {
			return
		}
	}
	var link *cellLink
	if len(s.links) > 0 {
		link = s.links[string(s.ref)]
	}
	may := richtext.MayHold(text)
	if link == nil && len(s.formula) == 0 && !may {
		return
	}
	if repeat && !s.env.Budget.Take(int64(len(text))) {
		return
	}
	s.place()
	first := s.w.Formula(s.formula, string(text))
	if link != nil && !link.used {
		if l, ok := s.rels.link([]byte(link.id)); ok {
			link.used = true
			label := string(text)
			if label == "" {
				label = link.display
			}
			l.Target = withFragment(l.Target, link.location)
			s.w.Target(l, label)
			if first == "" {
				first = l.Target
			}
		}
	}
	if may && (first == "" || !document.Agrees(string(text), first)) && (len(s.kind) > 0 && s.kind[0] != 'n') {
		s.w.Line(text)
	}
	s.w.Flush()
	s.w.Place.Cell = s.name
}

// hyperlink reads a link of cells, unless its cell has been read.
func (s *sheetReader) hyperlink() {
	ref := cellName(s.s.Attr("ref"))
	s.w.Flush()
	s.w.Place.Cell = s.name + "!" + ref
	if l := s.links[ref]; l == nil || !l.used {
		if l, ok := s.rels.link(s.identifier()); ok {
			l.Target = withFragment(l.Target, string(s.s.Attr("location")))
			s.w.Target(l, string(s.s.Attr("display")))
		} else if v := s.s.Attr("display"); richtext.HasURL(v) {
			s.w.Line(v)
		}
	}
	s.describe()
	s.w.Flush()
	s.w.Place.Cell = s.name
}

// withFragment returns the target of a link with the location in it, which is a fragment.
func withFragment(target, location string) string {
	if location == "" || strings.Contains(target, "#") {
		return target
	}
	return target + "#" + location
}

// describe adds the text that is shown near a link.
func (s *sheetReader) describe() {
	if v := s.s.Attr("tooltip"); richtext.HasURL(v) {
		s.w.Line(v)
	}
}

// cellName returns the first cell of a reference, as "B7" of "$B$7:C9".
func cellName(ref []byte) string {
	ref, _, _ = bytes.Cut(ref, []byte(":"))
	ref, _, _ = bytes.Cut(ref, []byte(" "))
	const longest = 16
	return strings.ToValidUTF8(string(bytes.ReplaceAll(ref[:min(len(ref), longest)], []byte("$"), nil)), "\uFFFD")
}

// columnOf returns the column of a cell's name, from 0.
func columnOf(ref []byte) int {
	n := 0
	for _, c := range ref[:min(len(ref), 4)] {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			break
		}
		n = n*26 + int(c|0x20-'a') + 1
	}
	return n - 1
}

// unescape decodes the characters that a string has as "_xHHHH_" (ECMA-376 part 1, 22.9.2.19).
func unescape(text []byte) []byte {
	const length = len("_x000D_")
	if !bytes.Contains(text, []byte("_x")) {
		return text
	}
	var b []byte
	for i := 0; i < len(text); {
		if len(text)-i >= length && text[i] == '_' && text[i+1] == 'x' && text[i+length-1] == '_' {
			if n, err := strconv.ParseUint(string(text[i+2:i+6]), 16, 16); err == nil && n > 0 {
				b = utf8.AppendRune(b, rune(n))
				i += length
				continue
			}
		}
		b = append(b, text[i])
		i++
	}
	return b
}
