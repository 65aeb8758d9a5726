package prefilter

import (
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Text reports whether an invisible text in HTML, such as the value of most attributes,
// may contain a URL or an address that is meant as one: it has "@", "://", ":\" or
// "www.". This check takes most of the time that attributes cost.
//
// Other URLs, such as "news:a.b", are not searched for there, as among settings and names
// they are more likely something different.
func Text(b []byte) bool {
	for i, c := range b {
		switch c {
		case '@':
			return true
		case '/':
			if i >= 2 && b[i-1] == '/' && b[i-2] == ':' {
				return true
			}
		case '\\':
			if i >= 1 && b[i-1] == ':' {
				return true
			}
		case '.':
			if i >= 3 && ascii.EqualFold(b[i-3:i], "www") {
				return true
			}
		}
	}
	return false
}

// IsProgram reports whether a URL reference is a program, which refers to no resource.
// Browsers ignore tabs and line breaks in it.
func IsProgram(ref []byte) bool {
	name := make([]byte, 0, 32) // on the stack
	for _, c := range ref {
		switch {
		case c == '\t' || c == '\n' || c == '\r':
		case c == ':' || len(name) > scheme.MaxName:
			return c == ':' && scheme.IsProgram(name)
		default:
			name = append(name, c)
		}
	}
	return false
}
