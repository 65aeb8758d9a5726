package charset

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// ForMail returns the character set that a label in mail means. The label is as in the
// header: RFC 2045's charset parameter, or the charset of an RFC 2047 encoded word.
// ForMail is not ok for an unknown label: then text that is valid UTF-8 is UTF-8, and
// other text is most likely windows-1252.
//
// ForMail is like Lookup, with these differences:
//
//   - It ignores characters that are not part of a name: quotes, white space, and text
//     after these.
//   - US-ASCII, UTF-8 and no label at all mean UTF-8, which copies all bytes: text with
//     octets of another character set has these labels too often.
//   - GB 2312 and GBK are decoded as GB 18030, which includes them.
//   - UTF-16 has the byte order that the text shows. The WHATWG makes it little-endian,
//     as in Windows.
func ForMail(label string) (c Charset, ok bool) {
	label = clean(label)
	key := normalize(label)
	if label == "" || isASCIIName(key) {
		return Charset{}, true
	}
	if isUTF16Name(key) {
		return Charset{scheme: wide{2, undeclared}}, true
	}
	c, ok = registered(label)
	if !ok {
		c, ok = alias(key)
	}
	if c.scheme == gbk {
		c.scheme = gb18030
	}
	return c, ok
}

// clean returns label without characters that are not part of it. Programs that encode a
// whole header turn the "=" before it into "=3D", which leaves "3D". A parameter of RFC
// 2231 can have a language after the label.
func clean(label string) string {
	const junk = " \t\r\n\v\f\x00\"'`<>[]{};,=\\"
	label = strings.Trim(label, junk)
	if len(label) > 2 && strings.EqualFold(label[:2], "3d") {
		label = strings.Trim(label[2:], junk)
	}
	if i := strings.IndexAny(label, junk+"*"); i >= 0 {
		label = label[:i]
	}
	return label
}

// maxLabel is the maximum length of a label in bytes. The longest registered label has 45
// characters.
const maxLabel = 64

// normalize returns the letters and digits of name in lower case. Other characters do not
// distinguish names. It returns "" if there are more than maxLabel.
func normalize(name string) string {
	var key [maxLabel]byte
	n := 0
	for i := 0; i < len(name); i++ {
		if c := ascii.Lower(name[i]); ascii.Is(c, ascii.AlphaDigit) {
			if n == len(key) {
				return ""
			}
			key[n] = c
			n++
		}
	}
	return string(key[:n])
}

// alias returns the character set with the given normalized name, if neither index of
// x/text knows it.
func alias(key string) (Charset, bool) {
	if s, ok := unregistered()[key]; ok {
		return Charset{scheme: s}, true
	}
	if label, ok := aliases()[key]; ok {
		return registered(label)
	}
	if part, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(key, "x"), "iso"), "8859"); ok {
		return registered("iso-8859-" + part)
	}
	if label, ok := codePages()[strings.TrimLeft(key, "abcdefghijklmnopqrstuvwxyz")]; ok && isCodePageName(key) {
		return registered(label)
	}
	return Charset{}, false
}

// isCodePageName reports whether key is a prefix that names of code pages have, and a
// number.
func isCodePageName(key string) bool {
	switch strings.TrimPrefix(strings.TrimRight(key, "0123456789"), "x") {
	case "", "cp", "ibm", "ibmcp", "windows", "cswindows", "win", "ms", "mscp", "dos", "codepage", "microsoftcp":
		return true
	}
	return false
}
