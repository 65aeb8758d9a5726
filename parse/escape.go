package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
)

// span returns the offset of the first octet of s, from i on, that is neither in set nor
// part of an escape. In an incomplete escape, it is the offset of the missing digit, and
// inside is true.
func span(s string, i int, set ascii.Class) (end int, inside bool) {
	for {
		i = run(s, i, set)
		if i == len(s) || s[i] != '%' {
			return i, false
		}
		for n := 1; n < percent.Len; n++ {
			if i+n == len(s) || !ascii.Is(s[i+n], ascii.Hex) {
				return i + n, true
			}
		}
		i += percent.Len
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
		switch c, ok := percent.Octet(s[i:]); {
		case !ok:
		case c == '\t' && i >= tabs && separators < 2:
			separators++
		case c == '\r' || c == '\n':
			w |= warnEncodedCRLF
		case c < 0x20 || c == 0x7f:
			w |= warnEncodedControl
		}
	}
}
