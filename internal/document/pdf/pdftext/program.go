package pdftext

import (
	"bytes"
	"encoding/binary"
	"math"

	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

// type1Encoding sets the text of the codes of the encoding in a Type 1 font program, which is
// in clear text: dup 65 /A put.
func type1Encoding(text *[256]string, data []byte) {
	_, data, ok := bytes.Cut(data, []byte("/Encoding"))
	if !ok {
		return
	}
	var l object.Lexer
	l.Reset(bytes.NewReader(data), 0)
	code, dup := -1, false
	for range 4096 {
		switch t := l.Next(); t.Kind {
		case object.EOF:
			return
		case object.KeywordToken:
			switch string(t.Bytes) {
			case "def", "readonly":
				if dup {
					return
				}
			case "StandardEncoding":
				return
			}
		case object.NumberToken:
			code = int(max(-1, min(t.Number, 256)))
		case object.NameToken:
			if 0 <= code && code < 256 {
				text[code], dup = glyphText(string(t.Bytes)), true
			}
			code = -1
		}
	}
}

// A table is the bytes of a font program. Reads outside it return 0.
type table []byte

func (t table) u8(i int) int {
	if i < 0 || i >= len(t) {
		return 0
	}
	return int(t[i])
}
func (t table) u16(i int) int { return t.u8(i)<<8 | t.u8(i+1) }
func (t table) u32(i int) int {
	if i < 0 || i+4 > len(t) {
		return 0
	}
	return int(min(binary.BigEndian.Uint32(t[i:]), math.MaxInt32))
}
func (t table) from(i int) table { return t[min(max(i, 0), len(t)):] }

// trueTypeTable returns a table of a TrueType or OpenType font, or nil.
func trueTypeTable(data table, tag string) table {
	if string(data[:min(4, len(data))]) == "ttcf" {
		return nil
	}
	for i := range min(data.u16(4), 64) {
		at := 12 + 16*i
		if at+16 <= len(data) && string(data[at:at+4]) == tag {
			t := data.from(data.u32(at + 8))
			return t[:min(len(t), data.u32(at+12))]
		}
	}
	return nil
}

// subtable returns the subtable of cmap for a platform and an encoding, or nil.
func subtable(cmap table, platform, encoding int) table {
	for i := range min(cmap.u16(2), 64) {
		if cmap.u16(4+8*i) == platform && cmap.u16(6+8*i) == encoding {
			return cmap.from(cmap.u32(8 + 8*i))
		}
	}
	return nil
}

// eachGlyph calls yield with each character of a subtable and its glyph, as far as the first
// 1<<17 of them.
func eachGlyph(t table, yield func(c, glyph int)) {
	left := 1 << 17
	each := func(c, glyph int) bool {
		if left--; glyph != 0 {
			yield(c, glyph)
		}
		return left > 0
	}
	switch t.u16(0) {
	case 0:
		for c := range 256 {
			each(c, t.u8(6+c))
		}
	case 4:
		n := t.u16(6) / 2
		for i := range n {
			end, start := t.u16(14+2*i), t.u16(16+2*n+2*i)
			delta, at := t.u16(16+4*n+2*i), 16+6*n+2*i
			offset := t.u16(at)
			for c := start; c <= end && c != 0xFFFF; c++ {
				glyph := c
				if offset != 0 {
					glyph = t.u16(at + offset + 2*(c-start))
				}
				if glyph != 0 || offset == 0 {
					glyph = (glyph + delta) & 0xFFFF
				}
				if !each(c, glyph) {
					return
				}
			}
		}
	case 6:
		for i := range t.u16(8) {
			each(t.u16(6)+i, t.u16(10+2*i))
		}
	case 12:
		for i := range min(t.u32(12), 1<<16) {
			start, end, glyph := t.u32(16+12*i), t.u32(20+12*i), t.u32(24+12*i)
			for c := start; c <= end; c++ {
				if !each(c, glyph+c-start) {
					return
				}
			}
		}
	}
}

// trueTypeGlyphs returns the characters of the glyphs of a font program, by its Unicode cmap
// or the names of its glyphs.
func trueTypeGlyphs(data table) []rune {
	cmap := trueTypeTable(data, "cmap")
	glyphs := postNames(trueTypeTable(data, "post"))
	for _, id := range [...][2]int{{0, 3}, {0, 4}, {3, 1}, {3, 10}} {
		if t := subtable(cmap, id[0], id[1]); t != nil {
			eachGlyph(t, func(c, glyph int) {
				if glyph >= 1<<16 || c < ' ' || c > 0x10FFFF {
					return
				}
				for len(glyphs) <= glyph {
					glyphs = append(glyphs, make([]rune, max(256, glyph+1-len(glyphs)))...)
				}
				if glyphs[glyph] == 0 || rune(c) < glyphs[glyph] {
					glyphs[glyph] = rune(c)
				}
			})
		}
	}
	return glyphs
}

// postNames returns the characters of the glyphs by their names in the table post, version 2,
// without those that are in the standard order of Macintosh.
func postNames(post table) []rune {
	if post.u32(0) != 0x20000 {
		return nil
	}
	n := post.u16(32)
	names := make([]rune, 0, n)
	for at := 34 + 2*n; at < len(post) && len(names) < n; at += 1 + post.u8(at) {
		name := post.from(at + 1)
		c := rune(0)
		for _, c = range glyphText(string(name[:min(len(name), post.u8(at))])) {
			break
		}
		names = append(names, c)
	}
	glyphs := make([]rune, n)
	for i := range glyphs {
		switch k := post.u16(34 + 2*i); {
		case k >= 258 && k-258 < len(names):
			glyphs[i] = names[k-258]
		case 3 <= k && k < 98:
			glyphs[i] = rune(k) + 29
		}
	}
	return glyphs
}

// trueTypeEncoding sets the text of the codes of a symbolic TrueType font (9.6.5.4): codes
// are those of the cmap (3, 0) or (1, 0). A font whose codes are those of no character that
// is known keeps the text that it has.
func trueTypeEncoding(text *[256]string, data table) {
	glyphs := trueTypeGlyphs(data)
	cmap := trueTypeTable(data, "cmap")
	for _, id := range [...][2]int{{1, 0}, {3, 0}} {
		if t := subtable(cmap, id[0], id[1]); t != nil {
			eachGlyph(t, func(c, glyph int) {
				if c >= 0xF000 {
					c &= 0xFF
				}
				if c < 256 && glyph < len(glyphs) && glyphs[glyph] != 0 && glyphs[glyph]&^0xFF != 0xF000 {
					text[c] = string(glyphs[glyph])
				}
			})
		}
	}
}
