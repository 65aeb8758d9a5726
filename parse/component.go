package parse

import (
	"fmt"
	"unicode/utf8"
)

// A Component is a part of a URL that may be absent. Absent is not the same as empty: "an
// empty user name or password is different than no user name or password" (RFC 1738,
// section 3.1). Value is a substring of the URL as written, with its escapes. The zero
// value is absent.
type Component struct {
	Value   string // "" when absent
	Present bool
}

func present(s string) Component { return Component{Value: s, Present: true} }

// String returns c.Value.
func (c Component) String() string { return c.Value }

// MarshalJSON returns null for an absent component, otherwise its text as a string, with
// U+FFFD for each octet that is not UTF-8.
func (c Component) MarshalJSON() ([]byte, error) {
	if !c.Present {
		return []byte("null"), nil
	}
	return appendQuoted(make([]byte, 0, len(c.Value)+2), c.Value), nil
}

// appendQuoted appends s as a JSON string. It does not escape < > & for HTML, unlike
// json.Marshal: the encoder of the enclosing value decides that.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s { // an octet that is not UTF-8 is U+FFFD
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < 0x20 || r == 0x7f || r == '\u2028' || r == '\u2029':
			b = fmt.Appendf(b, `\u%04x`, r)
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}
