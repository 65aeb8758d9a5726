package charset

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	urlscheme "github.com/urlgrep/urlgrep/internal/scheme"
)

// sampleSize is the number of bytes of a text, or of a line in EBCDIC, that decide
// whether its label is right.
const sampleSize = 64

// beginnings are the beginnings of URLs of common schemes. mayBegin holds their first
// letters, in both cases.
var beginnings, mayBegin = func() (list []string, first [256]bool) {
	for _, name := range urlscheme.Names(urlscheme.Common) {
		list = append(list, name+"://")
		first[name[0]], first[name[0]&^0x20] = true, true
	}
	return list, first
}()

// maxBeginning is the number of bytes that beginsURL looks at.
var maxBeginning = len(slices.MaxFunc(beginnings, func(a, b string) int { return len(a) - len(b) }))

// beginsURL reports whether src begins with the name of a common scheme and "://" in
// ASCII, such as "http://"; more says that src is too short to decide. In no multi-byte
// character set do these octets mean anything different. So they are decoded as ASCII,
// whatever the label is and whatever comes before them.
func beginsURL(src []byte, last bool) (yes, more bool) {
	if !mayBegin[src[0]] {
		return false, false
	}
	for _, begin := range beginnings {
		n := min(len(src), len(begin))
		if ascii.EqualFold(src[:n], begin[:n]) {
			if n == len(begin) {
				return true, false
			}
			more = !last
		}
	}
	return false, more
}

// Wide returns UTF-16 or UTF-32, whatever the label of a text is, if head begins with one
// of their byte order marks or with four ASCII characters in one of them. It looks at
// MaxWide bytes, but the first two are mostly enough to exclude both.
func Wide(head []byte) (Charset, bool) {
	if len(head) < 2 || head[0] != 0 && head[1] != 0 && head[0] < 0xFE {
		return Charset{}, false
	}
	if c, ok := Sniff(head); ok {
		return c, true
	}
	for _, w := range wideSchemes {
		if w.beginsASCII(head) {
			return Charset{scheme: w}, true
		}
	}
	return Charset{}, false
}

// MaxWide is the number of bytes that Wide looks at.
const MaxWide = asciiRun * 4

// wideSchemes are UTF-16 and UTF-32 in both byte orders.
var wideSchemes = [...]wide{{2, littleEndian}, {2, bigEndian}, {4, littleEndian}, {4, bigEndian}}

// asciiRun is the number of consecutive ASCII characters that prove an encoding.
const asciiRun = 4

// beginsASCII reports whether src, decoded as w, begins with four ASCII text characters
// that are not all the same. Chinese text often has characters with a NUL in the same
// position.
func (w wide) beginsASCII(src []byte) bool {
	if len(src) < asciiRun*w.unit {
		return false
	}
	same := true
	first := w.order.rune(src, w.unit)
	for i := range asciiRun {
		r := w.order.rune(src[i*w.unit:], w.unit)
		if !isText(r) {
			return false
		}
		same = same && r == first
	}
	return !same
}

// isText reports whether r is a printable ASCII character, a tab or a line break.
func isText(r rune) bool {
	return ' ' <= r && r < 0x7F || r == '\t' || r == '\n' || r == '\r'
}

// detect returns the encoding of a text with the label w that begins with head, and the
// length of the byte order mark to skip. If the mark and the label agree, the mark is a
// character (RFC 2781, section 3.2).
//
// The text is in UTF-16 or UTF-32 if a byte order mark declares it, if four consecutive
// characters are ASCII in one of them, or if head has NULs and otherwise does not look
// like octets of text. Text without NULs has no ASCII in any of them, and so no URLs.
func (w wide) detect(head []byte) (found wide, took int) {
	if set, ok := Sniff(head); ok {
		if found = set.scheme.(wide); found == w {
			return w, 0
		}
		return found, found.unit
	}
	if w.order != undeclared && len(head) >= w.unit && isText(w.order.rune(head, w.unit)) && w.hasASCII(head, 1) {
		return w, 0
	}
	all := append([]wide{w}, wideSchemes[:]...)
	if i := slices.IndexFunc(all, func(c wide) bool { return c.order != undeclared && c.hasASCII(head, c.unit) }); i >= 0 {
		return all[i], 0
	}
	if isOctetText(head) {
		return wide{1, notWide}, 0
	}
	if w.order == undeclared {
		w.order = w.likelyOrder(head)
	}
	return w, 0
}

// hasASCII reports whether head, decoded as w, has four consecutive ASCII characters at
// any multiple of step.
func (w wide) hasASCII(head []byte, step int) bool {
	for ; len(head) >= asciiRun*w.unit; head = head[step:] {
		if w.beginsASCII(head) {
			return true
		}
	}
	return false
}

// isOctetText reports whether head looks like text in some character set of octets: it
// has no control characters that text does not have, or few of them and is UTF-8, or is
// nearly all ASCII.
func isOctetText(head []byte) bool {
	odd, plain := 0, 0
	for _, c := range head {
		switch {
		case isText(rune(c)):
			plain++
		case c < ' ' && (c < '\b' || c > si) && c != esc:
			odd++
		}
	}
	return odd == 0 || 4*plain >= 3*len(head) || 8*odd <= len(head) && utf8.Valid(trimPartial(head))
}

// trimPartial returns text without an incomplete UTF-8 character at its end.
func trimPartial(text []byte) []byte {
	for i := 1; i < utf8.UTFMax && i <= len(text); i++ {
		if c := text[len(text)-i]; utf8.RuneStart(c) {
			if !utf8.FullRune(text[len(text)-i:]) {
				return text[:len(text)-i]
			}
			break
		}
	}
	return text
}

// likelyOrder returns the byte order of text that does not declare it.
//
// RFC 2781, 4.3: "If the first two octets of the text is not 0xFE followed by 0xFF, and
// is not 0xFF followed by 0xFE, then the text SHOULD be interpreted as being big-endian."
// But Windows writes little-endian text, with or without a mark. ASCII characters show
// the order: half of each is zero, always on the same side.
func (w wide) likelyOrder(head []byte) order {
	first, second := 0, 0
	for i := 0; i+w.unit <= len(head); i += w.unit {
		if head[i] == 0 {
			first++
		}
		if head[i+w.unit-1] == 0 {
			second++
		}
	}
	if second > first {
		return littleEndian
	}
	return bigEndian
}

// isEBCDIC reports whether a line, or its beginning, is in EBCDIC. It is if it has at
// least as many letters and digits of EBCDIC as of ASCII, has no ASCII blank, which is a
// control character in EBCDIC, and is not UTF-8. A line without letters and digits is
// unknown.
func isEBCDIC(line []byte) (is, unknown bool) {
	ours, theirs := 0, 0
	for _, c := range line {
		switch {
		case ascii.Is(c, ascii.AlphaDigit):
			theirs++
		case isLetterOfEBCDIC(c):
			ours++
		}
	}
	if ours == 0 && theirs == 0 {
		return false, true
	}
	return ours >= theirs && bytes.IndexByte(line, ' ') < 0 && !utf8.Valid(trimPartial(line)), false
}

// isLetterOfEBCDIC reports whether c is a letter or a digit that all variants of EBCDIC
// have.
func isLetterOfEBCDIC(c byte) bool {
	low := c & 0xF
	switch c >> 4 {
	case 0x8, 0x9, 0xC, 0xD:
		return 1 <= low && low <= 9
	case 0xA, 0xE:
		return 2 <= low && low <= 9
	case 0xF:
		return low <= 9
	}
	return false
}

// IsText reports whether octets, the first ones of a file, are text in UTF-8: they have
// no control characters other than white space and ESC. The last character may be cut. No
// octets are text.
func IsText(octets []byte) bool {
	n := len(octets)
	for i := 0; i < utf8.UTFMax-1 && !utf8.Valid(octets); i++ {
		octets = octets[:max(0, len(octets)-1)]
	}
	for _, c := range octets {
		if ascii.Is(c, ascii.Control) && !ascii.Is(c, ascii.Space) && c != 0x1B {
			return false
		}
	}
	return utf8.Valid(octets) && (len(octets) > 0 || n == 0)
}
