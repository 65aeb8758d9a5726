package charset

import (
	"bytes"
	"unicode/utf8"
)

// A set is the set of characters that the octets 21 to 7E encode, in a seven-bit scheme.
type set byte

const (
	setASCII set = iota
	katakana     // half-width katakana of JIS X 0201
	jisX0208
	jisX0212
	gb2312
	ksX1001
)

// An iso2022 is a scheme in which escape sequences say what the octets after them encode:
// ISO-2022-JP (RFC 1468) and its extensions, ISO-2022-KR (RFC 1557), and the part of
// ISO-2022-CN (RFC 1922) that is GB 2312. They differ in the set that SO invokes by
// default: none in Japanese. In the other two, 8-bit octets are often the same set in its
// 8-bit form, and are decoded so.
type iso2022 struct {
	g1 set
}

const (
	so  = 0x0E
	si  = 0x0F
	esc = 0x1B
)

// designations holds the escape sequences. JIS X 0213 is decoded as JIS X 0208, which is
// most of its first plane. Old software writes "ESC ( H" for JIS-Roman.
var designations = [...]struct {
	escape string
	set    set
	g1     bool
}{
	{"\x1b(B", setASCII, false},
	{"\x1b$B", jisX0208, false},
	{"\x1b(J", setASCII, false}, // JIS-Roman, which is ASCII except for two characters
	{"\x1b(H", setASCII, false},
	{"\x1b(I", katakana, false},
	{"\x1b$@", jisX0208, false},
	{"\x1b$A", gb2312, false},
	{"\x1b$(A", gb2312, false},
	{"\x1b$(B", jisX0208, false},
	{"\x1b$(C", ksX1001, false},
	{"\x1b$(D", jisX0212, false},
	{"\x1b$(O", jisX0208, false},
	{"\x1b$(Q", jisX0208, false},
	{"\x1b$)A", gb2312, true},
	{"\x1b$)C", ksX1001, true},
}

func (iso2022) asciiPrefix(s *state, src []byte) int {
	if s.set != setASCII || s.shiftedOut {
		return 0
	}
	return asciiLen(src, esc, so)
}

func (w iso2022) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if s.g1 == setASCII {
		s.g1 = w.g1
	}
	c := src[0]
	switch {
	case c == esc:
		return w.escape(s, dst, src, last)
	case (c == so || c == si) && s.g1 != setASCII:
		s.shiftedOut = c == so
		return dst, 1
	case c == '\n' || c == '\r':
		// RFC 1468: "If there are JIS X 0208 characters on a line, there must be a switch
		// to ASCII or to the "Roman" set of JIS X 0201 before the end of the line".
		// Without a switch, the line was cut off, and the next line begins in ASCII.
		s.set, s.shiftedOut = setASCII, false
		return append(dst, c), 1
	case c <= ' ' || c == 0x7F:
		return append(dst, c), 1
	case c >= utf8.RuneSelf && w.g1 != setASCII:
		return w.g1.pairs().char(s, dst, src, last)
	}
	if s.shiftedOut {
		return s.g1.char(dst, src, last)
	}
	return s.set.char(dst, src, last)
}

// escape reads an escape sequence. An unknown or incomplete one is copied, and switches
// to ASCII, unless it concerns a set other than the current one.
func (iso2022) escape(s *state, dst, src []byte, last bool) ([]byte, int) {
	for _, d := range designations {
		if bytes.HasPrefix(src, []byte(d.escape)) {
			if d.g1 {
				s.g1 = d.set
			} else {
				s.set = d.set
			}
			return dst, len(d.escape)
		}
		if !last && len(src) < len(d.escape) && d.escape[:len(src)] == string(src) {
			return dst, 0
		}
	}
	if !aboutFurtherSet(src[1:]) {
		s.set, s.shiftedOut = setASCII, false
	}
	return append(dst, esc), 1
}

// aboutFurtherSet reports whether an escape sequence, without its ESC, designates or
// invokes a set other than the current one: it is SS2, SS3, or a designation to G1, G2 or
// G3.
func aboutFurtherSet(rest []byte) bool {
	for _, begin := range [...]string{"N", "O", ".", "$)", "$*", "$+"} {
		if bytes.HasPrefix(rest, []byte(begin)) {
			return true
		}
	}
	return false
}

// char appends the first character of src, which is in t.
func (t set) char(dst, src []byte, last bool) ([]byte, int) {
	c := src[0]
	switch {
	case c >= utf8.RuneSelf:
		return utf8.AppendRune(dst, utf8.RuneError), 1
	case t == setASCII:
		return append(dst, c), 1
	case t == katakana:
		if c > 0x5F {
			return utf8.AppendRune(dst, utf8.RuneError), 1
		}
		return utf8.AppendRune(dst, '｡'+rune(c-0x21)), 1
	case len(src) == 1 && !last:
		return dst, 0
	case len(src) == 1 || src[1] <= ' ' || src[1] >= 0x7F:
		return utf8.AppendRune(dst, utf8.RuneError), 1
	case t == jisX0212:
		dst, _ = eucJP.first(dst, []byte{0x8F, c | 0x80, src[1] | 0x80})
		return dst, 2
	}
	return utf8.AppendRune(dst, rune(t.pairs().pair(c|0x80, src[1]|0x80)>>2)), 2
}

// pairs returns the set in its 8-bit form.
func (t set) pairs() *pairs {
	switch t {
	case jisX0208:
		return eucJP
	case gb2312:
		return gbk
	}
	return eucKR
}

// An hz is the scheme of HZ-GB-2312 (RFC 1843): "~{" and "~}" enclose GB 2312.
type hz struct{}

func (hz) asciiPrefix(s *state, src []byte) int {
	if s.set != setASCII {
		return 0
	}
	return asciiLen(src, '~', '~')
}

func (hz) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	c := src[0]
	switch {
	case c == '~':
		return tilde(s, dst, src, last)
	case c == '\n' || c == '\r':
		s.set = setASCII // no line ends in GB 2312
		return append(dst, c), 1
	case c <= ' ' || c == 0x7F:
		return append(dst, c), 1
	case c >= utf8.RuneSelf:
		return gbk.char(s, dst, src, last)
	}
	return s.set.char(dst, src, last)
}

// tilde reads the sequence that a tilde begins. In other places, such as in URLs, a tilde
// is itself.
func tilde(s *state, dst, src []byte, last bool) ([]byte, int) {
	if len(src) == 1 && !last {
		return dst, 0
	}
	if len(src) == 1 {
		return append(dst, '~'), 1
	}
	switch {
	case src[1] == '{':
		s.set = gb2312
		return dst, 2
	case src[1] == '}':
		s.set = setASCII
		return dst, 2
	case src[1] == '~':
		return append(dst, '~'), 2
	case src[1] == '\n' && s.set == setASCII:
		// "The escape sequence '~\n' is a line-continuation marker to be consumed with no
		// output produced." In GB mode it is not, as no line ends in GB mode.
		return dst, 2
	}
	return append(dst, '~'), 1
}
