package prefilter

import "bytes"

// strays are what Stray looks for.
const strays = " -.:"

// Stray returns the index of the first byte in text that base64 has not and that
// is in whatever may matter among its lines; the length of text if there is none:
// a blank, which is in each line that divides messages, "-", which is in each that
// divides parts, and "." and ":", of which every URL, host and address has one. So
// an attachment is passed over at the speed of memory.
func Stray(text []byte) int { return stray(text) }

// strayGo is the twin of what is in assembly.
func strayGo(text []byte) int {
	for _, c := range []byte(strays) {
		if i := bytes.IndexByte(text, c); i >= 0 {
			text = text[:i]
		}
	}
	return len(text)
}

// Line reports whether a line within an attachment in base64 may have a URL, a host or an
// address in it: each has a character that base64 has not.
func Line(text []byte) bool {
	return bytes.IndexByte(text, ':') >= 0 || bytes.IndexByte(text, '.') >= 0
}
