package pdftext

import (
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

// A cmap is a CMap (9.7.5, 9.10.3): it divides a string into codes, and maps each code to a
// CID or to text.
type cmap struct {
	spaces   []codespace
	pages    map[uint32]*[256]uint32 // code>>8 → the values of 256 codes, plus one, or 0
	texts    []string                // values from textBase on are of these
	left     int                     // codes that ranges may still set
	vertical bool
}

// A codespace is a range of codes of n bytes.
type codespace struct {
	n      int
	lo, hi uint32
}

const (
	textBase = 1 << 24
	maxText  = 16      // bytes of the text of a code
	maxTexts = 1 << 16 // texts of a cmap
	maxCodes = 1 << 18 // codes that the ranges of a cmap set
	codeCost = 8       // bytes that a code of a range counts in the budget
)

// next divides the first code off a string, which is not empty.
func (m *cmap) next(s []byte) (code uint32, n int) {
	if len(m.spaces) == 0 {
		return uint32(s[0]), 1
	}
	for n = 1; n <= min(4, len(s)); n++ {
		code = code<<8 | uint32(s[n-1])
		for i := range m.spaces {
			if m.spaces[i].n == n && m.spaces[i].contains(code) {
				return code, n
			}
		}
	}
	n = min(m.spaces[0].n, len(s))
	code = 0
	for _, c := range s[:n] {
		code = code<<8 | uint32(c)
	}
	return code, n
}

// length returns the number of bytes of all codes, or 0 if they differ. Fewer bytes at the end
// of a string are a code as well.
func (m *cmap) length() int {
	if len(m.spaces) == 0 {
		return 1
	}
	n := m.spaces[0].n
	for _, s := range m.spaces {
		if s.n != n {
			return 0
		}
	}
	return n
}

// contains compares each byte (9.7.6.2).
func (c *codespace) contains(code uint32) bool {
	for shift := 0; shift < 8*c.n; shift += 8 {
		if b := code >> shift & 255; b < c.lo>>shift&255 || b > c.hi>>shift&255 {
			return false
		}
	}
	return true
}

// get returns the value of a code.
func (m *cmap) get(code uint32) (uint32, bool) {
	if p := m.pages[code>>8]; p != nil && p[code&255] != 0 {
		return p[code&255] - 1, true
	}
	return 0, false
}

// text returns the text of a code, or "".
func (m *cmap) text(code uint32) string {
	v, ok := m.get(code)
	switch {
	case !ok:
		return ""
	case v >= textBase:
		return m.texts[v-textBase]
	}
	return string(rune(v))
}

func (m *cmap) set(code, value uint32) {
	p := m.pages[code>>8]
	if p == nil {
		p = new([256]uint32)
		m.pages[code>>8] = p
	}
	p[code&255] = value + 1
}

// setText sets the text of a code, which is UTF-16.
func (m *cmap) setText(code uint32, utf16be []byte) {
	text := decodeUTF16(utf16be[:min(len(utf16be), maxText)])
	if areSwapped(utf16be) {
		text = strings.ReplaceAll(string(utf16be[:min(len(utf16be), maxText)]), "\x00", "")
	}
	c, n := utf8.DecodeRuneInString(text)
	switch {
	case text == "" || c == 0 || c == utf8.RuneError:
	case n == len(text):
		m.set(code, uint32(c))
	case len(m.texts) < maxTexts:
		m.set(code, textBase+uint32(len(m.texts)))
		m.texts = append(m.texts, text)
	}
}

// areSwapped reports whether text is two units or more, each of which is a letter of ASCII in little
// endian: Ghostscript 10 writes the text of some ligatures so.
func areSwapped(text []byte) bool {
	if len(text) < 4 || len(text)%2 != 0 {
		return false
	}
	for i := 0; i < len(text); i += 2 {
		if !ascii.Is(text[i], ascii.Alpha) || text[i+1] != 0 {
			return false
		}
	}
	return true
}

func decodeUTF16(b []byte) string {
	if len(b) == 1 {
		return string(rune(b[0]))
	}
	var units [maxText / 2]uint16
	u := units[:0]
	for ; len(b) >= 2 && len(u) < len(units); b = b[2:] {
		u = append(u, uint16(b[0])<<8|uint16(b[1]))
	}
	return string(utf16.Decode(u))
}

// readCMap reads a CMap. Each code that it maps counts in the budget, because a range of a
// few bytes can have many.
func readCMap(r io.Reader, budget *document.Budget) *cmap {
	m := &cmap{pages: map[uint32]*[256]uint32{}, left: maxCodes}
	var l object.Lexer
	l.Reset(r, 0)
	var (
		section string    // the operator that began the section
		args    [2]uint32 // the codes before a value
		width   int       // bytes of the first code
		n       int       // arguments
		dst     []byte    // the value of a range
		array   = false   // in an array of values
		last    float64   // the last number
		name    string    // the last name
	)
	fill := func(v uint32) {
		lo, hi := args[0], min(args[1], args[0]|0xFFFF)
		n := int(hi-lo) + 1
		if m.left -= n; hi < lo || m.left < 0 || !budget.Take(codeCost*int64(n)) {
			return
		}
		for code := lo; ; code++ {
			m.set(code, v+(code-lo))
			if code == hi {
				break
			}
		}
	}
	fillText := func() {
		lo, hi := args[0], min(args[1], args[0]|0xFFFF)
		if len(dst) == 2 && (dst[0]&0xF8 != 0xD8) {
			fill(uint32(dst[0])<<8 | uint32(dst[1]))
			return
		}
		if m.left -= 256; hi < lo || len(dst) == 0 || m.left < 0 || !budget.Take(codeCost*256) {
			return
		}
		value := append([]byte(nil), dst[:min(len(dst), maxText)]...)
		for code := lo; code <= hi && code-lo < 256; code++ {
			m.setText(code, value)
			value[len(value)-1]++
		}
	}
	for t := l.Next(); t.Kind != object.EOF; t = l.Next() {
		switch t.Kind {
		case object.KeywordToken:
			switch word := string(t.Bytes); word {
			case "begincodespacerange", "beginbfchar", "beginbfrange", "begincidchar", "begincidrange":
				section, n = word, 0
			case "endcodespacerange", "endbfchar", "endbfrange", "endcidchar", "endcidrange":
				section = ""
			case "usecmap":
				if base := predefined(name); base != nil && len(m.spaces) == 0 {
					m.spaces = append(m.spaces, base.spaces...)
				}
			case "def":
				if name == "WMode" {
					m.vertical = last == 1
				}
			}
		case object.NameToken:
			name = string(t.Bytes[:min(len(t.Bytes), 64)])
			if n == 1 && section == "beginbfchar" {
				m.setGlyph(args[0], name)
				n = 0
			}
		case object.ArrayBegin:
			array = section == "beginbfrange" && n == 2
		case object.ArrayEnd:
			if array {
				array, n = false, 0
			}
		case object.NumberToken:
			last = t.Number
			v := uint32(max(0, min(last, 1<<16)))
			switch {
			case section == "begincidchar" && n == 1:
				args[1], n = args[0], 0
				fill(v)
			case section == "begincidrange" && n == 2:
				n = 0
				fill(v)
			}
		case object.StringToken:
			switch {
			case section == "":
			case array:
				if args[0] <= args[1] {
					m.setText(args[0], t.Bytes)
					args[0]++
				}
			case section == "beginbfchar" && n == 1:
				m.setText(args[0], t.Bytes)
				n = 0
			case section == "beginbfrange" && n == 2:
				dst, n = append(dst[:0], t.Bytes...), 0
				fillText()
			case n < 2:
				v := uint32(0)
				for _, c := range t.Bytes[:min(4, len(t.Bytes))] {
					v = v<<8 | uint32(c)
				}
				if n == 0 {
					width = len(t.Bytes)
				}
				args[n] = v
				n++
				if section == "begincodespacerange" && n == 2 {
					if n = 0; 1 <= width && width <= 4 && len(m.spaces) < 100 {
						m.spaces = append(m.spaces, codespace{width, args[0], args[1]})
					}
				}
			}
		}
	}
	return m
}

// setGlyph sets the text of a code to that of the glyph with a name.
func (m *cmap) setGlyph(code uint32, name string) {
	if text := glyphText(name); text != "" && len(m.texts) < maxTexts {
		m.set(code, textBase+uint32(len(m.texts)))
		m.texts = append(m.texts, text)
	}
}
