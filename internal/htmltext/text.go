package htmltext

import (
	"html"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// text outputs b, which has no tags, as far as it can be interpreted: all of it if
// whole is true. It returns the number of bytes read.
func (s *Scanner) text(b []byte, at int64, whole bool) (n int) {
	for n < len(b) {
		k := s.piece(b[n:], at+int64(n), whole)
		if k == 0 {
			break
		}
		n += k
	}
	return n
}

// piece outputs a beginning of b, up to the next "<" at most. It returns its length, or
// 0 if more input is needed. A "<" at the beginning is text.
func (s *Scanner) piece(b []byte, at int64, whole bool) int {
	switch b[0] {
	case '&':
		return s.reference(b, at, whole)
	case '\r':
		if !s.keepsLines() {
			return s.carriageReturn(b, at, whole)
		}
		fallthrough
	case '<':
		s.copy(b[:1], at)
		return 1
	}
	return s.plainText(b, at)
}

// plainText outputs b up to the first of the stops, or a part of that, and returns its
// length. A line break that a browser shows as a blank is output as a blank: a URL that
// ends in a hyphen there does not continue in the next line.
func (s *Scanner) plainText(b []byte, at int64) int {
	lf := byte(' ')
	if s.keepsLines() {
		lf = '\n'
	}
	s.begin()
	had := len(s.dst)
	s.dst = appendFlat(s.dst, b[:min(len(b), maxPiece)], lf)
	n := len(s.dst) - had
	s.m.Copy(n, at)
	return n
}

// carriageReturn outputs a blank for the CR, or CR LF, at the beginning of b.
func (s *Scanner) carriageReturn(b []byte, at int64, whole bool) int {
	if len(b) == 1 && !whole {
		return 0
	}
	took := 1
	if len(b) > 1 && b[1] == '\n' {
		took = 2
	}
	s.begin()
	s.dst = append(s.dst, ' ')
	s.unit(1, at, took)
	return took
}

// keepsLines reports whether line breaks in the source are shown.
func (s *Scanner) keepsLines() bool { return s.pre > 0 || s.region == textarea }

// reference outputs the character reference at the beginning of b. It returns its
// length, or 0 if more input is needed.
func (s *Scanner) reference(b []byte, at int64, whole bool) int {
	size := referenceLen(b[:min(len(b), maxReference)])
	if size == len(b) && size < maxReference && !whole && b[size-1] != ';' {
		return 0
	}
	had := len(s.dst)
	dst, used := appendReference(s.dst, b[:size])
	switch {
	case used == 0 || isCut(b[:size]):
		s.copy(b[:size], at)
		return size
	case isBreakOpportunity(dst[had:]):
		return used
	case (dst[had] == '\n' || dst[had] == '\r') && !s.keepsLines():
		dst[had] = ' '
	}
	s.begin()
	s.dst = dst
	s.unit(len(dst)-had, at, used)
	return used
}

// isCut reports whether ref, at most maxReference bytes of a character reference, is a numeric one
// that may have more digits.
func isCut(ref []byte) bool {
	return len(ref) == maxReference && ref[1] == '#' && ref[len(ref)-1] != ';'
}

// isBreakOpportunity reports whether text, the characters of a character reference, is
// invisible and marks where a line may be broken: a soft hyphen, or a zero-width space,
// which is equivalent to <wbr>. Authors use references to these only for this purpose.
func isBreakOpportunity(text []byte) bool {
	return string(text) == "\u00AD" || string(text) == "\u200B"
}

// referenceLen returns the length of a possible character reference at the beginning of
// b.
func referenceLen(b []byte) int {
	n, class := 1, ascii.AlphaDigit
	if len(b) > n && b[n] == '#' {
		n, class = n+1, ascii.Digit
		if len(b) > n && ascii.Lower(b[n]) == 'x' {
			n, class = n+1, ascii.Hex
		}
	}
	for n < len(b) && ascii.Is(b[n], class) {
		n++
	}
	if n < len(b) && b[n] == ';' {
		n++
	}
	return n
}

// appendReference appends the characters of ref, or of the beginning of ref that is a
// character reference. It returns the length of the reference, or 0 if there is none.
func appendReference(dst, ref []byte) (_ []byte, used int) {
	switch string(ref) { // the frequent ones, without allocation
	case "&nbsp;":
		return append(dst, "\u00A0"...), len(ref)
	case "&amp;":
		return append(dst, '&'), len(ref)
	case "&lt;":
		return append(dst, '<'), len(ref)
	case "&gt;":
		return append(dst, '>'), len(ref)
	case "&quot;":
		return append(dst, '"'), len(ref)
	}
	switch {
	case len(ref) < len("&lt"):
		return dst, 0
	case ref[1] == '#':
		return appendNumeric(dst, ref)
	}
	return appendNamed(dst, ref)
}

// appendNamed decodes names with package html. Some need no semicolon: in "&notit;" the
// standard reads "&not".
func appendNamed(dst, ref []byte) (_ []byte, used int) {
	text := html.UnescapeString(string(ref))
	if text == string(ref) {
		return dst, 0
	}
	// The common suffix was not decoded, except for the ";" of "&semi;".
	same := 0
	for same < len(text)-1 && text[len(text)-1-same] == ref[len(ref)-1-same] {
		same++
	}
	return append(dst, text[:len(text)-same]...), len(ref) - same
}

func appendNumeric(dst, ref []byte) (_ []byte, used int) {
	digits, base := ref[2:], rune(10)
	if len(digits) > 0 && ascii.Lower(digits[0]) == 'x' {
		digits, base = digits[1:], 16
	}
	if len(digits) == 0 || digits[0] == ';' {
		return dst, 0
	}
	c := rune(0)
	for _, d := range digits {
		if d != ';' && c <= utf8.MaxRune {
			c = c*base + rune(ascii.HexDigit(d))
		}
	}
	switch {
	case 0x80 <= c && c <= 0x9F: // octets of windows-1252, which package html decodes
		return append(dst, html.UnescapeString(string(ref))...), len(ref)
	case c == 0:
		c = utf8.RuneError
	}
	// AppendRune appends U+FFFD for surrogates and values out of range, like the
	// standard.
	return utf8.AppendRune(dst, c), len(ref)
}
