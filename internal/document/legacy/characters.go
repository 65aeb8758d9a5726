package legacy

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/urlgrep/urlgrep/internal/document/cfb"
)

// A mark is a property of characters in a .doc that matters to a URL.
type mark uint8

const (
	raised   mark = 1 << iota // superscript, such as the mark of a note: it is no part of a URL before it
	symbol                    // a character of a font of symbols, likewise
	inserted                  // by a tracked change
	deleted
)

// A span is a range of characters with marks.
type span struct {
	from, to int64
	mark
}

const pageSize = 512 // of formatted text ([MS-DOC] 2.9.33)

// readMarks returns the spans of a .doc, in order, as offsets in the stream st. The table p has
// its pages ([MS-DOC] 2.8.5).
func readMarks(r *reader, st *cfb.Stream, p []byte) (all []span) {
	n := (len(p) - 4) / 8
	for i := 0; i < n && r.take(pageSize); i++ {
		number := binary.LittleEndian.Uint32(p[4*(n+1)+4*i:]) & (1<<22 - 1)
		page := streamBytes(st, int64(number)*pageSize, pageSize, pageSize)
		if len(page) < pageSize {
			continue
		}
		all = appendMarks(all, page)
	}
	slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	return all
}

// appendMarks appends the spans in a page ([MS-DOC] 2.9.33).
func appendMarks(all []span, page []byte) []span {
	le := binary.LittleEndian
	runs := int(page[pageSize-1])
	if 5*runs+4 > pageSize-1 {
		return all
	}
	for i := range runs {
		at := 2 * int(page[4*(runs+1)+i])
		if at == 0 {
			continue
		}
		end := min(at+1+int(page[at]), pageSize-1)
		if at+1 >= end {
			continue
		}
		s := span{int64(le.Uint32(page[4*i:])), int64(le.Uint32(page[4*i+4:])), marksOf(page[at+1 : end])}
		if s.from < s.to && s.mark != 0 {
			all = append(all, s)
		}
	}
	return all
}

// The properties of characters that are marks ([MS-DOC] 2.6.1).
const (
	sprmCFRMarkDel = 0x0800
	sprmCFRMarkIns = 0x0801
	sprmCIss       = 0x2A48
	sprmCHpsPos    = 0x4845
	sprmCSymbol    = 0x6A09
)

// marksOf returns the marks in properties of characters.
func marksOf(p []byte) (m mark) {
	set := func(bit mark, on bool) {
		if m &^= bit; on {
			m |= bit
		}
	}
	for len(p) >= 3 {
		number := binary.LittleEndian.Uint16(p)
		size := [...]int{1, 1, 2, 4, 2, 2, 1 + int(p[2]), 3}[number>>13]
		if p = p[2:]; len(p) < size {
			break
		}
		switch number {
		case sprmCFRMarkDel:
			set(deleted, p[0]&1 != 0)
		case sprmCFRMarkIns:
			set(inserted, p[0]&1 != 0)
		case sprmCIss:
			set(raised, p[0] == 1)
		case sprmCHpsPos:
			set(raised, m&raised != 0 || int16(binary.LittleEndian.Uint16(p)) > 0)
		case sprmCSymbol:
			set(symbol, true)
		}
		p = p[size:]
	}
	return m
}

// An optional is a property that a record may have: the mask has the bits that say that there
// is one.
type optional struct {
	mask uint32
	size int
}

// The sizes of the properties of paragraphs of a .ppt ([MS-PPT] 2.9.20), in their order. The
// data of tab stops follow their number.
var paragraphSizes = []optional{
	{0x0000000F, 2}, {0x00000080, 2}, {0x00000010, 2}, {0x00000040, 2}, {0x00000020, 4},
	{0x00000800, 2}, {0x00001000, 2}, {0x00002000, 2}, {0x00004000, 2}, {0x00000100, 2},
	{0x00000400, 2}, {0x00008000, 2}, {tabStops, 2}, {0x00010000, 2}, {0x000E0000, 2},
	{0x00200000, 2},
}

const tabStops = 0x00100000

// The same for characters ([MS-PPT] 2.9.13), before their position.
var characterSizes = []optional{
	{0x0000FFFF, 2}, {0x00010000, 2}, {0x00200000, 2}, {0x00400000, 2}, {0x00800000, 2},
	{0x00020000, 2}, {0x00040000, 4},
}

// raisedText returns where superscript begins in a text of n characters with the properties p
// ([MS-PPT] 2.9.44), in order.
func raisedText(p []byte, n int) (starts []int) {
	le := binary.LittleEndian
	for at := 0; at <= n; { // paragraphs
		if len(p) < 10 {
			return nil
		}
		at += int(min(le.Uint32(p), 1<<30))
		mask := le.Uint32(p[6:])
		p = p[10:]
		for _, f := range paragraphSizes {
			if mask&f.mask == 0 {
				continue
			}
			size := f.size
			if f.mask == tabStops && len(p) >= 2 {
				size += 4 * int(le.Uint16(p))
			}
			p = p[min(size, len(p)):]
		}
	}
	const position = 0x00080000
	was := false
	for at := 0; at < n && len(p) >= 8; {
		from, mask := at, le.Uint32(p[4:])
		at += int(min(le.Uint32(p), 1<<30))
		p = p[8:]
		for _, f := range characterSizes {
			if mask&f.mask != 0 {
				p = p[min(f.size, len(p)):]
			}
		}
		raised := false
		if mask&position != 0 && len(p) >= 2 {
			raised = int16(le.Uint16(p)) > 0
			p = p[2:]
		}
		if raised && !was && from > 0 && from < n {
			starts = append(starts, from)
		}
		was = raised
	}
	return starts
}
