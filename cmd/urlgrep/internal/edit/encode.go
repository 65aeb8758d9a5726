package edit

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
)

// An encoder writes fields in the notation that the text has for the URL which they replace. A
// character is written as the URL has it. A character that the URL does not have is written if it
// needs no escape sequence in any notation, or if the notation is certain.
type encoder struct {
	place
	old      spelling // the URL
	fallback *chars.Fallback
	isUTF8   bool // the piece is UTF-8; otherwise new characters are in fallback

	escaped      map[rune]string // the escape sequences of old
	isHTML       bool            // one is a character reference
	isUnicode    bool            // one is as "\u0026"
	ampersands   map[string]bool // each "&" that old has as it is, with what may belong to a reference
	hasAmpersand bool            // one of these begins no reference
	hasPercent   bool            // old has "%2F" as it is
	hasQuestion  bool            // old has "?" as it is
	hasForeign   bool            // old has a character as it is that is not ASCII
	brackets     []rune          // the brackets that old has as they are

	dst    []byte // the new text
	ampsAt []int  // where dst has "&" as it is, from a field
}

// newEncoder returns an encoder for a piece, which is the URL url as the text at p writes it.
func newEncoder(p place, piece []byte, url string, fallback *chars.Fallback) *encoder {
	e := &encoder{
		place: p, old: spellingOf(piece, url, fallback), fallback: fallback, isUTF8: utf8.Valid(piece),
		escaped: map[rune]string{}, ampersands: map[string]bool{},
	}
	text := append(e.old.written(), p.after[:min(len(p.after), maxRun)]...)
	for i, g := range e.old {
		switch {
		case g.escape:
			e.escaped[g.char] = g.written
			e.isHTML = e.isHTML || g.written[0] == '&'
			e.isUnicode = e.isUnicode || strings.HasPrefix(g.written, `\u`)
		case g.char == '&':
			run := ampersandRun(text)
			e.ampersands[run] = true
			e.hasAmpersand = e.hasAmpersand || !isReference(run)
		case g.char == '%':
			e.hasPercent = e.hasPercent || isPercent(e.old.chars(i, 3))
		case g.char == '?':
			e.hasQuestion = true
		case isBracket(g.char):
			e.brackets = append(e.brackets, g.char)
		case g.char >= utf8.RuneSelf:
			e.hasForeign = true
		}
		text = text[len(g.written):]
	}
	return e
}

// written returns the URL as the text writes it, on one line.
func (s spelling) written() (text []byte) {
	for _, g := range s {
		text = append(text, g.written...)
	}
	return text
}

// chars returns at most n characters from character i on.
func (s spelling) chars(i, n int) []rune {
	list := make([]rune, 0, min(n, len(s)-i))
	for _, g := range s[i : i+cap(list)] {
		list = append(list, g.char)
	}
	return list
}

// A part is a part of the new text that is from a field.
type part struct {
	text       []rune
	prev, next rune // the characters around it, or 0
	isFirst    bool // the new text begins with it
	isLast     bool // the new text ends with it
	tildes     int  // the number of "~" in text
}

// literal appends a part of the new text that is not from a field.
func (e *encoder) literal(text []byte) {
	if e.isUTF8 {
		e.dst = append(e.dst, text...)
	} else {
		e.dst = e.fallback.AppendEncoded(e.dst, string(text))
	}
}

// field appends a part of the new text that is from a field. It returns false if a character may
// need an escape sequence that is not known.
func (e *encoder) field(p part) (ok bool) {
	if !e.isPlain && (e.hasUnsafeEnds(p) || e.hasNewSequence(p)) {
		return false
	}
	for _, r := range p.text {
		if r == '~' {
			p.tildes++
		}
	}
	same := 0 // length of the beginning that the URL begins with
	for same < min(len(p.text), len(e.old)) && p.text[same] == e.old[same].char {
		same++
	}
	end := 0 // length of the rest that the URL ends with
	for end < min(len(p.text), len(e.old))-same && p.text[len(p.text)-1-end] == e.old[len(e.old)-1-end].char {
		end++
	}
	w := writer{encoder: e, from: same, to: len(e.old) - end}
	w.keep(e.old[:same])
	marks := defangMarks(p.text)
	for i := same; i < len(p.text)-end; i++ {
		if !w.write(p, i, marks[i]) {
			return false
		}
	}
	w.isCut = same+end < max(len(p.text), len(e.old))
	w.keep(e.old[len(e.old)-end:])
	if w.isHex && (w.isCut || !p.isLast) && isHex(p.next) {
		return false // as in put
	}
	return !w.failed && (e.isPlain || slices.Equal(w.brackets, e.brackets) || isBalanced(w.brackets))
}

// text returns the new text. It is not ok if "&" from a field is as it is and begins a character
// reference that the URL does not have, or if all "&" of the URL begin one.
func (e *encoder) text() (_ []byte, ok bool) {
	text := slices.Concat(e.dst, e.after[:min(len(e.after), maxRun)])
	for _, i := range e.ampsAt {
		run := ampersandRun(text[i:])
		isAmpersand := !isReference(run) && (e.hasAmpersand || e.isAllowed('&'))
		if !isAmpersand && !e.ampersands[run] && !e.isPlain {
			return nil, false
		}
	}
	return e.dst, true
}

// A writer writes a part.
type writer struct {
	*encoder
	from, to int    // the characters of old that the part replaces and that are not used up: see take
	brackets []rune // written as they are
	isCut    bool   // the next character did not follow the last one in the URL
	isHex    bool   // the last character was written as "\x27"
	failed   bool
}

// keep writes a part of the URL.
func (w *writer) keep(s spelling) {
	for _, g := range s {
		w.put(g)
		w.isCut = false
	}
}

// put writes a glyph.
func (w *writer) put(g glyph) {
	if w.isHex && w.isCut && !g.escape && isHex(g.char) {
		w.failed = true // more than two digits: another character in C
	}
	switch {
	case g.escape:
	case isBracket(g.char):
		w.brackets = append(w.brackets, g.char)
	case g.char == '&':
		w.ampsAt = append(w.ampsAt, len(w.dst))
	}
	w.isHex = g.escape && strings.HasPrefix(g.written, `\x`)
	w.dst = append(w.dst, g.written...)
}

// write writes character i of p. isMark says that it belongs to one of marks.
func (w *writer) write(p part, i int, isMark bool) (ok bool) {
	r := p.text[i]
	w.isCut = true
	written, isEscape := w.escaped[r]
	if r == '&' && w.ampersands[p.run(i)] && isReference(p.run(i)) {
		isEscape = false // a reference that the URL has itself
	}
	switch {
	case isEscape:
	case p.isFree(i), isMark, isForeign(r) && (w.hasForeign || w.isMarkdown),
		r == '&' && (w.hasAmpersand || w.ampersands[p.run(i)]), // see text
		r == '%' && w.hasPercent && isPercent(p.text[i:]),
		r == '?' && w.hasQuestion,
		w.isAllowed(r) && (w.isPlain || r != '%' || isPercent(p.text[i:])):
	case w.isHTML && (r == '&' || r == '\''):
		written, isEscape = html.EscapeString(string(r)), true
	case w.isUnicode && strings.ContainsRune("!#$&'()*,;?@[]^_{|}~", r):
		written, isEscape = fmt.Sprintf(`\u%04x`, r), true
	case w.take(p, i):
	default:
		return false
	}
	if !isEscape && w.isUTF8 {
		written = string(r)
	} else if !isEscape {
		written = string(w.fallback.AppendEncoded(nil, string(r)))
	}
	if isEscape || !isMark {
		w.put(glyph{r, written, isEscape})
	} else {
		w.dst, w.isHex = append(w.dst, written...), false
	}
	return !w.failed
}

// take reports whether the URL has character i of p, as it is, among the characters that are
// replaced, and after those that were taken before. A character of emphasis in Markdown must be
// between characters of the same kinds.
func (w *writer) take(p part, i int) bool {
	r := p.text[i]
	if r < utf8.RuneSelf && (r <= ' ' || strings.ContainsRune("\"<>\\`&%\x7f", r)) {
		return false
	}
	for k := w.from; k < w.to; k++ {
		if w.old[k].char != r || w.old[k].escape {
			continue
		}
		if strings.ContainsRune("*_~", r) {
			prev, next := p.around(i)
			oldPrev, oldNext := w.around(k)
			if kindOf(prev) != kindOf(oldPrev) || kindOf(next) != kindOf(oldNext) {
				continue
			}
		}
		w.from = k + 1
		return true
	}
	return false
}

// run returns the "&" that is character i of p, with what may belong to a character reference.
func (p part) run(i int) string {
	return ampersandRun([]byte(string(p.text[i:min(len(p.text), i+maxRun)])))
}

// around returns the characters before and after character i of p.
func (p part) around(i int) (prev, next rune) {
	prev, next = p.prev, p.next
	if i > 0 {
		prev = p.text[i-1]
	}
	if i+1 < len(p.text) {
		next = p.text[i+1]
	}
	return prev, next
}

// around returns the characters before and after character i of the URL.
func (e *encoder) around(i int) (prev, next rune) {
	prev, next = e.last(), e.first()
	if i > 0 {
		prev = e.old[i-1].char
	}
	if i+1 < len(e.old) {
		next = e.old[i+1].char
	}
	return prev, next
}

// kindOf returns 'a' for a letter or digit, ' ' for white space, and '.' for punctuation.
func kindOf(r rune) byte {
	switch {
	case r == 0 || unicode.IsSpace(r):
		return ' '
	case unicode.IsLetter(r) || unicode.IsDigit(r):
		return 'a'
	}
	return '.'
}

// isFree reports whether character i of p needs no escape sequence in any notation. In Markdown, "_"
// and "~" are markup unless "_" is within a word and "~" is the only one.
func (p part) isFree(i int) bool {
	r := p.text[i]
	prev, next := p.around(i)
	switch r {
	case '-', '.', ':', '/', '=', '+':
		return true
	case '_':
		return isAlphaDigit(prev) && isAlphaDigit(next)
	case '~':
		return isAlphaDigit(next) && prev == '/' && p.tildes == 1
	}
	return isAlphaDigit(r)
}

// isForeign reports whether r is not ASCII, and needs no escape sequence where such characters do
// not.
func isForeign(r rune) bool {
	return r >= utf8.RuneSelf && r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.S)
}

// sequences are sequences of characters that begin or end something in a notation, such as
// comments.
var sequences = []string{
	"--", "++", "__", "~~", "??", "*/", "/*", "${", "$(", "$$", "#{", "#$", "#@", "@{", "{{", "}}", "{%", "%}", "[[", "]]", "](", "![",
}

// hasNewSequence reports whether p has more of sequences than the URL in its place has, or another
// variable.
func (e *encoder) hasNewSequence(p part) bool {
	around := func(prev rune, text []rune, next rune) string {
		return string(prev) + string(text) + string(next)
	}
	text := around(p.prev, p.text, p.next)
	old := around(e.last(), e.old.chars(0, len(e.old)), e.first())
	for _, s := range sequences {
		if strings.Count(text, s) > strings.Count(old, s) {
			return true
		}
	}
	for i := len(string(p.prev)); i < len(text)-1; i++ {
		if text[i] == '$' && !strings.Contains(old, text[i:i+2]) {
			return true
		}
	}
	return false
}

// hasUnsafeEnds reports whether p begins in a way that matters at the beginning of a word, or ends
// in a way that matters at the end of one, unless the URL does.
func (e *encoder) hasUnsafeEnds(p part) bool {
	n := len(e.old)
	return p.isFirst && strings.ContainsRune("-=+~?:", p.text[0]) && (n == 0 || e.old[0].char != p.text[0]) ||
		p.isLast && p.text[len(p.text)-1] == ':' && (n == 0 || e.old[n-1].char != ':')
}

// maxRun is more than the length of any character reference of HTML.
const maxRun = 40

// ampersandRun returns the "&" that text begins with and what may belong to a character reference.
func ampersandRun(text []byte) string {
	n := 1
	for n < len(text) && n < maxRun && (ascii.Is(text[n], ascii.AlphaDigit) || n == 1 && text[n] == '#') {
		n++
	}
	if n < len(text) && text[n] == ';' {
		n++
	}
	return string(text[:n])
}

// isReference reports whether HTML may read a run as a character reference.
func isReference(run string) bool { return html.UnescapeString(run) != run }

// isPercent reports whether text begins with "%" and two hexadecimal digits.
func isPercent(text []rune) bool {
	return len(text) > 2 && text[0] == '%' && isHex(text[1]) && isHex(text[2])
}

func isHex(r rune) bool        { return ascii.IsRune(r, ascii.Hex) }
func isAlphaDigit(r rune) bool { return ascii.IsRune(r, ascii.AlphaDigit) }
func isBracket(r rune) bool    { return r < utf8.RuneSelf && strings.ContainsRune("()[]{}", r) }

// isBalanced reports whether each bracket has its partner.
func isBalanced(brackets []rune) bool {
	var open []rune
	for _, c := range brackets {
		switch c {
		case '(', '[', '{':
			open = append(open, c)
		default:
			n := len(open) - 1
			if n < 0 || c != open[n]+1 && c != open[n]+2 {
				return false
			}
			open = open[:n]
		}
	}
	return len(open) == 0
}

// marks are the notations of a defanged URL, and an IP literal.
var marks = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[[0-9A-Fa-f.]*[.:][0-9A-Fa-f.:]*\]|\[@\]|\[://\]`)
})

// defangMarks returns for each character of text whether it belongs to marks.
func defangMarks(text []rune) []bool {
	is := make([]bool, len(text))
	if !slices.Contains(text, '[') {
		return is
	}
	s := string(text)
	at, i := 0, 0 // indices of the same character in s and in text
	for _, m := range marks().FindAllStringIndex(s, -1) {
		i += utf8.RuneCountInString(s[at:m[0]])
		for at = m[0]; at < m[1]; at++ {
			is[i] = true
			i++
		}
	}
	return is
}
