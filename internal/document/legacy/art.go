package legacy

import (
	"encoding/binary"

	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// The types of records of shapes ([MS-ODRAW] 2.2) that are read.
const (
	artGroup       = 0xF000 // OfficeArtDggContainer: what all drawings share
	artProperties  = 0xF00B // OfficeArtFOPT
	artAnchor      = 0xF010 // OfficeArtClientAnchor
	artProperties3 = 0xF122 // OfficeArtTertiaryFOPT
)

// The properties of shapes ([MS-ODRAW] 2.3) that are read.
const (
	artWordArt     = 0x00C0
	artPicture     = 0x0105 // the names of picture files
	artFill        = 0x0187
	artLine        = 0x01C7
	artDescription = 0x0381 // the alternative text
	artTip         = 0x038D
)

// shapeCell returns the cell that the last shape in p begins in: a record of .xls has one shape
// ([MS-XLS] 2.5.193, OfficeArtClientAnchorSheet). isShape reports whether a shape begins in p.
func shapeCell(p []byte) (c cell, isShape, ok bool) {
	le := binary.LittleEndian
	for len(p) >= 8 {
		head, kind, size := le.Uint16(p), le.Uint16(p[2:]), min(int64(le.Uint32(p[4:])), int64(len(p)-8))
		p = p[8:]
		if head&15 == isContainer {
			isShape = true
			continue
		}
		if kind == artAnchor && size >= 8 {
			c, ok = cell{col: int(le.Uint16(p[2:])), row: int(le.Uint16(p[6:]))}, true
		}
		p = p[size:]
	}
	return c, isShape, ok
}

// shapes adds the links and the texts of the shapes in p, which has records.
func (r *reader) shapes(p []byte) {
	le := binary.LittleEndian
	for len(p) >= 8 && !r.stopped {
		head, kind, size := le.Uint16(p), le.Uint16(p[2:]), min(int64(le.Uint32(p[4:])), int64(len(p)-8))
		p = p[8:]
		if head&15 == isContainer {
			continue
		}
		if kind == artProperties || kind == artProperties3 {
			r.shape(p[:size], int(head>>4))
		}
		p = p[size:]
	}
}

// shape adds the links and the texts of a shape with n properties ([MS-ODRAW] 2.2.9). The
// data of properties are after all of them.
func (r *reader) shape(p []byte, n int) {
	r.hyperlinks(p)
	le := binary.LittleEndian
	n = min(n, len(p)/6)
	data := p[6*n:]
	for i := range n {
		id, size := le.Uint16(p[6*i:]), int(min(int64(le.Uint32(p[6*i+2:])), int64(len(data))))
		if id&0x8000 == 0 {
			continue
		}
		switch text := data[:size]; id & 0x3FFF {
		case artWordArt, artDescription, artTip:
			r.line(wide.UntilNUL(text))
		case artPicture, artFill, artLine:
			if name := wide.UntilNUL(text); richtext.HasScheme(name) {
				r.target(name, "image", "")
			}
		}
		data = data[size:]
	}
}

// drawings adds the links and the texts of shapes of a .doc ([MS-DOC] 2.9.172).
func (r *reader) drawings(p []byte) {
	le := binary.LittleEndian
	for len(p) >= 8 {
		kind, size := le.Uint16(p[2:]), min(int64(le.Uint32(p[4:])), int64(len(p)-8))
		if kind != artGroup {
			r.shapes(p[8 : 8+size])
		}
		p = p[min(8+size+1, int64(len(p))):] // a byte says where the next drawing is
	}
}
