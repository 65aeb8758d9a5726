package find

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// A decoded is the text of the window from the beginning of a URL to a byte that ends it
// in any case, with its escape sequences decoded. The rules read a URL with escape
// sequences there.
//
// It is kept for the URLs that begin later in the same text: otherwise, a text of many
// URLs would be decoded as often as it has URLs.
type decoded struct {
	text     Text  // its EOF is always true
	segs     []seg // where in the window the bytes of text.Data are: see seg
	end      int   // index in the window of the end of text.Data
	window   *Text // the window that was decoded
	notation escape.Notation
	strict   bool // all text is in the notation: see read
	whole    bool // a byte ends the text; otherwise it was cut
	foreign  bool // what ends it is overstruck or, if strict, not in the notation

	cache bareCache // for indices in text
}

// A decodings holds the last decoded text for each notation, strict or not.
type decodings [2 * escape.NumNotations]decoded

// reset discards the texts. A nil d has none.
func (d *decodings) reset() {
	if d != nil {
		for i := range d {
			d[i].reset()
		}
	}
}

// of returns the text for the notation n.
func (d *decodings) of(n escape.Notation, strict bool) *decoded {
	i := 2 * int(n)
	if strict {
		i++
	}
	return &d[i]
}

// reset discards the text.
func (d *decoded) reset() { d.text.Data, d.segs, d.end = d.text.Data[:0], d.segs[:0], 0 }

// index returns the index in text.Data of the character at Data[i] of the window. It
// returns -1 if no character of the text begins there.
func (d *decoded) index(i int) int {
	if i >= d.end || i < d.segs[0].in {
		return -1
	}
	k, ok := slices.BinarySearchFunc(d.segs, i, func(g seg, i int) int { return g.in - i })
	if ok {
		return d.segs[k].at
	}
	if g := d.segs[k-1]; g.size == 0 {
		return g.at + i - g.in
	}
	return -1
}

// inWindow returns the index in the window of index i of text.Data. Within a character
// that replaces an escape sequence, it is that of the sequence.
func (d *decoded) inWindow(i int) int {
	if i == len(d.text.Data) {
		return d.end
	}
	k := 0
	if len(d.segs) > 1 && i >= d.segs[1].at { // not at the beginning of the URL
		k = len(d.segs) - 1
		for last := k - 4; k > last && d.segs[k].at > i; {
			k--
		}
		if d.segs[k].at > i { // nor near its end
			k = sort.Search(k, func(k int) bool { return d.segs[k].at > i }) - 1
		}
	}
	g := d.segs[k]
	if g.size > 0 {
		return g.in
	}
	return g.in + i - g.at
}

// read decodes the text from t.Data[start] on, in the notation n, and returns the index
// of its beginning in d.text. The text has limit bytes if it is cut; more, if they are in
// the window, so that the URLs that follow are in it, too. It is also cut if limit times
// maxMarkup bytes of the window are decoded.
//
// If strict is set, all text is in that notation: the verdict is No if it is not, as in a
// regular expression. Otherwise backslashes of markup are left to bare.backslash. The
// verdict is also No if the text has overstruck characters: escape sequences and these do
// not occur together.
func (d *decoded) read(t *text, start int, n escape.Notation, strict bool, limit int) (first int, v wrapper.Verdict) {
	if first = d.index(start); first >= 0 && (d.whole || len(d.text.Data)-first >= limit) {
		d.window = t.Text
		return first, d.verdict(first, limit)
	}
	d.reset()
	d.text.EOF = true
	d.window, d.notation, d.strict, d.foreign, d.whole = t.Text, n, strict, false, false
	d.cache.reset()
	i := start
	for !d.whole && len(d.text.Data) < 2*limit && i-start < maxMarkup*limit {
		n := undecodedLen(t.Data[i:min(len(t.Data), i+limit)])
		d.copy(t.Data[i:i+n], i)
		i += n
		if i == len(t.Data) {
			if !t.EOF && len(d.text.Data) < limit {
				d.reset()
				return 0, wrapper.More
			}
			d.whole = t.EOF
			break
		}
		switch c := t.Data[i]; {
		case !undecodedEnd[c]:
			continue
		case c == '\b':
			d.foreign, d.whole = true, true
			continue
		case c != '\\':
			d.copy(t.Data[i:i+1], i)
			i++
			d.whole = true
			continue
		}
		s, more := d.sequence(t, i)
		after := i + s.Size
		switch {
		case more, s.Size > 0 && after == len(t.Data) && !t.EOF:
			d.reset()
			return 0, wrapper.More
		case s.Size == 0 && strict, s.Size > 0 && after < len(t.Data) && t.Data[after] == '\b':
			d.foreign, d.whole = true, true
		case s.Size == 0:
			d.copy(t.Data[i:i+1], i)
			i++
		default:
			d.segs = append(d.segs, seg{len(d.text.Data), i, s.Size})
			d.text.Data = utf8.AppendRune(d.text.Data, s.Char)
			d.whole = s.Char < utf8.RuneSelf && undecodedEnd[s.Char]
			i = after
		}
	}
	d.end = i
	return 0, d.verdict(0, limit)
}

// undecodedLen returns the length of the text before the first byte of b in undecodedEnd.
func undecodedLen(b []byte) int {
	for i, c := range b {
		if undecodedEnd[c] {
			return i
		}
	}
	return len(b)
}

// verdict returns the verdict of read about the URL that begins at index first of the
// text.
func (d *decoded) verdict(first, limit int) wrapper.Verdict {
	return yes(!d.foreign || len(d.text.Data)-first >= limit)
}

// copy appends text, which is at index in of the window.
func (d *decoded) copy(text []byte, in int) {
	if len(text) > 0 {
		d.segs = append(d.segs, seg{at: len(d.text.Data), in: in})
		d.text.Data = append(d.text.Data, text...)
	}
}

// sequence returns the escape sequence at the backslash t.Data[i] that is decoded.
func (d *decoded) sequence(t *text, i int) (s escape.Sequence, more bool) {
	if d.notation == escape.Literal && i+1 < len(t.Data) && t.Data[i+1] == '/' { // nearly all
		return escape.Sequence{Size: 2, Char: '/'}, false
	}
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

// undecodedEnd holds the bytes that end a URL wherever they are, and the backslash.
var undecodedEnd = func() (t [256]bool) {
	for i := range t {
		c := byte(i)
		t[c] = c == '"' || c == '<' || c == '>' || c == '\\' || ascii.Is(c, ascii.Space|ascii.Control)
	}
	return t
}()

// maxAhead is how many bytes after the end of a URL the rules for it look at, at most.
const maxAhead = maxUserinfo + MaxHead

// decode decodes the text from the URL on that begins at t.Data[start]. The notation n is
// that of its colon; if that is Markup, backslashes of markup remain in the text. See
// decoded.read for the results.
func (b *bare) decode(t *text, start int, n escape.Notation) (first int, v wrapper.Verdict) {
	strict := n != escape.Markup
	if !strict {
		n = escape.Around(t.Data, start)
	}
	if b.decodings == nil {
		b.decodings = new(decodings)
	}
	b.decoded = b.decodings.of(n, strict)
	return b.decoded.read(t, start, n, strict, b.rules.MaxURL+maxMarksOff+maxAhead)
}

// runDecoded is run for a URL with escape sequences, which is not rejoined over lines.
// The notation n is that of its colon, and its scheme ends at Data[end]. It is not ok if
// the text cannot be decoded.
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
	if b.at == len(d.text.Data) && !d.whole {
		v = wrapper.No // too long
	}
	return v, true
}

// isDecoded reports whether the URL is read in its decoded text.
func (b *bare) isDecoded() bool { return b.decoded != nil && b.Text == &b.decoded.text }

// isEncoded decides whether the backslash at b.at begins an escape sequence that is
// decoded before the URL is read.
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
		return b.decoded.inWindow(i)
	}
	return i
}

// start returns the index in the window of the beginning of the URL.
func (b *bare) start() int { return b.inWindow(b.output.start()) }

// end returns the index in the window of the end of the URL.
func (b *bare) end() int { return b.inWindow(b.output.end()) }

// escapedColon decides about the colon at Data[i], if it or a slash after it is written
// as an escape sequence of the notation n. The scheme is Data[start:end].
func (f *Finder) escapedColon(i, start, end int, n escape.Notation) decision {
	if n == escape.Literal && !(scheme.IsSpecial(f.Data[start:end]) && f.isInLiteral(start, i)) {
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

// isInLiteral reports whether the URL that begins at Data[start] is in a string literal.
// It is certainly in one if the slash after the colon Data[colon] is written as a number.
func (t *text) isInLiteral(start, colon int) bool {
	if s, _ := escape.Numeric(t.Data, colon+1, true); s.Size > 0 {
		return true
	}
	return escape.Around(t.Data, start) == escape.Literal
}
