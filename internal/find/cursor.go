package find

import (
	"bytes"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A cursor is an index in the text of a URL, at which it reads a character. It alone knows how
// the characters of a URL are written: as they are, as escape sequences, as character references,
// or between text that is no character, such as an overstruck character.
//
// A copy of a cursor looks ahead: see peek.
type cursor struct {
	data     []byte
	eof      bool // the text ends with data
	at       int  // index of the next character
	fallback *chars.Fallback

	start    int             // index where the URL begins
	notation escape.Notation // of the text, if it is known to have escape sequences: see escaped
	strict   bool            // all text of the URL is in the notation
	struck   bool            // the text is known to have overstruck characters
	loose    bool            // a backslash before any punctuation is that of markup
	xml      bool            // a character reference is its character
}

// A char is a character, as it is written in the text.
type char struct {
	r    rune
	size int // bytes of the text
	form form
}

// A form is how a char is written.
type form uint8

const (
	plain      form = iota // as it is; its octets are UTF-8, or one octet of another character set
	backslash              // after a backslash of markup, which alone is not part of the URL
	sequence               // as an escape sequence of a string literal
	replaced               // as another sequence of markup, or as a character reference in XML
	nothing                // it is no character: overstruck, or an escape sequence for none
	unreadable             // a backslash that begins no escape sequence
)

// char returns the character at the cursor. The verdict is No at the end of the text, and More if
// the window is too short to tell.
func (c *cursor) char() (char, verdict.Verdict) {
	if c.at >= len(c.data) {
		return char{}, verdict.AtEnd(c.eof)
	}
	b := c.data[c.at]
	if c.struck {
		if ch, v := c.overstruck(); v != verdict.No {
			return ch, v
		}
	}
	switch {
	case b == '\\', b == '&' && c.xml:
		return c.escaped()
	case b < utf8.RuneSelf:
		return char{r: rune(b), size: 1}, verdict.Yes
	case !c.eof && !utf8.FullRune(c.data[c.at:]):
		return char{}, verdict.More
	}
	r, size := chars.Decode(c.data[c.at:], c.fallback)
	return char{r: r, size: size}, verdict.Yes
}

// overstruck returns the character at the cursor if the next one overstrikes it. Otherwise the verdict is
// No, or More if the window is too short to tell.
func (c *cursor) overstruck() (char, verdict.Verdict) {
	rest := c.data[c.at:]
	if !utf8.FullRune(rest) && !c.eof {
		return char{}, verdict.More
	}
	if n := chars.OverstrikeLen(rest, c.fallback); n > 0 {
		return char{size: n, form: nothing}, verdict.Yes
	}
	if _, n := chars.Decode(rest, c.fallback); n == len(rest) && !c.eof && rest[0] != '<' && rest[0] != '>' && !ascii.Is(rest[0], ascii.Space|ascii.Control) {
		return char{}, verdict.More
	}
	return char{}, verdict.No
}

// escaped returns the character of the escape sequence at the backslash at the cursor, or of the reference
// at the "&" in XML. The number of a
// character is read in any text, "\/" in string literals, and the sequences of markup in text that is
// not strictly in another notation.
func (c *cursor) escaped() (char, verdict.Verdict) {
	switch {
	case c.data[c.at] == '&':
		return c.inXML()
	case c.strict:
		if c.notation == escape.Literal && c.at+1 < len(c.data) && c.data[c.at+1] == '/' { // nearly all
			return char{'/', 2, sequence}, verdict.Yes
		}
		s, more := c.notation.At(c.data, c.at, c.eof)
		if s.Size == 0 && !more && c.isEscapedBackslash() {
			s = escape.Sequence{Size: len(`\\`), Char: '\\'}
		}
		return c.sequence(s, more)
	case c.struck && !c.loose:
		return c.struckMarkup()
	}
	switch {
	case c.loose && c.at+1 == len(c.data):
		return char{}, verdict.AtEnd(c.eof)
	case c.loose && ascii.Is(c.data[c.at+1], ascii.Punct):
		return char{size: 1, form: nothing}, verdict.Yes
	case c.loose:
		return char{'\\', 1, plain}, verdict.Yes
	}
	s, more := escape.Numeric(c.data, c.at, c.eof)
	if s.Size == 0 && !more {
		if s, more = escape.Literal.At(c.data, c.at, c.eof); s.Char != '/' || !c.isLiteral() {
			s.Size = 0
		}
	}
	if s.Size > 0 || more {
		return c.sequence(s, more)
	}
	s, more = escape.Markup.At(c.data, c.at, c.eof)
	return c.markup(s, more)
}

// isEscapedBackslash reports whether two backslashes at the cursor represent one: in a string literal that
// is not within another one, where the "/" of the URL have one backslash each.
func (c *cursor) isEscapedBackslash() bool {
	if c.notation != escape.Literal || !bytes.HasPrefix(c.data[c.at:], []byte(`\\`)) || bytes.HasPrefix(c.data[c.at:], []byte(`\\\`)) {
		return false
	}
	first := bytes.IndexByte(c.data[c.start:c.at], '\\')
	return first >= 0 && c.data[c.start+first+1] == '/'
}

// sequence returns the character of s.
func (c *cursor) sequence(s escape.Sequence, more bool) (char, verdict.Verdict) {
	switch {
	case more:
		return char{}, verdict.More
	case s.Size == 0:
		return char{'\\', 1, unreadable}, verdict.Yes
	}
	return char{s.Char, s.Size, sequence}, verdict.Yes
}

// markup returns the character of a sequence of markup.
func (c *cursor) markup(s escape.Sequence, more bool) (char, verdict.Verdict) {
	ch, v := c.sequence(s, more)
	switch {
	case v != verdict.Yes || s.Size == 0:
	case s.Char == escape.Nothing:
		ch.form = nothing
	case s.Size == 2:
		ch.form = backslash
	default:
		ch.form = replaced
	}
	return ch, v
}

// struckMarkup is markup in text with overstruck characters, which it does not look at.
func (c *cursor) struckMarkup() (char, verdict.Verdict) {
	text := c.data[c.at:min(len(c.data), c.at+Eager)]
	if len(text) < Eager && !c.eof {
		return char{}, verdict.More
	}
	s, more := escape.Markup.At(chars.StripOverstrikes(text, c.fallback), 0, true)
	n := s.Size
	i := c.at
	for n > 0 {
		rest := c.data[i:]
		size := chars.OverstrikeLen(rest, c.fallback)
		if size == 0 {
			_, size = chars.Decode(rest, c.fallback)
			n -= size
		}
		i += size
	}
	ch, v := c.markup(s, more)
	if ch.form != unreadable {
		ch.size = i - c.at
	}
	return ch, v
}

// isLiteral reports whether the URL is in a string literal whose encoder writes "\/" for each "/".
func (c *cursor) isLiteral() bool {
	return c.notation == escape.Literal || escape.Around(c.data, c.start) == escape.Literal
}

// next moves to the next character, and returns it.
func (c *cursor) next() (rune, verdict.Verdict) {
	for {
		ch, v := c.char()
		if v != verdict.Yes {
			return 0, v
		}
		if c.at += ch.size; ch.form != nothing {
			return ch.r, v
		}
	}
}

// after returns a cursor n bytes after c.
func (c cursor) after(n int) cursor {
	c.at += n
	return c
}

// peek returns the character n characters ahead; 0 is that at the cursor. The verdict is No if the text
// ends before it, and More if only the window does.
func (c cursor) peek(n int) (r rune, v verdict.Verdict) {
	for v = verdict.Yes; n >= 0 && v == verdict.Yes; n-- {
		r, v = c.next()
	}
	return r, v
}

// begins decides whether the text at the cursor begins with want.
func (c cursor) begins(want string) verdict.Verdict {
	for _, w := range want {
		if r, v := c.next(); v != verdict.Yes || r != w {
			if v == verdict.More {
				return v
			}
			return verdict.No
		}
	}
	return verdict.Yes
}

// maxCharRef is the length of the longest named character reference of HTML, with "&" and
// ";".
const maxCharRef = len("&CounterClockwiseContourIntegral;")

// maxEscaped bounds how often the "&" of a character reference is escaped. In a feed,
// HTML is escaped within XML: "&amp;lt;". Programs that escape a text each time it is
// saved write "&amp;amp;amp;amp;".
const maxEscaped = 16

// reference reads the character reference of HTML at the cursor, such as "&gt;", "&#62;" or, if
// it was escaped again, "&amp;gt;". It returns the character, and the size of the
// reference. The verdict is No without one.
func (c cursor) reference() (r rune, size int, v verdict.Verdict) {
	start := c.at
	c.xml = false
	c.next() // "&"
	for level := 0; level < maxEscaped; level++ {
		inner, v := c.referent()
		if v == verdict.More || v == verdict.No && level == 0 {
			return 0, 0, v
		} else if v == verdict.No {
			return r, size, verdict.Yes
		}
		if r, size = inner, c.at-start; r != '&' {
			break
		}
	}
	return r, size, verdict.Yes
}

// inXML returns the character at the "&" at the cursor in XML: that of a character reference, also of
// one that was escaped again, or "&".
func (c *cursor) inXML() (char, verdict.Verdict) {
	r, size, v := c.reference()
	if v == verdict.No {
		return char{r: '&', size: 1}, verdict.Yes
	}
	return char{r, size, replaced}, v
}

// referent reads a character reference after its "&". Without one it does not move.
func (c *cursor) referent() (rune, verdict.Verdict) {
	ahead := *c
	ref := make([]byte, 0, maxCharRef)
	for ref = append(ref, '&'); ; {
		if ch, v := ahead.char(); v == verdict.Yes && ch.form == backslash {
			return 0, verdict.No // Markdown has escaped it
		}
		r, v := ahead.next()
		switch {
		case v != verdict.Yes:
			return 0, v
		case len(ref) == maxCharRef:
			return 0, verdict.No
		case r == ';':
			char, ok := referred(append(ref, ';'))
			if !ok {
				return 0, verdict.No
			}
			*c = ahead
			return char, verdict.Yes
		case r >= utf8.RuneSelf, !ascii.Is(byte(r), ascii.AlphaDigit) && !(r == '#' && len(ref) == 1):
			return 0, verdict.No
		}
		ref = append(ref, byte(r))
	}
}

// referred returns the first character of the character reference ref, from its "&" to its ";".
func referred(ref []byte) (r rune, ok bool) {
	switch string(ref) { // nearly all
	case "&amp;":
		return '&', true
	case "&quot;":
		return '"', true
	case "&lt;":
		return '<', true
	case "&gt;":
		return '>', true
	}
	char := html.UnescapeString(string(ref))
	if strings.HasSuffix(char, ";") {
		return 0, false
	}
	r, _ = utf8.DecodeRuneInString(char)
	return r, true
}

// isWord decides whether a letter or digit is at the cursor.
func (c cursor) isWord() verdict.Verdict {
	r, v := c.next()
	if v != verdict.Yes {
		return v
	}
	return verdict.Of(unicode.IsLetter(r) || unicode.IsDigit(r))
}

// charRefAtEnd returns the character of the character reference that before ends in, or 0
// if it ends in none.
func charRefAtEnd(before []byte) rune {
	before = before[max(0, len(before)-maxCharRef):]
	i := bytes.LastIndexByte(before, '&')
	if i < 0 {
		return 0
	}
	ref := cursor{data: before, eof: true, at: i}
	if r, size, v := ref.reference(); v == verdict.Yes && i+size == len(before) {
		return r
	}
	return 0
}
