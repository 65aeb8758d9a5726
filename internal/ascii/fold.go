package ascii

// Lower returns c, in lower case if it is a letter.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// EqualFold reports whether b is lower, which is in lower case, in any case of its
// letters. Unlike that of package bytes it knows no letters outside ASCII: U+017F
// is no "s", and no name in a protocol has one.
func EqualFold[T []byte | string](b T, lower string) bool {
	if len(b) != len(lower) {
		return false
	}
	for i := range len(b) {
		if Lower(b[i]) != lower[i] {
			return false
		}
	}
	return true
}

// All reports whether all octets of b are ASCII.
func All[T []byte | string](b T) bool {
	for i := range len(b) {
		if b[i] >= 0x80 {
			return false
		}
	}
	return true
}
