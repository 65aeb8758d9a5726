// Package visible makes text fit to be shown on a terminal.
package visible

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Append appends text to b with an escape in the place of whatever would do
// something to a terminal instead of showing on it, or hide on it: control
// characters, line and paragraph separators, characters that change the direction of
// the text, those that show nothing, and octets that are not UTF-8, since some
// terminals take 80 to 9F for controls. The escapes are those of JSON, so that JSON
// stays what it is. What b ends in is taken for the text before.
func Append(b, text []byte) []byte {
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
			b = append(b, '\\', 'x', hex[text[0]>>4], hex[text[0]&15])
		case isSeen(r) || isJoiner(r) && joins(b):
			b = append(b, text[:n]...)
		default:
			b = appendEscape(b, r)
		}
		text = text[n:]
	}
	return b
}

// Line returns text with an escape in the place of each CR and LF: what is to be a part
// of one line where no terminal is, and else as it is.
func Line(text string) string {
	if strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\r') < 0 {
		return text // as nearly all is: that takes a tenth of the time
	}
	return lineBreaks.Replace(text)
}

var lineBreaks = strings.NewReplacer("\n", `\u000a`, "\r", `\u000d`)

const hex = "0123456789abcdef"

// appendEscape appends the escape for a character, or the two for one beyond the Basic
// Multilingual Plane.
func appendEscape(b []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); low != unicode.ReplacementChar {
		return appendEscape(appendEscape(b, high), low)
	}
	return append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// isSeen reports whether a character shows where it stands, or shows how the one before
// it looks, as variation selectors do.
func isSeen(r rune) bool {
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
		unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func isJoiner(r rune) bool { return unicode.Is(unicode.Join_Control, r) }

// joins reports whether a joiner has something to do behind b: it is a part of words in
// scripts whose letters change where they meet, and of emoji. Behind ASCII, and letters
// that look like it, it would make two URLs that look the same.
func joins(b []byte) bool {
	r, _ := utf8.DecodeLastRune(b)
	return r >= utf8.RuneSelf && r != utf8.RuneError && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Cf)
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
