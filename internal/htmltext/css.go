package htmltext

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A css reads a style sheet or a style attribute in pieces and finds its references:
// those in url(...) and after @import.
type css struct {
	state cssState
	url   int  // number of bytes of "url(" read last
	at    int  // number of bytes of "@import" read last
	quote byte // quote around the reference, 0 for none
}

type cssState uint8

const (
	inRules     cssState = iota
	afterURL             // after "url(" and white space
	afterImport          // after "@import" and white space
	inReference
)

const (
	urlFunction = "url("
	importRule  = "@import"
)

// next returns the length of the first part of b that is all of one kind, which may be
// 0. It stops before an escape in a reference, which Scanner.escape reads.
func (c *css) next(b []byte) (n int, k Kind) {
	if c.state == inReference {
		return c.reference(b), Attribute
	}
	for n < len(b) && c.state != inReference {
		if *c == (css{}) {
			n += idle(b[n:])
		}
		if n < len(b) && c.step(b[n]) {
			n++
		}
	}
	return n, Code
}

// idle returns the number of bytes before the first one that may begin "url(" or
// "@import".
func idle(b []byte) int {
	n := 0
	for ; len(b)-n >= eight; n += eight {
		x := binary.LittleEndian.Uint64(b[n:])
		if hit := zeros(x^'@'*ones) | zeros((x|0x20*ones)^'u'*ones); hit != 0 {
			return n + bits.TrailingZeros64(hit)/8
		}
	}
	for n < len(b) && b[n] != '@' && b[n]|0x20 != 'u' {
		n++
	}
	return n
}

// step reads a byte outside of a reference. It returns false if the byte must be read
// again in the new state.
func (c *css) step(b byte) bool {
	if c.state == inRules {
		b = ascii.Lower(b)
		c.url = advance(c.url, b, urlFunction)
		c.at = advance(c.at, b, importRule)
		if c.url == len(urlFunction) {
			*c = css{state: afterURL}
		} else if c.at == len(importRule) {
			*c = css{state: afterImport}
		}
		return true
	}
	switch {
	case isSpace(b):
		return true
	case b == '"' || b == '\'':
		*c = css{state: inReference, quote: b}
		return true
	case c.state == afterURL:
		*c = css{state: inReference}
	default: // @import url(...
		*c = css{}
	}
	return false
}

// advance returns how many bytes of word have been read last, including b, if n had
// been before b. It relies on word not containing its first byte again.
func advance(n int, b byte, word string) int {
	switch b {
	case word[n]:
		return n + 1
	case word[0]:
		return 1
	}
	return 0
}

// reference returns the number of bytes of b that belong to the reference. An unclosed
// quote ends at the end of the line: CSS Syntax, 4.3.5, "newline: This is a parse
// error."
func (c *css) reference(b []byte) int {
	end := "\n\r\f\"'\\"
	if c.quote == 0 {
		end = " \t\n\r\f)\"'<\\"
	}
	for n := 0; ; n++ {
		k := bytes.IndexAny(b[n:], end)
		if k < 0 {
			return len(b)
		}
		n += k
		// A quoted reference ends with the same quote only.
		switch q := b[n]; {
		case q == '\\':
			return n
		case c.quote == 0 || q != '"' && q != '\'' || q == c.quote:
			*c = css{}
			return n
		}
	}
}

// escapes reports whether the next byte, b[0], begins an escape to decode. There is
// none outside of references.
func (c *css) escapes(b []byte) bool { return c.state == inReference && b[0] == '\\' }

// read reads b, the characters of a character reference, and returns their kind.
func (c *css) read(b []byte) (k Kind) {
	for len(b) > 0 {
		if c.escapes(b) {
			b, k = b[1:], Attribute
			continue
		}
		var n int
		n, k = c.next(b)
		b = b[n:]
	}
	return k
}

// styleElement is the Element of all style sheets.
var styleElement = &Element{Appearance: &Appearance{Name: "style"}}

// styleSheet outputs b, which is in a <style>, and returns the number of bytes read: see
// sheet.
func (s *Scanner) styleSheet(b []byte, at int64, whole bool) int {
	if s.Elements {
		s.elem = styleElement
	}
	n := s.sheet(b, at, whole)
	s.elem = nil
	return n
}

// foreignSheet outputs b, which is in a <style> of SVG and has no tags: its character
// references are decoded. It returns the number of bytes read.
func (s *Scanner) foreignSheet(b []byte, at int64, whole bool) (n int) {
	for n < len(b) {
		k := bytes.IndexByte(b[n:], '&')
		if k < 0 {
			return n + s.styleSheet(b[n:], at+int64(n), whole)
		}
		s.styleSheet(b[n:n+k], at+int64(n), true)
		if n += k; len(b)-n < maxReference && !whole {
			break
		}
		ref := b[n:min(len(b), n+maxReference)]
		if isCut(ref[:referenceLen(ref)]) {
			n += s.sheet(ref, at+int64(n), true)
		} else {
			n += s.valueReference(ref, at+int64(n), declarations)
		}
	}
	return n
}

// sheet outputs b, which is CSS, and returns the number of bytes read: all, unless b
// ends in an escape that may be incomplete.
func (s *Scanner) sheet(b []byte, at int64, whole bool) (n int) {
	for n < len(b) {
		if s.css.escapes(b[n:]) {
			k := s.escape(b[n:], at+int64(n), whole)
			if k == 0 {
				break
			}
			n += k
			continue
		}
		k, kind := s.css.next(b[n:])
		if k > 0 {
			s.turn(kind)
		}
		s.copy(b[n:n+k], at+int64(n))
		n += k
	}
	return n
}

// escape outputs the character of the escape at the beginning of b. It returns the
// length of the escape, or 0 if more input is needed: CSS Syntax, 4.3.7, and 4.3.5 for
// an escaped line break, which has no character.
func (s *Scanner) escape(b []byte, at int64, whole bool) int {
	c, n := rune(0), 1
	for n < min(len(b), len(`\123456`)) && ascii.Is(b[n], ascii.Hex) {
		c = c<<4 | rune(ascii.HexDigit(b[n]))
		n++
	}
	hex := n > 1
	if hex || n < len(b) && isLineBreak(b[n]) {
		n = skipSpace(b, n)
	}
	switch {
	case n == len(b) && !whole && (n == 1 || b[n-1] == '\r' || !isSpace(b[n-1])):
		return 0
	case !hex && n > 1:
		return n
	case !hex && n < len(b) && b[n] < utf8.RuneSelf:
		c = rune(b[n])
		n++
	case !hex: // only the backslash is removed
		return n
	case c == 0:
		c = utf8.RuneError
	}
	s.turn(Attribute)
	s.character(c, at, n)
	return n
}

// skipSpace returns the offset after the one white space that may be at n. CR LF is
// one.
func skipSpace(b []byte, n int) int {
	switch {
	case n == len(b) || !isSpace(b[n]):
		return n
	case b[n] == '\r' && n+1 < len(b) && b[n+1] == '\n':
		return n + 2
	}
	return n + 1
}

func isLineBreak(c byte) bool { return c == '\n' || c == '\r' || c == '\f' }
