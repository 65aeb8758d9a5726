package charset

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A utf7 is the scheme of UTF-7 (RFC 2152): characters outside ASCII are UTF-16 in
// base64, between "+" and "-". A base64 digit that encodes parts of two characters
// belongs to the first of them.
//
// Detecting UTF-7 in text that does not declare it is a known security problem. So only
// text that is labelled as UTF-7 is decoded.
type utf7 struct{}

func (utf7) asciiPrefix(s *state, src []byte) int {
	if s.base64 {
		return 0
	}
	n := asciiLen(src, '+', '+')
	s.word.update(src[:n])
	return n
}

// A word is the number of characters of "://" since the last white space.
type word byte

const afterScheme word = 3 // all of "://"

func (w *word) update(text []byte) {
	for _, c := range text {
		switch {
		case c <= ' ' || c == '<' || c == '>' || c == '"':
			*w = 0
		case *w == afterScheme:
		case c == ':':
			*w = 1
		case c == '/' && *w > 0:
			*w++
		default:
			*w = 0
		}
	}
}

func (utf7) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	c := src[0]
	switch v := ascii.Base64Digit(c); {
	case s.base64 && v >= 0:
		return s.sextet(dst, v), 1
	case s.base64 && s.half():
		s.high, s.nbits = 0, 0
		return utf8.AppendRune(dst, utf8.RuneError), 0
	case s.base64:
		s.base64, s.nbits, s.bits = false, 0, 0
		if c == '-' {
			return dst, 1
		}
	}
	switch {
	case c == '+':
		return plus(s, dst, src, last)
	case c >= utf8.RuneSelf:
		return utf8.AppendRune(dst, utf8.RuneError), 1
	}
	s.word.update(src[:1])
	return append(dst, c), 1
}

// plus reads a plus. The plus begins base64 if the following characters are well-formed
// base64, as far as is known, and, in a URL, have a capital letter and end in a hyphen.
// Any other plus is a character: "C++", "a+b", "?q=new+york".
func plus(s *state, dst, src []byte, last bool) ([]byte, int) {
	if len(src) > 1 && src[1] == '-' {
		return append(dst, '+'), 2
	}
	n := 1
	for n < min(len(src), sampleSize) && ascii.Base64Digit(src[n]) >= 0 {
		n++
	}
	if n == len(src) && n < sampleSize && !last {
		return dst, 0
	}
	digits := src[1:n]
	ended := n < sampleSize
	if len(digits) < 3 || ended && !isUTF7(digits) ||
		s.word == afterScheme && !(ended && n < len(src) && src[n] == '-' && bytes.ContainsFunc(digits, isUpper)) {
		s.word.update(src[:1])
		return append(dst, '+'), 1
	}
	s.base64, s.bits, s.nbits = true, 0, 0
	return dst, 1
}

// isUTF7 reports whether digits are base64 that encodes complete UTF-16 characters, with
// no bits left.
func isUTF7(digits []byte) bool {
	var bits uint32
	nbits, high := 0, false
	for _, c := range digits {
		bits = bits<<6 | uint32(ascii.Base64Digit(c))
		if nbits += 6; nbits < 16 {
			continue
		}
		nbits -= 16
		r := rune(bits >> nbits & 0xFFFF)
		if high != (utf16.IsSurrogate(r) && r >= lowSurrogate) {
			return false
		}
		high = utf16.IsSurrogate(r) && r < lowSurrogate
	}
	return !high && bits&(1<<nbits-1) == 0
}

func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }

// half reports whether base64 that ends here leaves an incomplete character. RFC 2152:
// "any bits at the end of the Modified Base64 sequence that do not constitute a complete
// 16-bit Unicode character are discarded. If such discarded bits are non-zero the
// sequence is ill-formed." Fewer than six bits belong to a digit that is already part of
// the text.
func (s *shift) half() bool {
	return s.high != 0 || s.nbits >= 6 && s.bits&(1<<s.nbits-1) != 0
}

// sextet reads a base64 digit, and appends a character if it is complete.
func (s *shift) sextet(dst []byte, v int) []byte {
	s.bits = s.bits<<6 | uint32(v)
	s.nbits += 6
	if s.nbits < 16 {
		return dst
	}
	s.nbits -= 16
	r, high := rune(s.bits>>s.nbits&0xFFFF), s.high
	s.high = 0
	if high != 0 {
		if both := utf16.DecodeRune(high, r); both != utf8.RuneError {
			return utf8.AppendRune(dst, both)
		}
		dst = utf8.AppendRune(dst, utf8.RuneError)
	} else if utf16.IsSurrogate(r) && r < lowSurrogate {
		s.high = r
		return dst
	}
	return utf8.AppendRune(dst, r)
}
