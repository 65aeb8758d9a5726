// Package percent is percent-encoding: RFC 3986, section 2.1, and RFC 1738, section 2.2. An
// escape is "%" and two hexadecimal digits, in either case.
package percent

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// Len is the length of an escape in bytes.
const Len = len("%00")

// Begins reports whether s begins with an escape.
func Begins[T []byte | string](s T) bool {
	return len(s) >= Len && s[0] == '%' && ascii.Is(s[1], ascii.Hex) && ascii.Is(s[2], ascii.Hex)
}

// Octet returns the octet of the escape that s begins with. It returns false if s does not begin
// with an escape.
func Octet[T []byte | string](s T) (c byte, ok bool) {
	if len(s) < Len || s[0] != '%' {
		return 0, false
	}
	n := ascii.HexOctet(s[1], s[2])
	return byte(n), n >= 0
}

// Append appends the escape of c to b. Its digits are in upper case.
func Append(b []byte, c byte) []byte {
	const digits = "0123456789ABCDEF"
	return append(b, '%', digits[c>>4], digits[c&15])
}

// Decode returns s with its escapes decoded, once: "%2541" is "%41". It does not change "+", nor
// a "%" that begins no escape; ok reports whether s is without such a "%".
func Decode(s string) (decoded string, ok bool) {
	at := strings.IndexByte(s, '%')
	if at < 0 {
		return s, true
	}
	var b strings.Builder
	b.Grow(len(s))
	ok = true
	for at >= 0 {
		b.WriteString(s[:at])
		s = s[at:]
		c, isEscape := Octet(s)
		if isEscape {
			s = s[Len:]
		} else {
			c, s, ok = '%', s[1:], false
		}
		b.WriteByte(c)
		at = strings.IndexByte(s, '%')
	}
	b.WriteString(s)
	return b.String(), ok
}
