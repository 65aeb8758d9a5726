package charset

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	urlscheme "github.com/urlgrep/urlgrep/internal/scheme"
)

// lookAt is how many bytes of a text, or of a line in EBCDIC, decide whether its
// label is believed.
const lookAt = 64

// beginnings are those of the URLs of common schemes, and mayBegin has their first
// letters, in any letter case.
var beginnings, mayBegin = func() (list []string, first [256]bool) {
	for _, name := range urlscheme.Names(urlscheme.Common) {
		list = append(list, name+"://")
		first[name[0]], first[name[0]&^0x20] = true, true
	}
	return list, first
}()

// schemeAhead is how many bytes beginsURL looks at.
var schemeAhead = len(slices.MaxFunc(beginnings, func(a, b string) int { return len(a) - len(b) }))

// beginsURL reports whether src begins as a URL of a common scheme does, such as
// "http://", in ASCII, or more if src is too short to decide. In no multi-byte character set do these
// octets mean anything else: so they are read in ASCII, whatever the label says
// and whatever comes before.
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

// Wide returns UTF-16 or UTF-32, whatever the label of a text says, if the text
// begins with one of their byte order marks or with four characters of ASCII in one
// of them. The first two bytes are mostly enough to say no; it looks at MaxWide.
func Wide(head []byte) (Charset, bool) {
	if len(head) < 2 || head[0] != 0 && head[1] != 0 && head[0] < 0xFE {
		return Charset{}, false
	}
	if c, ok := Sniff(head); ok {
		return c, true
	}
	for _, w := range wides {
		if w.shows(head) {
			return Charset{scheme: w}, true
		}
	}
	return Charset{}, false
}

// MaxWide is how many bytes Wide looks at.
const MaxWide = showing * 4

// wides are UTF-16 and UTF-32 in both byte orders.
var wides = [...]wide{{2, littleEndian}, {2, bigEndian}, {4, littleEndian}, {4, bigEndian}}

// showing is how many characters of ASCII in a row show how text is encoded.
const showing = 4

// shows reports whether src, read as w, begins with four characters of ASCII text
// that are not all the same: those of Chinese often have a NUL in the same place.
func (w wide) shows(src []byte) bool {
	if len(src) < showing*w.unit {
		return false
	}
	same := true
	first := w.order.rune(src, w.unit)
	for i := range showing {
		r := w.order.rune(src[i*w.unit:], w.unit)
		if !isText(r) {
			return false
		}
		same = same && r == first
	}
	return !same
}

// isText reports whether r is printable in ASCII, a tab or a line break.
func isText(r rune) bool {
	return ' ' <= r && r < 0x7F || r == '\t' || r == '\n' || r == '\r'
}

// find returns how a text with the label w that begins with head is encoded, and the
// length of the byte order mark, if that says so. Where the label says the same, a mark
// is a character (RFC 2781, section 3.2).
//
// Head is in UTF-16 or UTF-32 if a byte order mark says so, if four characters in a
// row are ASCII in one of them, or if it has NULs and otherwise does not look like octets
// of text. In a text without NULs nothing is ASCII, so that it has no URLs.
func (w wide) find(head []byte) (found wide, took int) {
	if set, ok := Sniff(head); ok {
		if found = set.scheme.(wide); found == w {
			return w, 0
		}
		return found, found.unit
	}
	if w.order != undeclared && len(head) >= w.unit && isText(w.order.rune(head, w.unit)) && w.showsIn(head, 1) {
		return w, 0
	}
	all := append([]wide{w}, wides[:]...)
	if i := slices.IndexFunc(all, func(c wide) bool { return c.order != undeclared && c.showsIn(head, c.unit) }); i >= 0 {
		return all[i], 0
	}
	if octetsOfText(head) {
		return wide{1, notWide}, 0
	}
	if w.order == undeclared {
		w.order = w.likelier(head)
	}
	return w, 0
}

// showsIn reports whether head, read as w, has four characters of ASCII in a row at any
// multiple of step.
func (w wide) showsIn(head []byte, step int) bool {
	for ; len(head) >= showing*w.unit; head = head[step:] {
		if w.shows(head) {
			return true
		}
	}
	return false
}

// octetsOfText reports whether head looks like text in some set of octets: it has
// none that such text has not, or few and is UTF-8, or nearly all of ASCII.
func octetsOfText(head []byte) bool {
	odd, plain := 0, 0
	for _, c := range head {
		switch {
		case isText(rune(c)):
			plain++
		case c < ' ' && (c < '\b' || c > si) && c != esc:
			odd++
		}
	}
	return odd == 0 || 4*plain >= 3*len(head) || 8*odd <= len(head) && utf8.Valid(withoutCut(head))
}

// withoutCut returns text without a character of UTF-8 that is cut off at its end.
func withoutCut(text []byte) []byte {
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

// likelier returns the byte order of text that does not say it.
//
// RFC 2781, 4.3: "If the first two octets of the text is not 0xFE followed by 0xFF,
// and is not 0xFF followed by 0xFE, then the text SHOULD be interpreted as being
// big-endian." But Windows writes little endian, with a mark or without. ASCII tells:
// half of each character is a zero, on one side.
func (w wide) likelier(head []byte) order {
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

// isEBCDIC reports whether a line, or its beginning, is in EBCDIC, or that it says
// nothing: there are as many letters and digits of EBCDIC in it as of ASCII, or more,
// no blank of ASCII, which is a control of EBCDIC, and it is not UTF-8.
func isEBCDIC(line []byte) (is, silent bool) {
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
	return ours >= theirs && bytes.IndexByte(line, ' ') < 0 && !utf8.Valid(withoutCut(line)), false
}

// isLetterOfEBCDIC reports whether c is a letter or a digit, those that all kinds of
// EBCDIC have.
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
