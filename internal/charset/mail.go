package charset

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// ForMail returns the character set that a mail means by a label, as it stands
// in the header: RFC 2045's charset parameter, or that of an RFC 2047 word. It
// is not ok if the label means nothing: then text that is UTF-8 is, and other
// text is best read as windows-1252.
//
// It reads labels as Lookup does, but:
//
//   - What is no part of a name is dropped: quotes, white space, what is behind.
//   - US-ASCII, UTF-8 and no label at all say to keep the bytes: text with octets
//     of another set is labelled so too often.
//   - GB 2312 and GBK are read as GB 18030, of which they are parts.
//   - UTF-16 has the byte order that it has, and not Windows's, as for the WHATWG.
func ForMail(label string) (c Charset, ok bool) {
	label = clean(label)
	key := squash(label)
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

// clean returns label without what is not part of it. An "=" that was encoded as
// "=3D" by those who encode headers, too, leaves a "3D" before it, and a
// parameter of RFC 2231 a language behind it.
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

// maxLabel bounds a label. The longest that is registered has 45 characters.
const maxLabel = 64

// squash returns the letters and digits of a name, in lower case: those by which
// names differ.
func squash(name string) string {
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

// alias returns the character set with a squashed name, of those that neither
// index of x/text knows.
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
	if label, ok := codePages()[strings.TrimLeft(key, "abcdefghijklmnopqrstuvwxyz")]; ok && vendor(key) {
		return registered(label)
	}
	return Charset{}, false
}

// vendor reports whether key is how a code page is called that has a number.
func vendor(key string) bool {
	switch strings.TrimPrefix(strings.TrimRight(key, "0123456789"), "x") {
	case "", "cp", "ibm", "ibmcp", "windows", "cswindows", "win", "ms", "mscp", "dos", "codepage", "microsoftcp":
		return true
	}
	return false
}
