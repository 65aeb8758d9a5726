package find

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// literal decides about the double quote at b.at: whether it ends the URL, or ends a
// string literal that continues in the next line. It continues if the URL's line and the
// next one hold a single literal each, and a line of text continues there, by the rule
// for hyphens:
//
//	"see http://a.example/b/"
//	"c.html for more\n"
//
// In message catalogs of gettext, and in C, Python and Ruby, adjacent literals are one
// string. The URL must have a scheme: the imports of Go are lists of literals that begin
// with a host.
func (b *bare) literal() wrapper.Verdict {
	n, v := b.afterQuote()
	if v == wrapper.No {
		return v
	}
	head := b.head()
	mark, ok := literalLine(head[:len(head)-1])
	if !b.quoted && (!ok || len(head) >= MaxHead || len(b.breaks) > 0) {
		return wrapper.No
	}
	if v == wrapper.More {
		return v
	}
	next, v := b.nextLiteral(n, mark)
	if v != wrapper.Yes {
		return v
	}
	if v := b.continues(next); v != wrapper.Yes {
		return v
	}
	if b.tooMany = b.read+1 > b.rules.MaxLines; b.tooMany {
		return wrapper.No
	}
	b.flush()
	b.breaks = append(b.breaks, len(b.out))
	b.read++
	b.at = next
	b.resume()
	b.quoted = true
	return wrapper.Yes
}

// afterQuote decides whether the double quote at b.at ends its line. A backslash that
// continues the line may follow. The next line begins n bytes ahead.
func (b *bare) afterQuote() (n int, v wrapper.Verdict) {
	n = 1
	c, v := b.peek(n)
	if v == wrapper.Yes && c == ' ' {
		n++
		if c, v = b.peek(n); v == wrapper.Yes && c != '\\' {
			return 0, wrapper.No
		}
	}
	if v == wrapper.Yes && c == '\\' {
		n++
		_, v = b.peek(n)
	}
	if v != wrapper.Yes {
		return 0, v
	}
	size, cut := chars.LineBreak(b.Data, b.at+n, b.EOF)
	if cut {
		return 0, wrapper.More
	}
	return n + size, yes(size > 0)
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

// nextLiteral returns the index of the text of the string literal that is alone in the
// line that begins n bytes ahead. The line has the mark, and the text begins with ASCII.
func (b *bare) nextLiteral(n int, mark []byte) (at int, v wrapper.Verdict) {
	i := b.at + n
	line := b.Data[i:min(len(b.Data), i+2*MaxHead)]
	end := bytes.IndexAny(line, "\r\n")
	if end >= 0 {
		line = line[:end]
	}
	text := line
	for _, want := range [...][]byte{mark, {'"'}} {
		text = bytes.TrimLeft(text, " \t")
		size := min(len(text), len(want))
		if !bytes.Equal(text[:size], want[:size]) {
			return 0, wrapper.No
		}
		text = text[size:]
	}
	if end < 0 && len(line) < 2*MaxHead && !b.EOF {
		return 0, wrapper.More
	}
	closing := closingAt(text)
	if closing < 0 || len(line) == 2*MaxHead || text[0] >= utf8.RuneSelf || len(bytes.TrimRight(text[closing+1:], " \t;,)]}\\")) > 0 {
		return 0, wrapper.No
	}
	return i + len(line) - len(text), wrapper.Yes
}
