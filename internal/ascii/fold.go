package ascii

// Lower returns c in lower case if it is an ASCII letter, and c itself otherwise.
func Lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// EqualFold reports whether b equals lower, ignoring the case of ASCII letters. The
// string lower must be in lower case. Unlike bytes.EqualFold, EqualFold folds only ASCII
// letters: U+017F does not match "s", as no name in a protocol contains it.
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
