package prefilter

import "bytes"

// IsRule reports whether c may begin the delimiter of a signature, a horizontal rule, or the mark
// that mailers put before a message that they quote.
func IsRule(c byte) bool { return c == '-' || c == '_' || c == '=' || c == '*' }

// RuleLine returns the index of the first line of text that has a byte of IsRule after its quote
// marks. Without such a line it returns the index of the last line, which may be empty. A quote mark is ">" with or
// without a blank after it. Lines end in LF.
func RuleLine(text []byte) int { return ruleLine(text) }

// ruleLineGo is RuleLine without assembly.
func ruleLineGo(text []byte) int {
	at := 0
	for !isRuleLine(text[at:]) {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return at
}

// isRuleLine reports whether a byte of IsRule follows the quote marks that begin text.
func isRuleLine(text []byte) bool {
	for len(text) > 0 && text[0] == '>' {
		if text = text[1:]; len(text) > 0 && text[0] == ' ' {
			text = text[1:]
		}
	}
	return len(text) > 0 && IsRule(text[0])
}

// lineOf returns the index of the line that text ends in.
func lineOf(text []byte) int {
	const near = 256 // most lines begin here; IndexByte reads a vector at a time
	from := max(0, len(text)-near)
	if i := bytes.LastIndexByte(text[from:], '\n'); i >= 0 {
		return from + i + 1
	}
	if bytes.IndexByte(text[:from], '\n') < 0 {
		return 0
	}
	return bytes.LastIndexByte(text[:from], '\n') + 1
}
