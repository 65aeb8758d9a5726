package ascii

import "strings"

// IsLocal reports whether c may stand in an unquoted local part of an address
// (RFC 5322, section 3.4.1). Of atext that is left out which in text stands before
// an address more often than in it: # * / ? ^ ` { | }.
func IsLocal(c byte) bool {
	return Is(c, AlphaDigit) || strings.IndexByte("._+-='&%~!$", c) >= 0
}
