package find

import (
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// escapedColon decides about a URL whose colon, or the slash after it, is written
// as an escape sequence of the notation n. The scheme is Data[start:end].
func (f *Finder) escapedColon(start, end int, n escape.Notation) decision {
	if n == escape.Literal && !(scheme.Has(f.Data[start:end], scheme.Special) && f.isInLiteral(start, end)) {
		return none
	}
	b := &f.reader
	o := beginning{from: start, start: start, colon: end, notation: n}
	c := o.cursor(&f.text)
	if v := c.begins("://"); v != verdict.Yes {
		return decided(v)
	}
	v := verdict.More
	for n := len("://") + 1; v == verdict.More; n = Eager { // mostly the first character is enough
		var isCut bool
		b.url, isCut = c.appendTo(append(b.url[:0], f.Data[start:end]...), n)
		if v = f.rules.Schemes.Begins(b.url, 0, end-start, n == Eager && !isCut); v == verdict.More && isCut {
			return undecided
		}
	}
	if v != verdict.Yes {
		return none
	}
	return f.undelimited(Bare, o)
}

// isInLiteral reports whether the URL that begins at Data[start] is in a string literal.
// It is certainly in one if the slash after the colon Data[colon] is written as a number.
func (t *text) isInLiteral(start, colon int) bool {
	if s, _ := escape.Numeric(t.Data, colon+1, true); s.Size > 0 {
		return true
	}
	return escape.Around(t.Data, start) == escape.Literal
}

// appendTo appends up to n characters of the text at the cursor to url, up to one that ends a URL. isCut
// reports whether the window ends before.
func (c cursor) appendTo(url []byte, n int) (out []byte, isCut bool) {
	for ; n > 0; n-- {
		r, v := c.next()
		if v != verdict.Yes {
			return url, v == verdict.More
		}
		if url = utf8.AppendRune(url, r); ends.Always(r) {
			break
		}
	}
	return url, false
}

// skipPlain skips up to n bytes, each of them a character of ASCII that is written as it is and may be in a
// URL.
func (c *cursor) skipPlain(n int) {
	for end := min(len(c.data), c.at+n); c.at < end; c.at++ {
		if b := c.data[c.at]; b == '\\' || b >= utf8.RuneSelf || ends.Delimits(b) {
			return
		}
	}
}

// isWritten decides whether all text from the end of the URL up to a character that ends a URL in any case is
// in the notation of the URL: a regular expression is not. It looks at the text that a URL and the
// rules for its end may have.
func (b *reader) isWritten() verdict.Verdict {
	known := &b.cache.strict[b.notation]
	limit := b.at + b.rules.MaxURL + maxMarksOff + maxUserinfo + MaxHead
	ahead := b.cursor
	if known.from <= b.at && b.at < known.to {
		ahead.at = known.to
	} else {
		*known = stretch{b.at, b.at}
	}
	for ahead.at < limit {
		ahead.skipPlain(limit - ahead.at)
		ch, v := ahead.char()
		switch {
		case v == verdict.More:
			return v
		case v == verdict.No, ch.r != '\b' && ch.r < utf8.RuneSelf && ends.Delimits(byte(ch.r)) && ch.form != unreadable:
			return verdict.Yes
		case ch.form == unreadable, ch.r == '\b':
			return verdict.No
		}
		ahead.at += ch.size
		known.to = ahead.at
	}
	return verdict.Yes
}
