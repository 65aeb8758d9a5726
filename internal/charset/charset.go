// Package charset finds character sets by the names that people give them, and
// decodes text in them to UTF-8 while it keeps account of where each character
// came from.
//
// # Terms
//
// A label is what a text calls its character set. A [Charset] is what the label
// means. A scheme is how the octets of a character set make characters: one
// octet each, pairs of them (Shift_JIS, EUC, GBK, Big5), escape sequences and
// seven bits (ISO 2022, HZ), units of 16 or 32 bits, or base64 (UTF-7).
//
// # Flow
//
// A label goes to [Lookup], where a user gives it, or to [ForMail], where a mail
// does: mail means less by its labels than it says. A [Decoder] then takes the
// text in pieces of any size, appends what it makes of them to a buffer and
// tells an offset.Map where each character came from. A [Reader] does so for
// text that is read.
//
// # What holds always
//
// Any split of the input into pieces gives the same text and the same map. What
// is no character becomes U+FFFD, an octet at a time, and takes no ASCII
// character with it: so a URL is after whatever garbage. A Decoder holds
// back no more than maxHeld bytes. Its output is UTF-8, but in one case: the
// Charset that is UTF-8 passes all bytes on as they are.
package charset

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// A Charset is a character set that text may be in. The zero value is UTF-8.
// Charsets may be compared.
type Charset struct {
	// Fallback is that of an 8-bit character set that extends ASCII, where
	// octets are characters, each for itself. It is nil for UTF-8.
	Fallback *chars.Fallback

	// scheme is that of all others: the text must be decoded as a whole.
	scheme scheme
}

// Whole reports whether text in c must be decoded as a whole.
func (c Charset) Whole() bool { return c.scheme != nil }

// IsWide reports whether c is UTF-16 or UTF-32.
func (c Charset) IsWide() bool {
	_, ok := c.scheme.(wide)
	return ok
}

// IsEBCDIC reports whether c is a kind of EBCDIC.
func (c Charset) IsEBCDIC() bool {
	_, ok := c.scheme.(octets)
	return ok
}

// MayDeclareItself reports whether a page in c may declare c in ASCII. A page in UTF-16,
// UTF-32 or EBCDIC cannot. UTF-7 is for mail only: browsers do not know it either.
func (c Charset) MayDeclareItself() bool {
	_, isUTF7 := c.scheme.(utf7)
	return !isUTF7 && !c.IsWide() && !c.IsEBCDIC()
}

// Lookup returns the character set with the given name, which may be any label
// of the WHATWG's Encoding Standard or of IANA's registry, or another name by
// which it is known in mail. "" is windows-1252.
func Lookup(name string) (Charset, error) {
	if name == "" {
		return Charset{}, nil
	}
	if c, ok := registered(name); ok {
		return c, nil
	}
	if c, ok := alias(squash(name)); ok {
		return c, nil
	}
	return Charset{}, fmt.Errorf("unknown character set %q", name)
}

//go:generate go run generate.go

// registered returns the character set that has that label in one of x/text's
// indexes, htmlindex and ianaindex. Their names are generated into a switch: they
// themselves make maps of them at the start of each program, with a matcher of
// languages, in 0.25 ms. To them some names are of encodings to be replaced by one
// U+FFFD, as the WHATWG has it: then the text would not be scanned.
func registered(label string) (Charset, bool) {
	e := labelled(strings.ToLower(strings.TrimSpace(label)))
	if e == nil {
		return Charset{}, false
	}
	if e == unicode.UTF8 {
		return Charset{}, true
	}
	if f := fallbacks()[e]; f != nil {
		return Charset{Fallback: f}, true
	}
	if m, ok := e.(*charmap.Charmap); ok {
		return Charset{scheme: octets{m}}, true
	}
	s, ok := schemes()[e]
	return Charset{scheme: s}, ok
}

// fallbacks returns the upper halves of all 8-bit character sets whose lower
// half is ASCII. They take some 20 KB, once: so Charsets
// can be compared, and to look one up does not allocate.
var fallbacks = sync.OnceValue(func() map[encoding.Encoding]*chars.Fallback {
	all := make(map[encoding.Encoding]*chars.Fallback)
	for _, e := range append(charmap.All, charmap.XUserDefined) {
		if m, ok := e.(*charmap.Charmap); ok && extendsASCII(m) {
			all[e] = upperHalf(m)
		}
	}
	// The same octets, in another order on the line.
	for _, e := range []encoding.Encoding{charmap.ISO8859_6E, charmap.ISO8859_6I} {
		all[e] = all[charmap.ISO8859_6]
	}
	for _, e := range []encoding.Encoding{charmap.ISO8859_8E, charmap.ISO8859_8I} {
		all[e] = all[charmap.ISO8859_8]
	}
	return all
})

func extendsASCII(m *charmap.Charmap) bool {
	for c := range utf8.RuneSelf {
		if m.DecodeByte(byte(c)) != rune(c) {
			return false
		}
	}
	return true
}

func upperHalf(m *charmap.Charmap) *chars.Fallback {
	f := new(chars.Fallback)
	for i := range f {
		f[i] = m.DecodeByte(byte(utf8.RuneSelf + i))
	}
	return f
}

// schemes are those of x/text's encodings that are more than a table of octets.
var schemes = sync.OnceValue(func() map[encoding.Encoding]scheme {
	return map[encoding.Encoding]scheme{
		japanese.ShiftJIS:          shiftJIS,
		japanese.EUCJP:             eucJP,
		japanese.ISO2022JP:         iso2022{},
		korean.EUCKR:               eucKR,
		simplifiedchinese.GBK:      gbk,
		simplifiedchinese.GB18030:  gb18030,
		simplifiedchinese.HZGB2312: hz{},
		traditionalchinese.Big5:    big5,

		unicode.UTF16(unicode.BigEndian, unicode.UseBOM):       wide{2, undeclared},
		unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM):    wide{2, bigEndian},
		unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM): wide{2, littleEndian},
	}
})

// MaxBOM is the length in bytes of the longest byte order mark.
const MaxBOM = 4

// Sniff returns the character set that a byte order mark at the beginning of
// text declares. A mark of UTF-8 declares nothing that is not assumed anyway.
func Sniff(head []byte) (Charset, bool) {
	for _, b := range [...]struct {
		mark string
		wide
	}{
		{"\xFF\xFE\x00\x00", wide{4, littleEndian}},
		{"\x00\x00\xFE\xFF", wide{4, bigEndian}},
		{"\xFF\xFE", wide{2, littleEndian}},
		{"\xFE\xFF", wide{2, bigEndian}},
	} {
		if bytes.HasPrefix(head, []byte(b.mark)) {
			return Charset{scheme: b.wide}, true
		}
	}
	return Charset{}, false
}
