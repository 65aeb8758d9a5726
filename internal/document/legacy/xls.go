package legacy

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/link"
	"github.com/urlgrep/urlgrep/internal/document/officecrypt"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

const (
	maxShared = 16 << 20 // bytes of shared strings that are held
	funcLink  = 0x167    // the function HYPERLINK ([MS-XLS] 2.5.198.17)
)

// An xls reads a .xls of Excel 5 (BIFF5) to 2003 (BIFF8).
type xls struct {
	r     *reader
	st    *cfb.Stream
	recs  *records
	old   bool             // BIFF5
	page  int              // the code page of BIFF5
	names map[int64]string // of the sheets, by the offset of their first records
	sheet string
	links map[cell][]link.Hyperlink // of all sheets
	notes map[object]cell           // the cells of comments

	shared map[int]string // those that may have a URL
	used   map[int]bool
	size   int // of shared

	object  object // the last one: its text follows
	shape   string // the cell of the last shape, or the sheet
	formula cell   // the last one: its text follows
	linked  string
	bofs    int
}

// A cell is a cell of the sheet whose first record has an offset.
type cell struct {
	sheet    int64
	row, col int
}

// An object is a shape, such as a comment, of the sheet whose first record has an offset.
type object struct {
	sheet int64
	id    uint16
}

func openXLS(r *reader, i int) source {
	x := &xls{r: r, st: r.f.Open(i), page: 1252, names: map[int64]string{}, links: map[cell][]link.Hyperlink{}, notes: map[object]cell{}, shared: map[int]string{}, used: map[int]bool{}}
	if r.f.Entries[i].Name == "Book" && r.f.Child(r.f.Entries[i].Parent, "Workbook") >= 0 {
		return once{} // the same for Excel 5
	}
	x.recs = newRecords(x.st)
	if !x.first(i) {
		return once{}
	}
	decrypt := x.recs.decrypt
	x.recs = newRecords(x.st)
	x.recs.decrypt = decrypt
	return x
}

// unlock makes the records that follow decrypted, for the entry i, with the parameters in the record FilePass ([MS-XLS]
// 2.4.117). It returns false if that is not possible, and has noted why.
func (x *xls) unlock(i int) bool {
	const rc4, blockSize = 1, 1024
	p := x.recs.body
	if len(p) < 2 || binary.LittleEndian.Uint16(p) != rc4 {
		x.r.env.Note(document.Encrypted, x.r.f.Entries[i].Path)
		return false
	}
	c := x.r.unlockRC4(i, slices.Clone(p[2:]), officecrypt.UsualExcel)
	x.recs.decrypt = func(p []byte, at int64) { c.DecryptBlocks(p, at, blockSize) }
	return c != nil
}

// first reads the links, and the cells of comments, which are after what they belong to. It returns false if
// the workbook, which is the entry i, is encrypted and cannot be read.
func (x *xls) first(i int) bool {
	le := binary.LittleEndian
	sheet, depth := int64(0), 0
	for x.recs.next() {
		switch x.recs.kind {
		case recBOF:
			if depth++; depth == 1 {
				sheet = x.recs.at
			}
		case recEOF:
			depth = max(0, depth-1)
		case recFilePass:
			if !x.unlock(i) {
				return false
			}
		case recNote: // [MS-XLS] 2.4.179; another one in Excel 5
			if p := x.recs.body; len(p) >= 8 && x.r.object() {
				x.notes[object{sheet, le.Uint16(p[6:])}] = cell{sheet, int(le.Uint16(p)), int(le.Uint16(p[2:]))}
			}
		case recLink:
			for x.recs.more() {
			}
			p := x.recs.body
			if len(p) < 24 || !x.r.object() {
				continue
			}
			c := cell{sheet, int(le.Uint16(p)), int(le.Uint16(p[4:]))}
			h := link.ParseHyperlink(p[24:])
			if h.Target != "" && x.r.take(int64(len(h.Target))) {
				x.links[c] = append(x.links[c], h)
			}
		}
	}
	return true
}

// step implements source. It reads records until there is a part.
func (x *xls) step() bool {
	for !x.r.w.Ready() && !x.r.stopped {
		if !x.recs.next() {
			x.end()
			if x.recs.err == document.ErrTooMuch {
				x.r.stop(document.TooMuch)
			}
			return false
		}
		x.record()
	}
	return true
}

// record reads a record.
func (x *xls) record() {
	le := binary.LittleEndian
	p := x.recs.body
	switch x.recs.kind {
	case recBOF:
		x.begin(p)
	case recEOF:
		x.bofs = max(0, x.bofs-1)
		if x.bofs == 0 {
			x.place("")
		}
	case recCodePage:
		if len(p) >= 2 {
			x.page = int(le.Uint16(p))
		}
	case recSheet:
		if len(p) >= 8 && x.r.object() {
			x.names[int64(le.Uint32(p))] = x.short(p[6:])
		}
	case recSST:
		x.sharedStrings()
	case recLabelSST:
		if len(p) >= 10 {
			i := int(min(le.Uint32(p[6:]), math.MaxInt32))
			s, ok := x.shared[i]
			if ok {
				x.used[i] = true
			}
			x.cell(p, s)
		}
	case recLabel, recRString:
		if len(p) > 8 {
			x.cell(p, x.long(p[6:]))
		}
	case recFormula:
		if len(p) >= 6 {
			x.formulaRecord(p)
		}
	case recString:
		if p = x.whole(); len(p) > 2 {
			x.result(x.long(p))
		}
	case recTextObject:
		if len(p) >= 12 {
			x.textObject(int(le.Uint16(p[10:])))
		}
	case recObject:
		x.object.id = 0
		if len(p) >= 8 && !x.old { // its common data come first ([MS-XLS] 2.4.181)
			x.object.id = le.Uint16(p[6:])
		}
		x.other(p)
	case recNote:
		if x.old && len(p) > 6 {
			x.line(x.name(p), decode(p[6:], x.page))
		}
	case recDrawing:
		p = x.whole()
		switch c, isShape, ok := shapeCell(p); {
		case ok:
			x.shape = richtext.Cell(x.sheet, c.col, c.row)
		case isShape: // otherwise the record goes on with the last shape
			x.shape = x.sheet
		}
		x.place(x.shape)
		x.r.shapes(p)
	case recLink, recContinue, recImages, recTheme, recShapeProps, recTextProps, recRichText:
	case recLinkTip:
		if len(p) > 10 {
			x.line(richtext.Cell(x.sheet, int(le.Uint16(p[6:])), int(le.Uint16(p[2:]))), wide.UntilNUL(p[10:]))
		}
	case recSupBook:
		if p = x.whole(); len(p) > 5 && !x.old {
			x.book(unicodeText(p[4:], int(le.Uint16(p[2:]))))
		}
	default:
		x.other(p)
	}
}

// begin begins the workbook, a sheet or a chart within one.
func (x *xls) begin(p []byte) {
	if x.bofs++; x.bofs > 1 {
		return
	}
	if len(p) >= 2 {
		x.old = binary.LittleEndian.Uint16(p) < 0x600
	}
	x.formula.sheet, x.object = x.recs.at, object{sheet: x.recs.at}
	x.sheet = x.names[x.recs.at]
	x.shape = x.sheet
}

// whole returns the record with the records that continue it.
func (x *xls) whole() []byte {
	for x.recs.more() {
	}
	return x.recs.body
}

// textObject adds the text of the last object, with n characters: a text box, or the comment
// of a cell.
func (x *xls) textObject(n int) {
	name := x.shape
	if c, ok := x.notes[x.object]; ok && x.object.id != 0 {
		name = richtext.Cell(x.sheet, c.col, c.row)
	}
	q, ok := x.recs.refill(nil)
	if !ok || n == 0 || len(q) == 0 {
		return
	}
	text, _ := (&continued{x.recs, q[1:]}).text(nil, n, q[0])
	x.line(name, wide.Text(text))
}

// sharedStrings reads the shared strings that may have a URL.
func (x *xls) sharedStrings() {
	n := 0
	x.recs.sharedStrings(func(s string) bool {
		if richtext.MayHold([]byte(s)) {
			x.share(n, s)
		}
		n++
		return !x.r.stopped
	})
}

// short returns a text after a byte with its length.
func (x *xls) short(p []byte) string {
	if x.old {
		return decode(p[1:min(len(p), 1+int(p[0]))], x.page)
	}
	return unicodeText(p[1:], int(p[0]))
}

// long returns a text after two bytes with its length.
func (x *xls) long(p []byte) string {
	n := int(binary.LittleEndian.Uint16(p))
	if x.old {
		return decode(p[2:min(len(p), 2+n)], x.page)
	}
	return unicodeText(p[2:], n)
}

// share keeps a shared string, or adds it without its cell if there are too many.
func (x *xls) share(i int, s string) {
	if !x.r.object() || !x.r.take(int64(len(s))) {
		return
	}
	if x.size += len(s); x.size > maxShared {
		x.line("", s)
		return
	}
	x.shared[i] = s
}

// name returns the name of the cell that a record begins with.
func (x *xls) name(p []byte) string {
	le := binary.LittleEndian
	return richtext.Cell(x.sheet, int(le.Uint16(p[2:])), int(le.Uint16(p)))
}

// place sets the cell of the parts to come.
func (x *xls) place(cell string) {
	if x.r.w.Place.Cell != cell {
		x.r.w.Flush()
		x.r.w.Place.Cell = cell
	}
}

// line adds a text of a cell.
func (x *xls) line(cell, s string) {
	if richtext.MayHold([]byte(s)) {
		x.place(cell)
		x.r.line(s)
		x.r.w.Flush()
	}
}

// cell adds the text and the links of the cell that the record p begins with.
func (x *xls) cell(p []byte, s string) {
	le := binary.LittleEndian
	c := cell{x.formula.sheet, int(le.Uint16(p)), int(le.Uint16(p[2:]))}
	x.text(c, s, "")
}

// text adds the text and the links of a cell. The text is left out if it is the target of a
// link.
func (x *xls) text(c cell, s, linked string) {
	same := linked != "" && document.Agrees(s, linked)
	if all := x.links[c]; len(all) > 0 {
		delete(x.links, c)
		x.place(richtext.Cell(x.sheet, c.col, c.row))
		for _, h := range all {
			label := s
			if label == "" {
				label = h.Label
			}
			x.r.target(h.Target, "hyperlink", label)
			same = same || document.Agrees(s, h.Target)
		}
	}
	if s != "" && !same {
		x.line(richtext.Cell(x.sheet, c.col, c.row), s)
	}
}

// formulaRecord adds the texts in a formula. The result of the formula is in a record that
// follows.
func (x *xls) formulaRecord(p []byte) {
	le := binary.LittleEndian
	x.finish()
	x.formula.row, x.formula.col = int(le.Uint16(p)), int(le.Uint16(p[2:]))
	if len(p) < 22 {
		return
	}
	rgce := p[22:]
	isLink := bytes.Contains(rgce, []byte{0x42, 1, funcLink & 0xFF, funcLink >> 8}) || bytes.Contains(rgce, []byte{0x42, 2, funcLink & 0xFF, funcLink >> 8}) ||
		bytes.Contains(rgce, []byte{0x22, 1, funcLink & 0xFF, funcLink >> 8}) || bytes.Contains(rgce, []byte{0x22, 2, funcLink & 0xFF, funcLink >> 8})
	literals(rgce, !x.old, func(s string) {
		if isLink && x.linked == "" && richtext.HasScheme(s) {
			x.linked = s
		} else {
			x.line(x.name(p), s)
		}
	})
}

// result adds the last formula, whose result is s.
func (x *xls) result(s string) {
	linked := x.linked
	if linked != "" {
		x.place(richtext.Cell(x.sheet, x.formula.col, x.formula.row))
		x.r.target(linked, "hyperlink", s)
		x.linked = ""
	}
	x.text(x.formula, s, linked)
}

// finish adds the last formula if it has no result.
func (x *xls) finish() {
	if x.linked != "" {
		x.result("")
	}
}

// book adds the file that a formula refers to ([MS-XLS] 2.5.277): the path is encoded.
func (x *xls) book(path string) {
	path = strings.TrimPrefix(path, "\x01")
	if strings.HasPrefix(path, "\x05") && len(path) > 2 {
		_, n := utf8.DecodeRuneInString(path[1:]) // the length
		path = path[1+n:]
	}
	path = strings.Map(func(c rune) rune {
		switch {
		case c == 3:
			return '/'
		case c < ' ':
			return -1
		}
		return c
	}, path)
	if strings.Contains(path, "://") {
		x.place("")
		x.r.target(path, "externalLink", "")
	}
}

// other adds what looks like a URL in a record of another type, such as a connection, and
// the links of shapes.
func (x *xls) other(p []byte) {
	if bytes.Contains(p, []byte(link.StdLink)) {
		x.place(x.sheet)
		x.r.hyperlinks(p)
		return
	}
	if bytes.Contains(p, []byte("://")) || bytes.Contains(p, []byte(":\x00/\x00/\x00")) {
		x.place(x.sheet)
		x.r.scan(p, len(p))
	}
}

// end adds the links and the shared strings that no cell has.
func (x *xls) end() {
	x.finish()
	cells := slices.SortedFunc(maps.Keys(x.links), func(a, b cell) int {
		return cmp.Or(cmp.Compare(a.sheet, b.sheet), cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col))
	})
	for _, c := range cells {
		x.place(richtext.Cell(x.names[c.sheet], c.col, c.row))
		for _, h := range x.links[c] {
			x.r.target(h.Target, "hyperlink", h.Label)
		}
	}
	for _, i := range slices.Sorted(maps.Keys(x.shared)) {
		if !x.used[i] {
			x.line("", x.shared[i])
		}
	}
}
