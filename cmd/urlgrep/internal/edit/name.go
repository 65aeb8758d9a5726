package edit

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// diffName returns the name of a file for the header of a diff, after which git and GNU patch
// read the same name. A name with a blank is followed by a tab, which ends it. A name with
// control characters, quotes, backslashes, octets that are not UTF-8, or a blank at an end is
// quoted as in C.
func diffName(name string) string {
	name = filepath.ToSlash(name)
	for strings.HasPrefix(name, "./") {
		name = strings.TrimLeft(name[len("./"):], "/")
	}
	if strings.TrimSpace(name) != name || !utf8.ValidString(name) || strings.ContainsFunc(name, isQuoted) {
		return quote(name)
	}
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// isQuoted reports whether a name with r is quoted.
func isQuoted(r rune) bool { return r < ' ' || r == '"' || r == '\\' || 0x7F <= r && r < 0xA0 }

// quote returns a name as a string literal of C.
func quote(name string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		switch c := name[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ' || c >= 0x7F:
			fmt.Fprintf(&b, `\%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
