package pdftext

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

// A font maps the codes of strings to text and widths (9.5 to 9.8).
type font struct {
	codes    *cmap              // the codes of a composite font; nil in a simple font
	unicode  *cmap              // /ToUnicode, or nil
	encoding string             // the name of the CMap of a composite font
	ordering string             // the character collection of a composite font
	glyphs   []rune             // the characters of the glyphs of an embedded composite font
	toGlyph  []byte             // /CIDToGIDMap; nil if a CID is the number of a glyph
	simple   [256]string        // the text of the codes of a simple font
	narrow   [256]float32       // their widths, in text space
	widths   map[uint32]float32 // of the CIDs of a composite font
	wide     float32            // the width of other CIDs
	raised   float32            // the width up to which numerals are raised; 0 if none is
	length   int                // of all codes in bytes; 0 if they differ
	em       float32            // the height of an em in text space, for a size of 1
	vertical bool
	id       uint32
	entries  [256]entry // codes that have been looked up, by their low bytes
}

// An entry has what the font has for a code.
type entry struct {
	text  string
	width float32 // in text space
	char  rune    // text, if it is one character and no ligature; 0; or raised
	key   uint64  // the code and its length; 0 if the entry is not used
}

// raised is the char of an entry with a numeral that the font has raised.
const raised = -1

// maxProgram is the number of bytes of an embedded font that are read. The encoding is near
// the beginning, except in TrueType.
const maxProgram = 4 << 20

func (r *Reader) loadFont(o object.Object) *font {
	d := r.f.Dict(o)
	r.fonts++
	f := &font{em: 1, length: 1, id: uint32(r.fonts), widths: map[uint32]float32{}}
	subtype := r.f.Name(d.Get("Subtype"))
	if s := r.f.Stream(d.Get("ToUnicode")); s != nil {
		if data := r.f.Data(s); data != nil {
			f.unicode = readCMap(data, r.budget)
		}
	}
	if subtype == "Type0" {
		r.loadComposite(f, d)
	} else {
		r.loadSimple(f, d, subtype)
	}
	return f
}

// loadSimple reads a simple font (9.6).
func (r *Reader) loadSimple(f *font, d object.Dict, subtype object.Name) {
	name := baseFont(r.f.Name(d.Get("BaseFont")))
	descriptor := r.f.Dict(d.Get("FontDescriptor"))
	e := r.f.Dict(d.Get("Encoding"))
	base := r.f.Name(d.Get("Encoding"))
	if e != nil {
		base = r.f.Name(e.Get("BaseEncoding"))
	}
	symbolic := r.f.Int(descriptor.Get("Flags"), 0)&4 != 0
	enc := encodings[string(base)]
	if enc == nil || symbolic && subtype == "TrueType" {
		if enc == nil {
			enc = defaultEncoding(name, subtype)
		}
		if descriptor != nil {
			r.builtin(f, descriptor)
		}
	}
	for code, c := range enc {
		if c != 0 && f.simple[code] == "" {
			f.simple[code] = string(c)
		}
	}
	if e != nil {
		r.differences(f, r.f.Array(e.Get("Differences")))
	}
	for code := range f.simple {
		if f.simple[code] == "" && ' ' <= code && code <= '~' {
			f.simple[code] = string(rune(code))
		}
	}
	if f.unicode != nil {
		for code := range f.simple {
			if text := f.unicode.text(uint32(code)); isText(text) {
				f.simple[code] = text
			}
		}
	}

	scale := float32(0.001)
	if subtype == "Type3" {
		if m := r.f.Array(d.Get("FontMatrix")); len(m) == 6 {
			a, _ := r.f.Number(m[0])
			scale = float32(math.Abs(a))
		}
	}
	first := r.f.Int(d.Get("FirstChar"), 0)
	widths := r.f.Array(d.Get("Widths"))
	missing, _ := r.f.Number(descriptor.Get("MissingWidth"))
	for code := range f.narrow {
		f.narrow[code] = float32(missing) * scale
	}
	sum, n := float32(0), float32(0)
	for i, o := range widths[:min(len(widths), 256)] {
		if w, ok := r.f.Number(o); ok && 0 <= first+i && first+i < 256 {
			f.narrow[first+i] = float32(w) * scale
			if w > 0 {
				sum, n = sum+float32(w)*scale, n+1
			}
		}
	}
	if subtype == "Type3" && n > 0 {
		f.em = 2 * sum / n
	}
	if len(widths) == 0 {
		for code, text := range f.simple {
			c, _ := utf8.DecodeRuneInString(text)
			f.narrow[code] = standardWidth(name, c) * scale
		}
	}
}

// baseFont returns the name of a font without the tag of a subset.
func baseFont(name object.Name) string {
	if len(name) > 7 && name[6] == '+' {
		name = name[7:]
	}
	return string(name)
}

func defaultEncoding(name string, subtype object.Name) *encoding {
	switch {
	case strings.HasPrefix(name, "Symbol") && subtype != "Type3":
		return encodings["Symbol"]
	case strings.Contains(name, "Dingbats"):
		return encodings["ZapfDingbats"]
	case subtype == "TrueType":
		return encodings["WinAnsiEncoding"]
	}
	return encodings["StandardEncoding"]
}

// differences applies /Differences (9.6.5). Names that are numbers are codes of ASCII if all
// names are.
func (r *Reader) differences(f *font, list object.Array) {
	const decimal, hexadecimal = 1, 2
	numbers := decimal | hexadecimal
	for _, o := range list {
		if name := r.f.Name(o); name != "" && name != ".notdef" && name != "space" {
			if glyphCode(string(name), false) < 0 {
				numbers &^= decimal
			}
			if glyphCode(string(name), true) < 0 {
				numbers &^= hexadecimal
			}
		}
	}
	code := 0
	for _, o := range list {
		if n, ok := r.f.Number(o); ok {
			code = int(max(0, min(n, 1<<20)))
			continue
		}
		name := string(r.f.Name(o))
		if code > 255 || name == "" {
			continue
		}
		text := glyphText(name)
		if text == "" && numbers != 0 {
			text = codeText(glyphCode(name, numbers&decimal == 0))
		}
		f.simple[code] = text
		code++
	}
}

// isText reports whether the text of a code is one that a person sees.
func isText(text string) bool {
	if text == "" {
		return false
	}
	c, _ := utf8.DecodeRuneInString(text)
	return c >= ' ' && c != utf8.RuneError && (c < 0x7F || c > 0x9F)
}

// builtin sets the text of the codes that the embedded font program of a simple font has.
func (r *Reader) builtin(f *font, descriptor object.Dict) {
	for _, key := range [...]object.Name{"FontFile", "FontFile2", "FontFile3"} {
		data := r.program(descriptor, key)
		switch {
		case data == nil:
		case key == "FontFile":
			type1Encoding(&f.simple, data)
		case bytes.HasPrefix(data, []byte("\x01\x00")) && key == "FontFile3":
			cffEncoding(&f.simple, data)
		default:
			trueTypeEncoding(&f.simple, data)
		}
	}
}

// program returns the font program of a descriptor, or nil.
func (r *Reader) program(descriptor object.Dict, key object.Name) []byte {
	s := r.f.Stream(descriptor.Get(key))
	if s == nil {
		return nil
	}
	data := r.f.Data(s)
	if data == nil {
		return nil
	}
	if key == "FontFile" {
		data = io.LimitReader(data, 16<<10) // the encoding is in clear text at the beginning
	}
	b, _ := io.ReadAll(io.LimitReader(bufio.NewReader(data), maxProgram))
	return b
}

// loadComposite reads a composite font (9.7).
func (r *Reader) loadComposite(f *font, d object.Dict) {
	if s := r.f.Stream(d.Get("Encoding")); s != nil {
		if data := r.f.Data(s); data != nil {
			f.codes = readCMap(data, r.budget)
		}
		f.encoding = string(r.f.Name(s.Dict.Get("CMapName")))
	} else {
		f.encoding = string(r.f.Name(d.Get("Encoding")))
		f.codes = predefined(f.encoding)
	}
	if f.codes == nil {
		f.codes = predefined("Identity-H")
	}
	f.vertical, f.length = f.codes.vertical, f.codes.length()
	descendants := r.f.Array(d.Get("DescendantFonts"))
	if len(descendants) == 0 {
		return
	}
	cid := r.f.Dict(descendants[0])
	if info := r.f.Dict(cid.Get("CIDSystemInfo")); info != nil {
		ordering, _ := r.f.Resolve(info.Get("Ordering")).(object.String)
		f.ordering = string(ordering)
	}
	f.wide = 1
	if w, ok := r.f.Number(cid.Get("DW")); ok {
		f.wide = float32(w) / 1000
	}
	r.cidWidths(f, r.f.Array(cid.Get("W")))
	f.raised = f.raisedWidth()
	if f.unicode != nil || cidText(f.ordering, 1) != 0 {
		return
	}
	descriptor := r.f.Dict(cid.Get("FontDescriptor"))
	for _, key := range [...]object.Name{"FontFile2", "FontFile3"} {
		if data := r.program(descriptor, key); data != nil {
			f.glyphs = trueTypeGlyphs(data)
		}
	}
	if s := r.f.Stream(cid.Get("CIDToGIDMap")); s != nil && f.glyphs != nil {
		if data := r.f.Data(s); data != nil {
			f.toGlyph, _ = io.ReadAll(io.LimitReader(data, 2<<16))
		}
	}
}

// cidWidths reads /W (9.7.4.3).
func (r *Reader) cidWidths(f *font, list object.Array) {
	var first, last float64
	n, left := 0, maxCodes
	for _, o := range list {
		o = r.f.Resolve(o)
		switch o := o.(type) {
		case object.Array:
			if n == 1 {
				for i, w := range o[:min(len(o), 1<<16)] {
					if w, ok := r.f.Number(w); ok {
						f.widths[uint32(first)+uint32(i)] = float32(w) / 1000
					}
				}
			}
			n = 0
		case float64:
			switch o = max(0, min(o, 1<<16)); n {
			case 0:
				first, n = o, 1
			case 1:
				last, n = o, 2
			default:
				n = 0
				if left -= int(last-first) + 1; last >= first && left >= 0 && r.budget.Take(codeCost*int64(last-first)) {
					for c := first; c <= last; c++ {
						f.widths[uint32(c)] = float32(o) / 1000
					}
				}
			}
		}
	}
}

// narrowNumeral is at most the width of a raised numeral, by that of others of the font. A 1 may be narrow
// as well, and not raised.
const narrowNumeral = 0.75

// raisedWidth returns the width below which the numerals of a composite font are raised: a font has
// glyphs for them that are smaller than the others. It returns 0 if no numeral but a 1 is that narrow, or
// no two glyphs are one numeral.
func (f *font) raisedWidth() float32 {
	if f.unicode == nil {
		return 0
	}
	var most, least float32
	var seen [10]bool
	twice := false
	for high, p := range f.unicode.pages {
		for low, v := range p {
			c := rune(v) - 1
			if v == 0 || !ascii.IsRune(c, ascii.Digit) {
				continue
			}
			cid, ok := f.codes.get(high<<8 | uint32(low))
			if !ok {
				cid = high<<8 | uint32(low)
			}
			w, ok := f.widths[cid]
			if !ok {
				w = f.wide
			}
			most = max(most, w)
			if w > 0 && (least == 0 || w < least) {
				least = w
			}
			twice = twice || seen[c-'0']
			seen[c-'0'] = true
		}
	}
	if !twice || least >= narrowNumeral*most {
		return 0
	}
	return narrowNumeral * most
}

// next returns what the font has for the first code of s, which is not empty, and the length
// of the code in bytes. The entry is valid until the next call.
func (f *font) next(s []byte) (*entry, int) {
	code, n := uint32(s[0]), 1
	if f.codes != nil {
		code, n = f.codes.next(s)
	}
	e := &f.entries[code&255]
	if key := uint64(code)<<8 | uint64(n); e.key != key {
		text, width := f.lookup(code, n)
		*e = entry{text: text, width: width, key: key}
		c, size := utf8.DecodeRuneInString(text)
		switch {
		case size != len(text) || size == 0 || ligature(c) != "":
		case width < f.raised && ascii.IsRune(c, ascii.Digit):
			e.char = raised
		default:
			e.char = c
		}
	}
	return e, n
}

// lookup returns the text and the width of a code of n bytes.
func (f *font) lookup(code uint32, n int) (text string, width float32) {
	if f.codes == nil {
		return f.simple[code], f.narrow[code]
	}
	cid, ok := f.codes.get(code)
	if !ok {
		cid = code
	}
	w, ok := f.widths[cid]
	if !ok {
		w = f.wide
	}
	if f.unicode != nil {
		if text := f.unicode.text(code); isText(text) {
			return text, w
		}
	}
	c := unicodeOf(f.encoding, code, n)
	if c == 0 {
		c = cidText(f.ordering, cid)
	}
	if c == 0 {
		gid := int(cid)
		if f.toGlyph != nil {
			if 2*gid+1 >= len(f.toGlyph) {
				gid = 0
			} else {
				gid = int(f.toGlyph[2*gid])<<8 | int(f.toGlyph[2*gid+1])
			}
		}
		if gid < len(f.glyphs) {
			c = f.glyphs[gid]
		}
	}
	if c == 0 {
		return "", w
	}
	return string(c), w
}
