package ascii

import "strings"

// IsLocal reports whether c may be in the unquoted local part of an address (RFC 5322,
// section 3.4.1). The characters # * / ? ^ ` { | } are atext there, but IsLocal excludes
// them: in text they are more often before an address than in it.
func IsLocal(c byte) bool {
	return Is(c, AlphaDigit) || strings.IndexByte("._+-='&%~!$", c) >= 0
}
