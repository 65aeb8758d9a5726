package join

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// endsLiteral reports whether the break is the double quote that ends the only string literal of
// the URL's line. The URL must have a scheme: the imports of Go are lists of literals that begin
// with a host.
func endsLiteral(_ *Rules, b *Break) bool {
	if b.Data[b.At] != '"' || b.Host {
		return false
	}
	_, v := b.afterQuote()
	return v != verdict.No
}

// nextLiteral returns where the text of the string literal in the next line begins, if that line and
// the URL's line hold a single literal each:
//
//	"see http://a.example/b/"
//	"c.html for more\n"
//
// In message catalogs of gettext, and in C, Python and Ruby, adjacent literals are one
// string.
func (r *Rules) nextLiteral(b *Break) Joint {
	n, v := b.afterQuote()
	mark, ok := literalLine(b.Line[:len(b.Line)-1])
	switch {
	case !b.Literal && (!ok || len(b.Line) >= maxPrefix || b.Joined):
		return refused(verdict.No)
	case v == verdict.More:
		return refused(v)
	}
	next, v := b.literalAfter(n, mark)
	if v != verdict.Yes {
		return refused(v)
	}
	return Joint{Verdict: v, Next: next, Lines: 1}
}

// isNoItem decides whether the literal at index i continues the URL: it does, unless the two are rather
// items of a list. They are if the URL's line has nothing else, both literals would have fitted into a
// line, and the first word of the second has a form that words of prose have.
func (r *Rules) isNoItem(b *Break, i int) verdict.Verdict {
	before := bytes.TrimLeft(b.Line[:len(b.Line)-1], " \t")
	left := literalWidth - len(b.Line) - b.Width
	if string(before) != `"` || left <= 0 || b.Literal {
		return verdict.Yes
	}
	rest, eof := b.Data[i:], b.EOF
	if len(rest) > left {
		rest, eof = rest[:left], true
	}
	text, _, ends := bytes.Cut(rest, []byte{'"'})
	switch {
	case !ends && !eof:
		return verdict.More
	case !ends:
		return verdict.Yes
	}
	word, _, _ := bytes.Cut(text, []byte{' '})
	return verdict.Of(looksLikeURLPart(word))
}

// literalWidth is the width of lines at which gettext breaks literals.
const literalWidth = 80

// afterQuote decides whether the double quote of the break ends its line. A backslash that
// continues the line may follow. The next line begins at index i.
func (b *Break) afterQuote() (i int, v verdict.Verdict) {
	i = b.At + 1
	if i < len(b.Data) && b.Data[i] == ' ' {
		if i++; i < len(b.Data) && b.Data[i] != '\\' {
			return 0, verdict.No
		}
	}
	if i < len(b.Data) && b.Data[i] == '\\' {
		i++
	}
	if i == len(b.Data) {
		return 0, verdict.AtEnd(b.EOF)
	}
	size, cut := chars.LineBreak(b.Data, i, b.EOF)
	if cut {
		return 0, verdict.More
	}
	return i + size, verdict.Of(size > 0)
}

// literalLine reports whether line, up to a URL in it, has a single string literal, in
// which the URL is. In a message catalog, a keyword such as "msgid" may precede the
// literal, and a mark all lines of an obsolete or previous message: "#~" or "#|".
// literalLine returns the mark.
func literalLine(line []byte) (mark []byte, ok bool) {
	line = bytes.TrimLeft(line, " \t")
	if len(line) > 2 && line[0] == '#' && (line[1] == '~' || line[1] == '|') {
		mark = line[:2]
		line = bytes.TrimLeft(line[2:], " \t")
	}
	if bytes.HasPrefix(line, []byte("msg")) {
		_, line, _ = bytes.Cut(line, []byte{' '})
	}
	text, ok := bytes.CutPrefix(line, []byte{'"'})
	return mark, ok && closingAt(text) < 0
}

// closingAt returns the index of the double quote that ends the string literal whose text
// begins with text, or -1.
func closingAt(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i
		}
	}
	return -1
}

// maxLiteral bounds the line of a string literal that is looked at, in bytes.
const maxLiteral = 2 * maxPrefix

// literalAfter returns the index of the text of the string literal that is alone in the
// line that begins at index i. The line has the mark, and the text begins with ASCII.
func (b *Break) literalAfter(i int, mark []byte) (at int, v verdict.Verdict) {
	line := b.Data[i:min(len(b.Data), i+maxLiteral)]
	end := bytes.IndexAny(line, "\r\n")
	if end >= 0 {
		line = line[:end]
	}
	text := line
	for _, want := range [...][]byte{mark, {'"'}} {
		text = bytes.TrimLeft(text, " \t")
		size := min(len(text), len(want))
		if !bytes.Equal(text[:size], want[:size]) {
			return 0, verdict.No
		}
		text = text[size:]
	}
	if end < 0 && len(line) < maxLiteral && !b.EOF {
		return 0, verdict.More
	}
	closing := closingAt(text)
	if closing < 0 || len(line) == maxLiteral || text[0] >= utf8.RuneSelf || len(bytes.TrimRight(text[closing+1:], " \t;,)]}\\")) > 0 {
		return 0, verdict.No
	}
	return i + len(line) - len(text), verdict.Yes
}
