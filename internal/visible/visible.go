// Package visible makes text fit to be shown on a terminal.
package visible

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Append appends text to b with an escape in the place of whatever
// would do something to a terminal instead of showing on it: control
// characters, characters that change the direction of the text, and octets that
// are not UTF-8, since some terminals take 80 to 9F for controls. The escapes
// are those of JSON, so that JSON stays what it is.
func Append(b, text []byte) []byte {
	const hex = "0123456789abcdef"
	for len(text) > 0 {
		plain := 0
		for plain < len(text) && ' ' <= text[plain] && text[plain] <= '~' {
			plain++
		}
		if plain > 0 {
			b, text = append(b, text[:plain]...), text[plain:]
			continue
		}
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1:
			b = append(b, `\x`...)
			b = append(b, hex[text[0]>>4], hex[text[0]&15])
		case unicode.In(r, unicode.Cc, unicode.Bidi_Control):
			b = append(b, `\u`...)
			b = append(b, hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			b = append(b, text[:n]...)
		}
		text = text[n:]
	}
	return b
}

// Columns returns how wide text is on a terminal.
func Columns(text []byte) (n int) {
	for _, r := range string(text) {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
