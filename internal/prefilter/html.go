package prefilter

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Text reports whether a text in HTML that no reader sees, as most attributes are, may have
// a URL or an address that is meant as one: it has "@", "://" or "www.". That is most of
// what attributes cost.
//
// Other URLs, as "news:a.b", are not looked for there: among settings and names they rather
// are something else.
func Text(b []byte) bool {
	for i, c := range b {
		switch c {
		case '@':
			return true
		case '/':
			if i >= 2 && b[i-1] == '/' && b[i-2] == ':' {
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

// IsProgram reports whether a URL reference is a program, and refers to nothing.
func IsProgram(ref []byte) bool {
	name, _, ok := bytes.Cut(ref[:min(len(ref), scheme.MaxName+len(":"))], []byte{':'})
	return ok && scheme.IsProgram(name)
}
