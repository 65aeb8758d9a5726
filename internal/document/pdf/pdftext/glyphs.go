package pdftext

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// glyphList has the names of glyphs that URLs and the text around them are written with. A
// line has a code point and its names, which are from the Adobe Glyph List.
//
//go:embed glyphs.txt
var glyphList string

var glyphNames = sync.OnceValue(func() map[string]rune {
	names := make(map[string]rune, 2000)
	for line := range strings.Lines(glyphList) {
		fields := strings.Fields(line)
		c, _ := strconv.ParseUint(fields[0], 16, 32)
		for _, name := range fields[1:] {
			names[name] = rune(c)
		}
	}
	return names
})

// glyphText returns the text of the glyph with a name, or "". It follows the Adobe Glyph
// List Specification, section 2, and knows the names of digits in old style.
func glyphText(name string) string {
	if len(name) > 64 {
		return ""
	}
	if c, ok := glyphNames()[name]; ok {
		return string(c)
	}
	name, _, _ = strings.Cut(name, ".")
	text := ""
	for part := range strings.SplitSeq(name, "_") {
		text += componentText(part)
	}
	return text
}

func componentText(name string) string {
	if c, ok := glyphNames()[name]; ok {
		return string(c)
	}
	if hex, ok := strings.CutPrefix(name, "uni"); ok && len(hex) >= 4 && len(hex)%4 == 0 {
		text := ""
		for ; len(hex) > 0; hex = hex[4:] {
			text += hexRune(hex[:4])
		}
		return text
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && 4 <= len(hex) && len(hex) <= 6 {
		return hexRune(hex)
	}
	for _, suffix := range [...]string{"oldstyle", "small", "fitted", "lining"} {
		if base, ok := strings.CutSuffix(name, suffix); ok && base != "" {
			return strings.ToLower(componentText(base))
		}
	}
	return ""
}

func hexRune(hex string) string {
	c, err := strconv.ParseUint(hex, 16, 32)
	if err != nil || c == 0 || !utf8.ValidRune(rune(c)) {
		return ""
	}
	return string(rune(c))
}

// glyphCode returns the code that a name consists of, such as "a65", "G41" or "c123", as
// some producers name the glyphs of fonts that they convert; or -1. hex says that the number
// is hexadecimal.
func glyphCode(name string, hex bool) int {
	digits := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	base := 10
	if hex {
		base, digits = 16, name[min(1, len(name)):]
	}
	if len(digits) == 0 || len(digits) > 3 || len(name)-len(digits) > 2 || len(name) == len(digits) {
		return -1
	}
	n, err := strconv.ParseUint(digits, base, 16)
	if err != nil || n > 255 {
		return -1
	}
	return int(n)
}

// codeTexts has the text of codes that are not printable in ASCII, in the fonts of TeX: the
// encodings OT1 and T1.
var codeTexts = map[int]string{
	3:  "~",
	11: "ff", 12: "fi", 13: "fl", 14: "ffi", 15: "ffl",
	16: "“", 17: "”", 21: "–", 22: "—", 27: "ff", 28: "fi", 29: "fl", 30: "ffi", 31: "ffl", 127: "-",
}

// codeText returns the text of a code of a simple font whose encoding is not known.
func codeText(code int) string {
	if ' ' <= code && code <= '~' {
		return string(rune(code))
	}
	return codeTexts[code]
}
