package charset

import (
	"bytes"
	"unicode/utf8"
)

// A set is what the octets 21 to 7E stand for, in a scheme of seven bits.
type set byte

const (
	setASCII set = iota
	katakana     // half-width, of JIS X 0201
	jisX0208
	jisX0212
	gb2312
	ksX1001
)

// An iso2022 is a scheme in which escape sequences say what the octets after
// them stand for: ISO-2022-JP (RFC 1468) and those that extend it, ISO-2022-KR
// (RFC 1557), ISO-2022-CN (RFC 1922) as far as it is GB 2312. They differ in
// what SO invokes unless the text says: nothing, in Japanese. In the other two
// octets of eight bits are often the same set in its usual form, and read so.
type iso2022 struct {
	right set
}

const (
	so  = 0x0E
	si  = 0x0F
	esc = 0x1B
)

// designations are the escape sequences. JIS X 0213 is read as JIS X 0208, which
// the most of its first plane is; "ESC ( H" is that of old software for JIS-Roman.
var designations = [...]struct {
	escape string
	set    set
	right  bool
}{
	{"\x1b(B", setASCII, false},
	{"\x1b$B", jisX0208, false},
	{"\x1b(J", setASCII, false}, // JIS-Roman: ASCII but for two characters
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

func (iso2022) plain(s *state, src []byte) int {
	if s.set != setASCII || s.out {
		return 0
	}
	return asciiLen(src, esc, so)
}

func (w iso2022) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if s.right == setASCII {
		s.right = w.right
	}
	c := src[0]
	switch {
	case c == esc:
		return w.escape(s, dst, src, last)
	case (c == so || c == si) && s.right != setASCII:
		s.out = c == so
		return dst, 1
	case c == '\n' || c == '\r':
		// RFC 1468: "If there are JIS X 0208 characters on a line, there must be a
		// switch to ASCII or to the "Roman" set of JIS X 0201 before the end of the
		// line". Where there is none, the line was cut: the next is read in ASCII.
		s.set, s.out = setASCII, false
		return append(dst, c), 1
	case c <= ' ' || c == 0x7F:
		return append(dst, c), 1
	case c >= utf8.RuneSelf && w.right != setASCII:
		return w.right.pairs().char(s, dst, src, last)
	}
	if s.out {
		return s.right.char(dst, src, last)
	}
	return s.set.char(dst, src, last)
}

// escape reads an escape sequence. An unknown one, or one that is cut off, is copied
// and leads back to ASCII, unless it is about a further set: that leaves this one
// in force.
func (iso2022) escape(s *state, dst, src []byte, last bool) ([]byte, int) {
	for _, d := range designations {
		if bytes.HasPrefix(src, []byte(d.escape)) {
			if d.right {
				s.right = d.set
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
		s.set, s.out = setASCII, false
	}
	return append(dst, esc), 1
}

// aboutFurtherSet reports whether what follows an ESC designates or invokes one of the
// sets besides the one in force: SS2, SS3, or a designation to G1, G2 or G3.
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

// pairs returns the set in its form of eight bits.
func (t set) pairs() *pairs {
	switch t {
	case jisX0208:
		return eucJP
	case gb2312:
		return gbk
	}
	return eucKR
}

// An hz is the scheme of HZ-GB-2312 (RFC 1843): "~{" and "~}" are around what is
// GB 2312.
type hz struct{}

func (hz) plain(s *state, src []byte) int {
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
		s.set = setASCII // no line should end in GB 2312
		return append(dst, c), 1
	case c <= ' ' || c == 0x7F:
		return append(dst, c), 1
	case c >= utf8.RuneSelf:
		return gbk.char(s, dst, src, last)
	}
	return s.set.char(dst, src, last)
}

// tilde reads what a tilde begins. One that begins nothing stands for itself, as
// in URLs it does.
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
		// "The escape sequence '~\n' is a line-continuation marker to be consumed
		// with no output produced." In GB mode it is not: no line ends in that.
		return dst, 2
	}
	return append(dst, '~'), 1
}
