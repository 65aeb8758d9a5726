package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// escapeLen is the length of an escape: RFC 1738, section 5,
// escape = "%" hex hex; RFC 3986, section 2.1, pct-encoded.
const escapeLen = 3

// span returns the offset of the first octet of s, from i on, that is neither in set nor
// part of an escape. In an incomplete escape, it is the offset of the missing digit, and
// inside is true.
func span(s string, i int, set ascii.Class) (end int, inside bool) {
	for {
		i = run(s, i, set)
		if i == len(s) || s[i] != '%' {
			return i, false
		}
		for n := 1; n < escapeLen; n++ {
			if i+n == len(s) || !ascii.Is(s[i+n], ascii.Hex) {
				return i + n, true
			}
		}
		i += escapeLen
	}
}

// run returns the offset of the first octet of s, from i on, that is not in set.
func run(s string, i int, set ascii.Class) int {
	for uint(i) < uint(len(s)) && ascii.Table[s[i]]&set != 0 { // unsigned: i needs no other check
		i++
	}
	return i
}

// digits returns the offset of the first octet of s, from i on, that is not a digit.
func digits(s string, i int) int { return run(s, i, ascii.Digit) }

// isEscape reports whether s has an escape at i.
func isEscape(s string, i int) bool {
	return i+escapeLen <= len(s) && s[i] == '%' && ascii.Is(s[i+1], ascii.Hex) && ascii.Is(s[i+2], ascii.Hex)
}

// unhex returns the octet that the escape at s[i:] encodes.
func unhex(s string, i int) byte { return digit(s[i+1])<<4 | digit(s[i+2]) }

// digit returns the value of a hexadecimal digit.
func digit(c byte) byte {
	if c <= '9' {
		return c - '0'
	}
	return c | 0x20 - 'a' + 10
}

// escapeWarnings returns the warnings for the escapes in s. The first two escapes of a
// tab at offset tabs or later are separators and give no warning: see gopherTabs.
//
// RFC 1738, section 6: "Care should be taken when URLs contain embedded encoded
// delimiters for a given protocol (for example, CR and LF characters for telnet
// protocols) that these are not unencoded before transmission."
func escapeWarnings(s string, tabs int) (w Warnings) {
	separators := 0
	for i := 0; ; i++ {
		n := strings.IndexByte(s[i:], '%')
		if n < 0 {
			return w
		}
		i += n
		if !isEscape(s, i) {
			continue
		}
		switch c := unhex(s, i); {
		case c == '\t' && i >= tabs && separators < 2:
			separators++
		case c == '\r' || c == '\n':
			w |= warnEncodedCRLF
		case c < 0x20 || c == 0x7f:
			w |= warnEncodedControl
		}
	}
}
