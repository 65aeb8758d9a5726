package find

import (
	"bytes"
	"html"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// maxCharRef is the length of the longest named character reference of HTML, with "&" and
// ";".
const maxCharRef = len("&CounterClockwiseContourIntegral;")

// maxEscaped bounds how often the "&" of a character reference is escaped. In a feed,
// HTML is escaped within XML: "&amp;lt;". Programs that escape a text each time it is
// saved write "&amp;amp;amp;amp;".
const maxEscaped = 16

// charRef reads the character reference of HTML at b.at, such as "&gt;", "&#62;" or, if
// it was escaped again, "&amp;gt;". It returns the character and the length n of the
// reference. The verdict is No without one.
func (b *bare) charRef() (r rune, n int, v wrapper.Verdict) {
	r, n, v = b.charRefAfter(0)
	for level := 1; v == wrapper.Yes && r == '&' && level < maxEscaped; level++ {
		switch inner, size, v := b.charRefAfter(n - 1); v {
		case wrapper.More:
			return 0, 0, v
		case wrapper.No:
			return r, n, wrapper.Yes
		default:
			r, n = inner, size
		}
	}
	return r, n, v
}

// charRefAfter reads the character reference whose "&" is represented by the text from
// b.at to b.at+amp. n is the length of the text from b.at to its end.
func (b *bare) charRefAfter(amp int) (r rune, n int, v wrapper.Verdict) {
	for n = amp + 1; ; n++ {
		c, v := b.peek(n)
		switch {
		case v != wrapper.Yes:
			return 0, 0, v
		case n-amp == maxCharRef:
			return 0, 0, wrapper.No
		case c == ';':
			ref := "&" + string(b.Data[b.at+amp+1:b.at+n+1])
			if char := html.UnescapeString(ref); !strings.HasSuffix(char, ";") {
				r, _ = utf8.DecodeRuneInString(char)
				return r, n + 1, wrapper.Yes
			}
			return 0, 0, wrapper.No
		case !ascii.Is(c, ascii.AlphaDigit) && !(c == '#' && n == amp+1):
			return 0, 0, wrapper.No
		}
	}
}

// charRefAtEnd returns the character of the character reference that before ends in, or 0
// if it ends in none.
func charRefAtEnd(before []byte) rune {
	before = before[max(0, len(before)-maxCharRef):]
	i := bytes.LastIndexByte(before, '&')
	if i < 0 {
		return 0
	}
	ref := bare{text: text{Text: &Text{Data: before, EOF: true}}, output: output{at: i}}
	if r, n, v := ref.charRef(); v == wrapper.Yes && i+n == len(before) {
		return r
	}
	return 0
}

// ampersand decides about "&". A reference to a character that ends a URL ends it, as in
// text that is or was HTML: "&gt;", "&quot;", "&nbsp;". A reference to an apostrophe is
// read as the apostrophe, and a reference to "&" between two parameters of a query as
// "&".
func (b *bare) ampersand() wrapper.Verdict {
	r, n, v := b.charRef()
	if v == wrapper.More {
		return v
	}
	switch {
	case v == wrapper.No:
	case r == '\'' && b.part == inAuthority:
		return wrapper.No
	case r == '\'':
		if b.enclose == '\'' {
			if v := b.isWordAt(n); v != wrapper.Yes {
				return v
			}
		}
		b.replace(n, r)
		return wrapper.Yes
	case r == chars.SoftHyphen:
		b.skip(n)
		return wrapper.Yes
	case r == '"' || r == '<' || r == '>' || r == '`' || chars.IsSpace(r) || unicode.IsControl(r) ||
		r >= utf8.RuneSelf && (!isURLRune(r) || unicode.IsPunct(r)):
		return wrapper.No
	case r == '&' && b.part == inQuery && b.last() != '?':
		next, v := b.peek(n)
		if v == wrapper.More {
			return v
		}
		if v == wrapper.Yes && (ascii.Is(next, ascii.AlphaDigit) || next == '_' || next == '%') {
			b.at++
			b.skip(n - 1)
			return wrapper.Yes
		}
	}
	b.at++
	return wrapper.Yes
}
