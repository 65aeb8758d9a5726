package hosts

import (
	"strings"

	"golang.org/x/net/idna"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// IsKnown reports whether a name in text is probably a host: its first label is "www" or
// "ftp", or it ends in a public suffix that ICANN has delegated.
func IsKnown(name []byte) bool {
	lower := strings.ToLower(string(name))
	if rest, ok := strings.CutPrefix(lower, "www."); ok {
		return strings.IndexByte(rest, '.') > 0 || len(rest) > 3
	}
	if rest, ok := strings.CutPrefix(lower, "ftp."); ok {
		return strings.IndexByte(rest, '.') > 0
	}
	if !ascii.All(name) {
		alabel, err := idna.Lookup.ToASCII(lower)
		if err != nil {
			return false
		}
		lower = alabel // the form in the list
	}
	top := suffix.ICANN(lower)
	return top != "" && top != lower
}
