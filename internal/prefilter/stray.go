package prefilter

import "bytes"

// strays are the bytes that Stray searches for.
const strays = " -.:"

// Stray returns the index of the first blank, "-", "." or ":" in text, or len(text) if
// text has none of them. These bytes are not in base64, and each line that matters in an
// attachment has one of them: a line that divides messages has a blank, a line that
// divides parts has "-", and a URL, host or address has "." or ":". So an attachment is
// skipped at the speed of memory.
func Stray(text []byte) int { return stray(text) }

// strayGo is Stray without assembly.
func strayGo(text []byte) int {
	for _, c := range []byte(strays) {
		if i := bytes.IndexByte(text, c); i >= 0 {
			text = text[:i]
		}
	}
	return len(text)
}

// Line reports whether a line within an attachment in base64 may contain a URL, a host or
// an address: each of them has "." or ":", which base64 does not have.
func Line(text []byte) bool {
	return bytes.IndexByte(text, ':') >= 0 || bytes.IndexByte(text, '.') >= 0
}
