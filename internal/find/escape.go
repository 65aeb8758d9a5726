package find

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/percent"
)

// nameStart returns the index in Data[start:end] where a local part or a host may begin:
// at a letter or a digit, for a local part also at "_" or at a single "~" before these.
// It skips combining marks, which belong to the character before them, and the end of an
// escape sequence.
func (t *text) nameStart(start, end int) int {
	for start < end {
		n := 1
		switch c := t.Data[start]; {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(t.Data[start:end])
			if !isMark(r) {
				return start
			}
			n = size
		case ascii.Is(c, ascii.AlphaDigit):
			if n = t.inEscape(start, end); n == 0 {
				return start
			}
		case c == '_', c == '~' && t.isSingle(start, end):
			return start
		}
		start += n
	}
	return start
}

// isSingle reports whether the character at Data[at] does not follow the same character,
// and a letter or digit follows it before Data[end].
func (t *text) isSingle(at, end int) bool {
	return at+1 < end && (t.Data[at+1] >= utf8.RuneSelf || ascii.Is(t.Data[at+1], ascii.AlphaDigit)) &&
		(at == 0 || t.Data[at-1] != t.Data[at])
}

// maxEscape bounds how many bytes an escape sequence has before the word that it ends in.
const maxEscape = 16

// inEscape returns how many bytes at the beginning of Data[start:end] end an escape
// sequence: of a colour, "ESC [ 1 m"; in a string of a program, "\n" or "\u003c"; of a
// percent-encoded ASCII character that is no letter or digit, "%3C".
func (t *text) inEscape(start, end int) int {
	if start == 0 {
		return 0
	}
	word := t.Data[start:end]
	switch t.Data[start-1] {
	case '[', ';', ':':
		before := t.Data[max(0, start-maxEscape):start]
		if i := bytes.LastIndexByte(before, 0x1B); i >= 0 {
			size := chars.ColourAt(t.Data[start-len(before)+i : end])
			return max(0, size-(len(before)-i))
		}
	case '\\':
		return escape.NameTail(t.Data[max(0, start-MaxHead/2):start], word)
	case '%':
		if c, ok := percent.Octet(t.Data[start-1 : end]); ok && c < utf8.RuneSelf && !ascii.Is(c, ascii.AlphaDigit) {
			return percent.Len - 1
		}
	}
	return 0
}
