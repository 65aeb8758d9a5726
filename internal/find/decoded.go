package find

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// A decoded is the text of the window from the beginning of a URL to a byte that ends it in
// any case, with its escape sequences decoded. The rules read a URL with escape sequences
// there.
//
// It is kept for the URLs that begin later in the same text: otherwise, a text of many
// URLs would be decoded as often as it has URLs.
type decoded struct {
	text     Text  // its EOF is always true
	at       []int // for each byte of text.Data the index in the window of its character; one more for the end
	window   *Text
	notation escape.Notation
	strict   bool
	foreign  bool // the text has overstruck characters or, if strict, is not in the notation
	whole    bool // a byte ends the text; otherwise it was cut at the limit

	cache bareCache // for indices in text
}

// reset discards the text.
func (d *decoded) reset() { d.text.Data, d.at = d.text.Data[:0], d.at[:0] }

// index returns the index in text.Data of the character at Data[i] of the window. It
// returns -1 if no character begins there.
func (d *decoded) index(i int) int {
	if k, ok := slices.BinarySearch(d.at, i); ok && k < len(d.text.Data) {
		return k
	}
	return -1
}

// read decodes the text from t.Data[start] on, in the notation n, and returns the index of
// its beginning in d.text. The text is no longer than limit.
//
// If strict is set, all text is in that notation: the verdict is No if it is not, as in a
// regular expression. Otherwise backslashes of markup are left to bare.backslash. The
// verdict is also No if the text has overstruck characters: escape sequences and these do
// not occur together.
func (d *decoded) read(t *text, start int, n escape.Notation, strict bool, limit int) (first int, v wrapper.Verdict) {
	if first = d.index(start); first >= 0 && d.notation == n && d.strict == strict && (d.whole || len(d.text.Data)-first >= limit) {
		d.window = t.Text
		return first, yes(!d.foreign)
	}
	d.text.Data, d.text.EOF = d.text.Data[:0], true
	d.at = d.at[:0]
	d.window, d.notation, d.strict, d.foreign, d.whole = t.Text, n, strict, false, false
	d.cache.reset()
	i := start
	for !d.whole && len(d.text.Data) < limit {
		if i == len(t.Data) {
			if !t.EOF {
				d.reset()
				return 0, wrapper.More
			}
			break
		}
		c := t.Data[i]
		if c == '\b' {
			d.foreign, d.whole = true, true
			break
		}
		if c != '\\' {
			d.text.Data, d.at = append(d.text.Data, c), append(d.at, i)
			d.whole = endsAny(rune(c))
			i++
			continue
		}
		s, more := d.sequence(t, i)
		after := i + s.Size
		switch {
		case more, s.Size > 0 && after == len(t.Data) && !t.EOF:
			d.reset()
			return 0, wrapper.More
		case s.Size > 0 && after < len(t.Data) && t.Data[after] == '\b':
			d.foreign, d.whole = true, true
		case s.Size > 0:
			d.text.Data = utf8.AppendRune(d.text.Data, s.Char)
			for len(d.at) < len(d.text.Data) {
				d.at = append(d.at, i)
			}
			d.whole = s.Char == '\\' || endsAny(s.Char)
			i = after
		case strict:
			d.foreign, d.whole = true, true
		default:
			d.text.Data, d.at = append(d.text.Data, c), append(d.at, i)
			i++
		}
	}
	d.whole = d.whole || i == len(t.Data)
	d.at = append(d.at, i)
	return 0, yes(!d.foreign)
}

// sequence returns the escape sequence at the backslash t.Data[i] that is decoded.
func (d *decoded) sequence(t *text, i int) (s escape.Sequence, more bool) {
	if d.strict {
		return d.notation.At(t.Data, i, t.EOF)
	}
	s, more = escape.Numeric(t.Data, i, t.EOF)
	if s.Size == 0 && !more && d.notation == escape.Literal {
		if s, more = d.notation.At(t.Data, i, t.EOF); s.Char != '/' {
			s = escape.Sequence{}
		}
	}
	return s, more
}

// endsAny reports whether r ends a URL wherever it is.
func endsAny(r rune) bool {
	return r == '"' || r == '<' || r == '>' || r < utf8.RuneSelf && ascii.Is(byte(r), ascii.Space|ascii.Control)
}

// maxAhead is how many bytes after the end of a URL the rules for it look at, at most.
const maxAhead = maxUserinfo + MaxHead

// decode decodes the text from the URL on that begins at t.Data[start]. Its scheme ends at
// Data[end]. The notation n is that of its colon; if that is Markup, backslashes of markup
// remain in the text. See decoded.read for the results.
func (b *bare) decode(t *text, start int, n escape.Notation) (first int, v wrapper.Verdict) {
	strict := n != escape.Markup
	if !strict {
		n = escape.Around(t.Data, start)
	}
	return b.decoded.read(t, start, n, strict, b.rules.MaxURL+maxMarksOff+maxAhead)
}

// runDecoded is run for a URL with escape sequences. It is not rejoined over lines. The
// notation n is that of its colon, and its scheme ends at Data[end]. It is not ok if the text
// cannot be decoded.
func (b *bare) runDecoded(t *text, from, start, end int, n escape.Notation) (v wrapper.Verdict, ok bool) {
	first, v := b.decode(t, start, n)
	if v != wrapper.Yes {
		return v, v == wrapper.More
	}
	d, cache := b.decoded, b.cache
	b.begin(&text{Text: &d.text, fallback: t.fallback}, first, false)
	b.mode = enclosing(t.Data[:from])
	b.cache = d.cache
	v = b.scan(first, first+end-start)
	d.cache, b.cache = b.cache, cache
	return v, true
}

// isDecoded reports whether the URL is read in its decoded text.
func (b *bare) isDecoded() bool { return b.Text == &b.decoded.text }

// isEncoded decides whether the backslash at b.at begins an escape sequence that is decoded
// before the URL is read.
func (b *bare) isEncoded() wrapper.Verdict {
	s, more := escape.Numeric(b.Data, b.at, b.EOF)
	if s.Size == 0 && !more {
		if s, more = escape.Literal.At(b.Data, b.at, b.EOF); s.Char != '/' || escape.Around(b.Data, b.start()) != escape.Literal {
			s.Size = 0
		}
	}
	if more {
		return wrapper.More
	}
	return yes(s.Size > 0)
}

// inWindow returns the index in the window of index i of Data.
func (b *bare) inWindow(i int) int {
	if b.isDecoded() {
		return b.decoded.at[i]
	}
	return i
}

// start returns the index in the window of the beginning of the URL.
func (b *bare) start() int { return b.inWindow(b.output.start()) }

// end returns the index in the window of the end of the URL.
func (b *bare) end() int { return b.inWindow(b.output.end()) }

// escapedColon decides about the colon at Data[i], if it or a slash after it is written as
// an escape sequence of the notation n. The scheme ends at Data[end].
func (f *Finder) escapedColon(i, end int, n escape.Notation) decision {
	start, ok := f.rules.Schemes.Before(f.Data[f.floor:], end-f.floor)
	start += f.floor
	if !ok || n == escape.Literal && !f.isInLiteral(start, i) {
		return none
	}
	first, v := f.bare.decode(&f.text, start, n)
	if v != wrapper.Yes {
		return decided(v)
	}
	url, colon := f.bare.decoded.text.Data, first+end-start
	if !bytes.HasPrefix(url[colon:], []byte("://")) || f.rules.Schemes.Begins(url, first, colon, true) != wrapper.Yes {
		return none
	}
	v, _ = f.bare.runDecoded(&f.text, start, start, end, n)
	return f.ended(v, Bare, start, i)
}

// isInLiteral reports whether the URL that begins at Data[start] is in a string literal. It
// is certainly in one if the slash after the colon Data[colon] is written as a number.
func (t *text) isInLiteral(start, colon int) bool {
	if s, _ := escape.Numeric(t.Data, colon+1, true); s.Size > 0 {
		return true
	}
	return escape.Around(t.Data, start) == escape.Literal
}
