package escape

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// roff is the syntax of manual pages and other documents for troff, nroff and groff. See
// groff(7).
type roff struct{}

func newRoff() Decoder { return &document{syntax: roff{}} }

func (roff) reset() {}

func (roff) next(text []byte) int { return bytes.IndexByte(text, '\\') }

func (roff) open([]byte) int { return 0 }

// read reads an escape sequence. It drops sequences without a width, such as "\&", and
// spaces that are narrower than a blank. It keeps "\~", a blank in groff, and "\#", the
// beginning of a comment: in a URL, both are Markdown's. A comment (`\"`) is text.
func (r roff) read(text []byte, _, i int, last byte, atEOF bool) (s unit, more bool) {
	rest := text[i:]
	if len(rest) < 2 {
		return keep(i, len(rest)), !atEOF
	}
	s = unit{from: i, to: i + 2}
	switch c := rest[1]; c {
	case '&', ':', '%', '/', ',', '|', '^', ')':
		return s, false
	case '-', '_', '.', '\'', '`', '\\':
		s.char = string(rest[1:2])
		return s, false
	case 'e':
		s.char = `\`
		return s, false
	case '(', '[', '*':
		return r.named(rest, i, atEOF)
	case 'f', 'm', 's':
		return r.fonts(rest, i, last, atEOF)
	}
	return keep(i, 2), false
}

// named reads a special character, "\(ti" or "\[ti]", or a string. "\*:", "\*<" and "\*>"
// are strings that pages for several kinds of troff define as "\:" and as brackets.
func (roff) named(rest []byte, i int, atEOF bool) (s unit, more bool) {
	at := 1
	if rest[1] == '*' {
		at = 2
	}
	n, more := roffName(rest[at:])
	switch {
	case more && !atEOF:
		return keep(i, len(rest)), true
	case n == 0:
		return keep(i, 2), false
	}
	s = unit{from: i, to: i + at + n}
	if c := rest[2]; rest[1] == '*' {
		s.kept = c != ':' && c != '<' && c != '>'
		s.char = strings.TrimPrefix(string(c), ":")
		return s, false
	}
	name := bytes.TrimRight(rest[2:at+n], "]")
	s.char = roffCharacters[string(name)]
	if len(name) > 4 && name[0] == 'u' && ascii.Len(name[1:], ascii.Hex) == len(name)-1 {
		if r, err := strconv.ParseUint(string(name[1:]), 16, 21); err == nil {
			s.char = string(rune(r))
		}
	}
	s.kept = len(s.char) == 0
	return s, false
}

// roffName reads the name after an escape character: "x", "(xx" or "[xxx]", in ASCII. It
// returns its length, or 0, and more if text is too short to decide.
func roffName(text []byte) (n int, more bool) {
	const maxName = 32
	size := 1
	switch {
	case len(text) == 0:
		return 0, true
	case text[0] == '(':
		size = len("(xx")
	case text[0] == '[':
		size = maxName
	}
	for n, c := range text[:min(len(text), size)] {
		switch {
		case ascii.Is(c, ascii.Space), c >= utf8.RuneSelf:
			return 0, false
		case c == ']' && text[0] == '[':
			return n + 1, false
		}
	}
	if len(text) < size {
		return 0, true
	}
	return size % maxName, false
}

// roffCharacters has the special characters that occur in URLs, and next to them.
// groff_char(7).
var roffCharacters = map[string]string{
	"aq": "'", "at": "@", "ba": "|", "Do": "$", "dq": `"`, "eq": "=", "ga": "`", "ha": "^",
	"hy": "-", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "or": "|", "pl": "+", "rs": `\`,
	"sh": "#", "sl": "/", "ti": "~", "ul": "_",
	"lq": "“", "rq": "”", "oq": "‘", "cq": "’", "la": "⟨", "ra": "⟩",
}

// fonts reads a run of changes of font, size and colour. They are dropped at the
// beginning and at the end of a word, also before "(", as in "\fBname\fR(5)", so that the
// name does not look like a host. Within a word they remain, as in
// "http://\fIhost\fP/": the URL that they would join is a template.
func (roff) fonts(rest []byte, i int, last byte, atEOF bool) (s unit, more bool) {
	const maxFonts = 64
	n := 0
	for n < maxFonts {
		size, more := roffFont(rest[n:])
		if more && !atEOF {
			return keep(i, len(rest)), true
		} else if size == 0 {
			break
		}
		n += size
	}
	switch {
	case n == 0:
		return keep(i, 2), false
	case n == len(rest) && !atEOF:
		return keep(i, n), true
	}
	begins := last == 0 || ascii.Is(last, ascii.Space) || strings.IndexByte("([{<\"'`", last) >= 0
	ends := n == len(rest) || ascii.Is(rest[n], ascii.Space) || strings.IndexByte("()]}>\"'`", rest[n]) >= 0
	return unit{from: i, to: i + n, kept: !begins && !ends}, false
}

// roffFont reads a change of font, size or colour. It returns its length, or 0,
// and more if text is too short to decide.
func roffFont(text []byte) (n int, more bool) {
	switch {
	case len(text) == 0:
		return 0, true
	case text[0] != '\\':
		return 0, false
	case len(text) == 1:
		return 0, true
	}
	n = 2
	switch text[1] {
	case 'f', 'm':
	case 's':
		if n < len(text) && (text[n] == '+' || text[n] == '-') {
			n++
		}
	default:
		return 0, false
	}
	size, more := roffName(text[n:])
	if size == 0 {
		return 0, more
	}
	return n + size, false
}
