package escape

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// JSON returns the escape sequence of a JSON string at the backslash text[i] (RFC 8259, section 7). A
// surrogate without its partner represents U+FFFD. JSON returns more if text after the end of text
// could change the result, unless atEOF is set.
func JSON(text []byte, i int, atEOF bool) (s Sequence, more bool) {
	rest := text[i:]
	if len(rest) < 2 {
		return Sequence{}, !atEOF
	}
	if rest[1] != 'u' {
		if k := bytes.IndexByte([]byte(`"\/bfnrt`), rest[1]); k >= 0 {
			return Sequence{2, rune("\"\\/\b\f\n\r\t"[k])}, false
		}
		return Sequence{}, false
	}
	code, more := codeUnit(rest, atEOF)
	switch {
	case code < 0:
		return Sequence{}, more
	case !utf16.IsSurrogate(code):
		return Sequence{jsonUnit, code}, false
	}
	low, more := codeUnit(rest[jsonUnit:], atEOF)
	if more {
		return Sequence{}, true
	}
	if r := utf16.DecodeRune(code, low); r != utf8.RuneError {
		return Sequence{2 * jsonUnit, r}, false
	}
	return Sequence{jsonUnit, utf8.RuneError}, false
}

// jsonUnit is the length of the sequence of a code unit of UTF-16.
const jsonUnit = len(`\u0000`)

// codeUnit returns the code unit of the sequence "\u0000" that text begins with, or -1.
func codeUnit(text []byte, atEOF bool) (code rune, more bool) {
	n, _ := prefixLen(text, `\u`)
	digits := 0
	if n > 0 {
		digits = ascii.Len(text[n:min(len(text), jsonUnit)], ascii.Hex)
	}
	if n+digits < jsonUnit {
		isCut := n+digits == len(text) || len(text) == 1 && text[0] == '\\'
		return -1, isCut && !atEOF
	}
	for _, c := range text[n:jsonUnit] {
		code = code<<4 | rune(ascii.HexDigit(c))
	}
	return code, false
}
