// Package charset finds character sets by the names in use, and decodes text to UTF-8. It
// records where each decoded character is in the input.
//
// # Terms
//
// A label is the name that a text declares as its character set. A [Charset] is the
// character set that a label means. A scheme is the way in which the octets of a
// character set encode characters: one octet each, pairs of octets (Shift_JIS, EUC, GBK,
// Big5), escape sequences and seven bits (ISO 2022, HZ), units of 16 or 32 bits, or
// base64 (UTF-7).
//
// # Flow
//
// [Lookup] returns the Charset of a label that a user gives, and [ForMail] that of a
// label in mail, which is often wrong. A [Decoder] decodes text in pieces of any size,
// appends the result to a buffer, and adds each character to an offset.Map. A [Reader]
// does the same for text from an io.Reader.
//
// # Guarantees
//
// Any split of the input into pieces gives the same text and the same map. Invalid text
// becomes U+FFFD, one for each octet, and never includes an ASCII character: so a URL
// after any garbage is found. A Decoder holds back maxHeld bytes at most. Its output is
// UTF-8, with one exception: the Charset UTF-8 copies all bytes unchanged.
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

// A Charset is a character set. The zero value is UTF-8. Charsets are comparable.
type Charset struct {
	// Fallback is set for an 8-bit character set that extends ASCII, in which each octet
	// is a character. It is nil for UTF-8.
	Fallback *chars.Fallback

	// scheme is set for all others: the text must be decoded as a whole.
	scheme scheme
}

// Whole reports whether text in c must be decoded as a whole.
func (c Charset) Whole() bool { return c.scheme != nil }

// IsWide reports whether c is UTF-16 or UTF-32.
func (c Charset) IsWide() bool {
	_, ok := c.scheme.(wide)
	return ok
}

// IsEBCDIC reports whether c is a variant of EBCDIC.
func (c Charset) IsEBCDIC() bool {
	_, ok := c.scheme.(octets)
	return ok
}

// MayDeclareItself reports whether a page in c may declare c in ASCII. A page in UTF-16,
// UTF-32 or EBCDIC cannot. UTF-7 is for mail only, as browsers do not support it.
func (c Charset) MayDeclareItself() bool {
	_, isUTF7 := c.scheme.(utf7)
	return !isUTF7 && !c.IsWide() && !c.IsEBCDIC()
}

// Lookup returns the character set with the given name: a label of the WHATWG's Encoding
// Standard or of IANA's registry, or another name that is used in mail. The name "" means
// windows-1252.
func Lookup(name string) (Charset, error) {
	if name == "" {
		return Charset{}, nil
	}
	if c, ok := registered(name); ok {
		return c, nil
	}
	if c, ok := alias(normalize(name)); ok {
		return c, nil
	}
	return Charset{}, fmt.Errorf("unknown character set %q", name)
}

//go:generate go run generate.go

// registered returns the character set with the given label in x/text's indexes htmlindex
// and ianaindex. The labels are generated into a switch, as these packages build maps and
// a language matcher at the start of each program, in 0.25 ms. In htmlindex, text with
// some labels is replaced by one U+FFFD, as the WHATWG requires; these labels are not in
// the switch, as their text would not be scanned.
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

// fallbacks holds the upper halves of all 8-bit character sets that extend ASCII, one for
// each set. They take some 20 KB. With them, Charsets are comparable, and Lookup does not
// allocate.
var fallbacks = sync.OnceValue(func() map[encoding.Encoding]*chars.Fallback {
	all := make(map[encoding.Encoding]*chars.Fallback)
	for _, e := range append(charmap.All, charmap.XUserDefined) {
		if m, ok := e.(*charmap.Charmap); ok && extendsASCII(m) {
			all[e] = upperHalf(m)
		}
	}
	// These differ only in the order of display.
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

// schemes holds the schemes of x/text's multi-byte encodings.
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

// Sniff returns the character set that a byte order mark at the beginning of head
// declares: UTF-16 or UTF-32. It ignores the mark of UTF-8, which is the default anyway.
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
