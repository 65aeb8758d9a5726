package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// defaultPort returns the default port of a scheme at a level, 0 for none.
func defaultPort(s *scheme.Scheme, level Level) uint16 {
	if level == RFC1738 && s.Section == "" {
		return 0 // https is unknown to RFC 1738 (R09)
	}
	return s.Port
}

// scanScheme returns the offset of the colon after the scheme of s.
func scanScheme(s string, level Level) (colon int, f fault) {
	// RFC 3986, section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
	// In RFC 1738 any of these may be first (R06).
	if level != RFC1738 && s != "" && !ascii.Is(s[0], ascii.Alpha) {
		return 0, fault{0, BadScheme}
	}
	i := run(s, 0, ascii.Scheme)
	switch {
	case i == len(s):
		return 0, fault{i, NoScheme}
	case i == 0 || s[i] != ':':
		return 0, fault{i, BadScheme}
	}
	return i, fault{}
}

// canonicalScheme returns name in lower case, and the entry of the scheme in the table.
// It allocates only for an unknown name in upper case.
func canonicalScheme(name string) (string, *scheme.Scheme) {
	if s := scheme.Lookup(name); s != nil {
		return s.Name, s
	}
	if ascii.EqualFold(name, scheme.Label) {
		return scheme.Label, &scheme.Unknown
	}
	return strings.ToLower(name), &scheme.Unknown
}
