package ooxml

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// The records of a binary workbook ([MS-XLSB] 2.3.2) that are read. In others, only URLs
// with a scheme are found.
const (
	brtRowHdr      = 0
	brtCellSt      = 6
	brtCellIsst    = 7
	brtFmlaString  = 8
	brtFmlaNum     = 9
	brtFmlaBool    = 10
	brtFmlaError   = 11
	brtSSTItem     = 19
	brtBundleSh    = 156
	brtHLink       = 494
	brtBegComment  = 635
	brtCommentText = 637
)

// records reads records: a type and a length of 7 bits in a byte, and data.
type records struct {
	in     *bufio.Reader
	buf    []byte
	broken bool
}

// maxRecord is the number of bytes of a record that are read.
const maxRecord = 1 << 20

// next returns the next record. It is not ok at the end.
func (r *records) next() (kind int, data []byte, ok bool) {
	kind, ok = r.number(2)
	if !ok {
		return 0, nil, false
	}
	size, ok := r.number(4)
	if !ok {
		r.broken = true
		return 0, nil, false
	}
	n := min(size, maxRecord)
	if cap(r.buf) < n {
		r.buf = make([]byte, max(n, 4<<10))
	}
	k, _ := io.ReadFull(r.in, r.buf[:n])
	if m, _ := r.in.Discard(size - n); k+m < size {
		r.broken = true
	}
	return kind, r.buf[:k], true
}

// number reads a number of up to n bytes.
func (r *records) number(n int) (v int, ok bool) {
	for i := range n {
		c, err := r.in.ReadByte()
		if err != nil {
			return 0, false
		}
		if v |= int(c&0x7F) << (7 * i); c < 0x80 {
			break
		}
	}
	return v, true
}

// fieldReader reads the fields of a record. After its end, they are zero.
type fieldReader []byte

func (f *fieldReader) skip(n int) { *f = (*f)[min(n, len(*f)):] }

func (f *fieldReader) uint32() uint32 {
	if len(*f) < 4 {
		*f = nil
		return 0
	}
	v := binary.LittleEndian.Uint32(*f)
	f.skip(4)
	return v
}

// text reads a string: its length in units of UTF-16, and the units. The length 0xFFFFFFFF
// is that of no string.
func (f *fieldReader) text() []byte {
	n := f.uint32()
	if n == 0xFFFFFFFF {
		return nil
	}
	b := (*f)[:min(2*int64(n), int64(len(*f)))]
	f.skip(len(b))
	return wide.Append(nil, b)
}

// A binaryReader reads a member of a binary workbook.
type binaryReader struct {
	r         *records
	w         *richtext.Writer
	env       *document.Env
	rels      *relations
	t         *shared
	isStrings bool
	sheet     string
	row, col  uint32
	links     map[[2]uint32]*cellLink // by row and column
}

// newBinary returns a reader of a member.
func newBinary(r *reader, in io.Reader, isStrings bool) members.Source {
	b := &binaryReader{r: &records{in: bufio.NewReader(in)}, w: r.w, env: r.env, rels: &r.rels, t: &r.strings, isStrings: isStrings, sheet: r.places[r.m].sheet}
	if isStrings {
		r.strings.at, r.strings.member = r.a.Members[r.m].Range, r.a.Members[r.m].Name
	}
	if !r.rels.hasLinks() {
		return b
	}
	b.links = map[[2]uint32]*cellLink{}
	for kind, data, ok := b.r.next(); ok && len(b.links) < maxCellLinks; kind, data, ok = b.r.next() {
		if kind == brtHLink {
			at, l, _ := readHLink(data)
			b.links[at] = &l
		}
	}
	if in := r.a.Reader(&r.a.Members[r.m]); in != nil {
		b.r = &records{in: bufio.NewReader(in)}
	}
	return b
}

// readHLink reads a link of cells, and the text that is shown near it.
func readHLink(data []byte) (at [2]uint32, l cellLink, tip []byte) {
	f := fieldReader(data)
	at[0] = f.uint32()
	f.skip(4)
	at[1] = f.uint32()
	f.skip(4)
	l.id = string(f.text())
	f.text() // a place in the target
	tip = f.text()
	l.display = string(f.text())
	return at, l, tip
}

func (b *binaryReader) damage() (what string, cutOff bool) {
	if b.r.broken {
		what = "a record that is cut off"
	}
	return what, false
}

// Step reads a record.
func (b *binaryReader) Step() bool {
	kind, data, ok := b.r.next()
	if !ok {
		return false
	}
	f := fieldReader(data)
	switch {
	case kind == brtSSTItem && b.isStrings:
		f.skip(1)
		if text := f.text(); !b.t.add(text) {
			b.w.Line(text)
		}
	case kind == brtRowHdr:
		b.row = f.uint32()
	case kind >= brtCellSt && kind <= brtFmlaError:
		b.cell(kind, f)
	case kind == brtHLink:
		at, l, tip := readHLink(data)
		if have := b.links[at]; have == nil || !have.used {
			b.place(at[0], at[1])
			if target, ok := b.rels.link([]byte(l.id)); ok {
				b.w.Target(target, l.display)
			}
		}
		if richtext.HasURL(tip) {
			b.w.Line(tip)
		}
	case kind == brtBegComment:
		f.skip(4)
		row := f.uint32()
		f.skip(4)
		b.place(row, f.uint32())
	case kind == brtCommentText:
		f.skip(1)
		b.w.Line(f.text())
	default:
		b.search(data)
	}
	return true
}

// place sets the place to a cell.
func (b *binaryReader) place(row, col uint32) {
	b.w.Flush()
	if b.sheet != "" {
		b.w.Place.Cell = richtext.Cell(b.sheet, int(col&0x3FFF), int(row&0xFFFFF))
	}
}

// cell reads a cell: its column and its style, a value and perhaps a formula.
func (b *binaryReader) cell(kind int, f fieldReader) {
	b.col = f.uint32()
	f.skip(4)
	var text []byte
	repeat := false
	switch kind {
	case brtCellIsst:
		text, repeat = b.t.useNumber(f.uint32())
	case brtCellSt, brtFmlaString:
		text = f.text()
	case brtFmlaNum:
		f.skip(8)
	default:
		f.skip(1)
	}
	var strings [][]byte
	if kind >= brtFmlaString {
		f.skip(2)
		n := f.uint32()
		strings = formulaStrings(f[:min(int64(n), int64(len(f)))])
	}
	link := b.links[[2]uint32{b.row, b.col}]
	may := richtext.MayHold(text)
	if link == nil && !may && len(strings) == 0 || repeat && !b.env.Budget.Take(int64(len(text))) {
		return
	}
	b.place(b.row, b.col)
	shown := ""
	if link != nil {
		if target, ok := b.rels.link([]byte(link.id)); ok {
			link.used = true
			shown = target.Target
			b.w.Target(target, string(text))
		}
	}
	for _, s := range strings {
		if richtext.MayHold(s) && !bytes.Equal(s, text) {
			b.w.Line(s)
		}
	}
	if may && (shown == "" || !document.Agrees(string(text), shown)) {
		b.w.Line(text)
	}
	b.w.Flush()
	b.w.Place.Cell = b.sheet
}

// search adds the UTF-16 around each "://" in a record.
func (b *binaryReader) search(data []byte) {
	mark := []byte(":\x00/\x00/\x00")
	for at := 0; ; {
		i := bytes.Index(data[at:], mark)
		if i < 0 {
			return
		}
		from, to := at+i, at+i+len(mark)
		for from-2 >= at && isPrintable(data[from-2:]) {
			from -= 2
		}
		for to+2 <= len(data) && isPrintable(data[to:]) {
			to += 2
		}
		b.w.Line(wide.Append(nil, data[from:to]))
		at = to
	}
}

func isPrintable(b []byte) bool { return b[1] != 0 || b[0] >= ' ' }

// sizes has the sizes of the tokens of a formula without their first byte ([MS-XLSB]
// 2.5.98.16), by that byte without its class.
var sizes = map[byte]int{
	0x01: 4, 0x15: 0, 0x16: 0, 0x1C: 1, 0x1D: 1, 0x1E: 2, 0x1F: 8,
	0x20: 14, 0x21: 2, 0x22: 3, 0x23: 4, 0x24: 6, 0x25: 12, 0x26: 6, 0x27: 6, 0x28: 6, 0x29: 2,
	0x2A: 6, 0x2B: 12, 0x2C: 6, 0x2D: 12, 0x39: 6, 0x3A: 8, 0x3B: 14, 0x3C: 8, 0x3D: 14,
}

const (
	ptgConcat = 0x08
	ptgStr    = 0x17
	ptgAttr   = 0x19
)

// formulaStrings returns the strings in a formula. Those that are concatenated are one.
func formulaStrings(f []byte) (all [][]byte) {
	joins := 0 // strings at the end of all that a concatenation may join
	for len(f) > 0 {
		token := f[0]
		f = f[1:]
		switch {
		case token == ptgStr:
			if len(f) < 2 {
				return all
			}
			n := min(2*int(binary.LittleEndian.Uint16(f)), len(f)-2)
			all = append(all, wide.Append(nil, f[2:2+n]))
			f = f[2+n:]
			joins++
			continue
		case token == ptgConcat && joins >= 2:
			last := len(all) - 1
			all[last-1] = append(all[last-1], all[last]...)
			all = all[:last]
			joins--
			continue
		case token == ptgAttr:
			if len(f) < 3 {
				return all
			}
			n := 3
			if f[0]&0x04 != 0 { // a table of offsets
				n += 2 * (int(binary.LittleEndian.Uint16(f[1:])) + 1)
			}
			f = f[min(n, len(f)):]
			continue
		case token >= 0x03 && token <= 0x14:
		default:
			if token >= 0x40 {
				token = token&0x1F | 0x20
			}
			n, ok := sizes[token]
			if !ok {
				return all
			}
			f = f[min(n, len(f)):]
		}
		joins = 0
	}
	return all
}

// readBundles reads the list of sheets of a binary workbook.
func (r *reader) readBundles(in io.Reader, rels relations) {
	type entry struct{ id, sheet string }
	var entries []entry
	all := &records{in: bufio.NewReader(in)}
	for kind, data, ok := all.next(); ok && len(entries) < len(r.a.Members); kind, data, ok = all.next() {
		if kind == brtBundleSh {
			f := fieldReader(data)
			f.skip(8)
			id := string(f.text())
			entries = append(entries, entry{id, string(f.text())})
		}
	}
	for _, e := range entries {
		r.setPlace(rels.byID[e.id], e.sheet)
	}
}
