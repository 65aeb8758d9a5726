package defang

// A literal is text that a Decoder would mistake for a notation: its first byte is
// in square brackets, so that "[h]xxp://" is "hxxp://" and "[[].]" is "[.]". Without them a URL
// that contains a notation could not be defanged and restored.

const (
	// maxLiterals is how many literals of literals are recognized: "[[][.]" is "[[].]".
	maxLiterals = 8

	// maxNotation is the maximum length in bytes of a notation without blanks around it, with
	// the bytes after it that it depends on.
	maxNotation = MaxHeld - maxLiterals*len("[]")
)

// isLiteral reports whether a literal may begin with c.
func isLiteral(c byte) bool { return first[c] != 0 && c > ' ' }

// readLiteral reads a literal, which b begins with: b[0] is "[", and isLiteral(b[1]). The result
// is the byte in brackets. The rest of the literal follows, and is no notation without it.
func readLiteral(b []byte, last bool) (s notation, v verdict) {
	rest := b
	for range maxLiterals {
		switch {
		case len(rest) < len("[h]"):
			return s, verdictAtEnd(last)
		case rest[2] != ']':
			return s, no
		}
		var text [maxNotation]byte
		text[0] = rest[1]
		n := 1 + copy(text[1:], rest[3:])
		switch {
		case n == 1:
			return s, verdictAtEnd(last)
		case text[0] != '[' || !isLiteral(text[1]):
			_, v = read(text[:n], last)
			return notation{n: len("[h]"), text: string(b[1:2])}, v
		}
		rest = rest[len("[["):] // the byte in brackets is the "[" of another literal
	}
	return s, no
}

// verdictAtEnd returns the verdict about text that ends too early.
func verdictAtEnd(last bool) verdict {
	if last {
		return no
	}
	return more
}
