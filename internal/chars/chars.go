// Package chars decodes the characters of text that may be partly invalid UTF-8, and
// recognizes white space, line breaks and colour sequences.
//
// Text in mail and news is often UTF-8 with octets of another character set in it. An
// octet that is not part of a UTF-8 sequence is decoded on its own, in an 8-bit character
// set that the caller chooses ([Fallback]). So no octet is lost, and offsets remain those
// of the input.
package chars

import (
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// Hyphens that programs insert to break a word.
const (
	SoftHyphen = '\u00AD' // visible only at the end of a line
	Hyphen     = '\u2010' // written there by groff
)

// A Fallback is an 8-bit character set. Element i is the character of octet 80+i
// (hexadecimal), or U+FFFD if the octet has no character. A nil *Fallback means
// windows-1252, the most common character set of undeclared 8-bit text.
type Fallback [128]rune

// Decode returns the first character of b and its length in bytes. An octet that does not
// begin a UTF-8 sequence is decoded on its own, by fallback. The slice b must not be
// empty.
func Decode(b []byte, fallback *Fallback) (r rune, size int) {
	if b[0] < utf8.RuneSelf {
		return rune(b[0]), 1
	}
	if r, size = utf8.DecodeRune(b); size > 1 {
		return r, size
	}
	return fallback.char(b[0]), 1
}

func (f *Fallback) char(c byte) rune {
	if f != nil {
		return f[c-0x80]
	}
	if c < 0xA0 {
		return windows1252[c-0x80]
	}
	return rune(c)
}

// AppendEncoded appends text, which is UTF-8, to dst. It encodes the characters that f has as
// one octet, and leaves all others in UTF-8.
func (f *Fallback) AppendEncoded(dst []byte, text string) []byte {
	for _, r := range text {
		if c, ok := f.octet(r); ok {
			dst = append(dst, c)
		} else {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// octet returns the octet of a character outside of ASCII.
func (f *Fallback) octet(r rune) (c byte, ok bool) {
	for c := 0x80; r >= utf8.RuneSelf && r != utf8.RuneError && c <= 0xFF; c++ {
		if f.char(byte(c)) == r {
			return byte(c), true
		}
	}
	return 0, false
}

// AppendUTF8 appends b to dst as UTF-8. It decodes the octets that are not UTF-8 by
// fallback.
func AppendUTF8(dst, b []byte, fallback *Fallback) []byte {
	if utf8.Valid(b) {
		return append(dst, b...)
	}
	for len(b) > 0 {
		r, size := Decode(b, fallback)
		dst = utf8.AppendRune(dst, r)
		b = b[size:]
	}
	return dst
}

// IsSpace reports whether r is white space: that of ASCII, the Unicode spaces and line
// separators, and the zero-width spaces U+200B and U+FEFF.
func IsSpace(r rune) bool {
	if r < utf8.RuneSelf {
		return ascii.Is(byte(r), ascii.Space)
	}
	switch r {
	case 0x85, 0xA0, 0x1680, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0x200B, 0xFEFF:
		return true
	}
	return 0x2000 <= r && r <= 0x200A
}

// SpaceAt returns the length in bytes of the white space character, possibly a line
// break, at the beginning of b, or 0 if b begins with no white space.
func SpaceAt(b []byte, fallback *Fallback) int {
	if len(b) == 0 {
		return 0
	}
	if b[0] < utf8.RuneSelf {
		if ascii.Is(b[0], ascii.Space) {
			return 1
		}
		return 0
	}
	if r, size := Decode(b, fallback); IsSpace(r) {
		return size
	}
	return 0
}

// LineBreak returns the length in bytes of the line break at b[at]: CR LF, CR or LF. It
// returns 0 if b[at] begins no line break. It sets cut if the line break is a CR at the
// end of b that an LF may follow.
func LineBreak(b []byte, at int, atEOF bool) (size int, cut bool) {
	switch {
	case at >= len(b):
		return 0, false
	case b[at] == '\n':
		return 1, false
	case b[at] != '\r':
		return 0, false
	case at+1 == len(b):
		return 1, !atEOF
	case b[at+1] == '\n':
		return 2, false
	}
	return 1, false
}

// ColourAt returns the length in bytes of the ANSI escape sequence for colour (ECMA-48
// SGR, "ESC [ ... m") at the beginning of b. It returns 0 if b begins with no whole
// sequence. EL ("ESC [ K") counts as well, as grep writes it after every colour.
func ColourAt(b []byte) int {
	if len(b) < 3 || b[0] != 0x1B || b[1] != '[' {
		return 0
	}
	for i := 2; i < len(b) && i < MaxColour; i++ {
		switch c := b[i]; {
		case c == 'm' || c == 'K':
			return i + 1
		case c != ';' && c != ':' && !ascii.Is(c, ascii.Digit):
			return 0
		}
	}
	return 0
}

// ColourCut reports whether b may be the beginning of a sequence that ColourAt recognizes
// and that goes on after b.
func ColourCut(b []byte) bool {
	if len(b) == 0 || len(b) >= MaxColour || b[0] != 0x1B || len(b) > 1 && b[1] != '[' {
		return false
	}
	for _, c := range b[min(2, len(b)):] {
		if c != ';' && c != ':' && !ascii.Is(c, ascii.Digit) {
			return false
		}
	}
	return true
}

// MaxColour is the maximum length of a colour sequence in bytes. The longest in use, with
// two 24-bit colours and attributes, are half as long.
const MaxColour = 64

// windows1252 has the characters of the octets 80-9F in windows-1252; A0-FF are the same
// as in ISO 8859-1. The five octets that windows-1252 leaves undefined are C1 controls,
// as in browsers.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8D, 'Ž', 0x8F,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9D, 'ž', 'Ÿ',
}
