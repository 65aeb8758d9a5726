package htmltext

import "bytes"

// A css reads a style sheet or a style attribute, in pieces, and tells its
// references from the rest: those in url(...) and behind @import.
type css struct {
	state cssState
	url   int  // bytes of "url(" that came last
	at    int  // bytes of "@import" that came last
	quote byte // around the reference, 0 for none
}

type cssState uint8

const (
	inRules      cssState = iota
	behindURL             // "url(", white space
	behindImport          // "@import", white space
	inReference
)

const (
	urlFunction = "url("
	importRule  = "@import"
)

// next returns the length of the first stretch of b that is all of one kind.
// It may be empty.
func (c *css) next(b []byte) (n int, k Kind) {
	if c.state == inReference {
		return c.reference(b), Attribute
	}
	for n < len(b) && c.state != inReference {
		if c.step(b[n]) {
			n++
		}
	}
	return n, Text
}

// step reads a byte outside of references. It reports whether that was one.
func (c *css) step(b byte) bool {
	if c.state == inRules {
		b = lowerByte(b)
		c.url = advance(c.url, b, urlFunction)
		c.at = advance(c.at, b, importRule)
		if c.url == len(urlFunction) {
			*c = css{state: behindURL}
		} else if c.at == len(importRule) {
			*c = css{state: behindImport}
		}
		return true
	}
	switch {
	case isSpace(b):
		return true
	case b == '"' || b == '\'':
		*c = css{state: inReference, quote: b}
		return true
	case c.state == behindURL:
		*c = css{state: inReference}
	default: // @import url(...
		*c = css{}
	}
	return false
}

// advance returns how many bytes of the word came last, b included, if there
// were n before it. No word begins again inside of itself.
func advance(n int, b byte, word string) int {
	switch b {
	case word[n]:
		return n + 1
	case word[0]:
		return 1
	}
	return 0
}

// reference returns how much of b still is the reference. A quote that is not
// closed ends it at the end of the line: CSS Syntax, 4.3.5, "newline: This is a
// parse error."
func (c *css) reference(b []byte) int {
	end := "\n\r\f\"'"
	if c.quote == 0 {
		end = " \t\n\r\f)\"'<"
	}
	for n := 0; ; n++ {
		k := bytes.IndexAny(b[n:], end)
		if k < 0 {
			return len(b)
		}
		n += k
		// Of the quotes, only that one ends it that began it.
		if q := b[n]; c.quote == 0 || q != '"' && q != '\'' || q == c.quote {
			*c = css{}
			return n
		}
	}
}

// sheet gives out b, which is in a style element.
func (s *Scanner) sheet(b []byte, at int64) {
	for len(b) > 0 {
		n, k := s.css.next(b)
		if n > 0 && k != s.kind {
			s.divide(k)
		}
		s.copy(b[:n], at)
		b, at = b[n:], at+int64(n)
	}
}
