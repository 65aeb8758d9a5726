package chars

// InIRI reports whether r is a ucschar of RFC 3987, section 2.2, or also an iprivate if
// private is set. U+FFFD, with which invalid UTF-8 is decoded, is neither.
func InIRI(r rune, private bool) bool {
	switch {
	case 0xa0 <= r && r <= 0xd7ff, 0xf900 <= r && r <= 0xfdcf, 0xfdf0 <= r && r <= 0xffef:
		return true
	case 0x10000 <= r && r <= 0xdfffd, 0xe1000 <= r && r <= 0xefffd:
		return r&0xffff <= 0xfffd
	}
	return private && (0xe000 <= r && r <= 0xf8ff || 0xf0000 <= r && r&0xffff <= 0xfffd)
}
