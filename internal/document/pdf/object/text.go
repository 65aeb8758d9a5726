package object

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// special are the characters of PDFDocEncoding that differ from ISO 8859-1 (Annex D.2).
var special = func() (t [256]rune) {
	for i := range t {
		t[i] = rune(i)
	}
	copy(t[0x18:], []rune("\u02D8\u02C7\u02C6\u02D9\u02DD\u02DB\u02DA\u02DC"))
	copy(t[0x80:], []rune("\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203A\u2212\u2030\u201E\u201C\u201D\u2018\u2019\u201A\u2122\uFB01\uFB02\u0141\u0152\u0160\u0178\u017D\u0131\u0142\u0153\u0161\u017E\uFFFD\u20AC"))
	t[0xAD] = utf8.RuneError
	return t
}()

// Text returns a text string (7.9.2.2) in UTF-8: in UTF-16 or UTF-8 with a byte order mark,
// in UTF-8 without one, as some producers write it, or in PDFDocEncoding. It has no language
// codes. Line ends are LF.
func Text(s String) string {
	text := string(s)
	switch {
	case strings.HasPrefix(text, "\xFE\xFF"):
		text = decodeUTF16(text[2:], 0)
	case strings.HasPrefix(text, "\xFF\xFE"):
		text = decodeUTF16(text[2:], 1)
	case strings.HasPrefix(text, "\xEF\xBB\xBF"):
		text = strings.ToValidUTF8(text[3:], "\uFFFD")
	case !utf8.ValidString(text) || strings.ContainsAny(text, "\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F"):
		var b strings.Builder
		b.Grow(len(text) + len(text)/4)
		for i := range len(text) {
			b.WriteRune(special[text[i]])
		}
		text = b.String()
	}
	if strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	return text
}

// decodeUTF16 decodes UTF-16, with the low byte of each unit first if low is 1. It drops
// language codes, which are between two escape characters (7.9.2.2.1).
func decodeUTF16(s string, low int) string {
	units := make([]uint16, 0, len(s)/2)
	code := false
	for i := 0; i+1 < len(s); i += 2 {
		u := uint16(s[i+low])<<8 | uint16(s[i+1-low])
		if u == 0x1B {
			code = !code
		} else if !code {
			units = append(units, u)
		}
	}
	return string(utf16.Decode(units))
}
