package edit

import (
	"html"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/escape"
)

// A glyph is a character of a URL, as the text writes it.
type glyph struct {
	char    rune
	written string // "&amp;" for "&"
	escape  bool   // written is an escape sequence
}

// A spelling is how the old text writes a URL. It has a glyph for each character of the URL. What
// else is in the old text, such as a line break, is left out.
type spelling []glyph

// spellingOf returns the spelling of a URL in a piece, whose octets that are not UTF-8 are in
// fallback.
func spellingOf(piece []byte, url string, fallback *chars.Fallback) spelling {
	s := make(spelling, 0, len(url))
	at := 0
	for i, r := range url {
		g, end := nextGlyph(piece, at, url[i:], r, fallback)
		if end < 0 {
			return unalignedSpelling(piece, url, fallback)
		}
		s, at = append(s, g), end
	}
	return s
}

// nextGlyph returns the glyph for r, the first character of url, that is the first in piece[at:],
// and its end, or -1. An escape sequence that the URL has itself is not one.
func nextGlyph(piece []byte, at int, url string, r rune, fallback *chars.Fallback) (g glyph, end int) {
	for at < len(piece) {
		c, size := chars.Decode(piece[at:], fallback)
		if c == '&' || c == '\\' {
			found := false
			for char, n := range escapes(piece, at) {
				written := string(piece[at : at+n])
				switch {
				case strings.HasPrefix(url, written):
				case char == r:
					return glyph{r, written, true}, at + n
				case char == escape.Nothing || char == chars.SoftHyphen:
					found, size = true, n
				}
			}
			if found {
				at += size
				continue
			}
		}
		if c == r {
			return glyph{r, string(piece[at : at+size]), false}, at + size
		}
		at += size
	}
	return glyph{}, -1
}

// unalignedSpelling is spellingOf for a piece that does not have the characters of the URL in
// their order, as one with "[.]" for a dot. Each character is as any escape sequence in the piece
// writes it.
func unalignedSpelling(piece []byte, url string, fallback *chars.Fallback) spelling {
	escaped := map[rune]string{}
	for at := 0; at < len(piece); {
		size := 1
		for char, n := range escapes(piece, at) {
			old := string(piece[at : at+n])
			if escaped[char] == old {
				size = n
			} else if escaped[char] == "" && !strings.Contains(url, old) {
				escaped[char], size = old, n
			}
		}
		at += size
	}
	s := make(spelling, 0, len(url))
	isUTF8 := utf8.Valid(piece)
	for _, r := range url {
		written, isEscape := escaped[r]
		switch {
		case isEscape:
		case isUTF8:
			written = string(r)
		default:
			written = string(fallback.AppendEncoded(nil, string(r)))
		}
		s = append(s, glyph{r, written, isEscape})
	}
	return s
}

// escapes calls yield for each way to read piece[at] as the beginning of an escape sequence, with
// the character that it represents and its length.
func escapes(piece []byte, at int) func(yield func(rune, int) bool) {
	return func(yield func(rune, int) bool) {
		switch piece[at] {
		case '&':
			if r, n := reference(piece[at:]); n > 0 {
				yield(r, n)
			}
		case '\\':
			for n := range escape.NumNotations {
				if s, _ := n.At(piece, at, true); s.Size > 0 && !yield(s.Char, s.Size) {
					return
				}
			}
		}
	}
}

// maxReference is more than the length of any character reference of HTML that is escaped again,
// as in "&amp;amp;lt;".
const maxReference = 128

// reference returns the character of the character reference of HTML that text begins with, and
// its length, or 0. A reference to "&" that begins another one is a part of that.
func reference(text []byte) (r rune, n int) {
	for amp := 1; ; amp = n { // text[:amp] represents "&"
		size := 0
		for size < len(text)-amp && size < maxReference && (ascii.Is(text[amp+size], ascii.AlphaDigit) || size == 0 && text[amp] == '#') {
			size++
		}
		if amp+size == len(text) || text[amp+size] != ';' {
			return r, n
		}
		char := html.UnescapeString("&" + string(text[amp:amp+size+1]))
		c, length := utf8.DecodeRuneInString(char)
		if length != len(char) {
			return r, n
		}
		if r, n = c, amp+size+1; r != '&' || n > maxReference {
			return r, n
		}
	}
}
