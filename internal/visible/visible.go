// Package visible makes text safe to show on a terminal.
package visible

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// Append appends text to b. It replaces each character that would control the terminal or
// be invisible with an escape: control characters, line and paragraph separators,
// characters that change the direction of text, characters that show nothing, and
// variation selectors that select no variant. It also replaces octets that are not UTF-8,
// as some terminals interpret 80 to 9F as controls. The escape of a character is that of
// JSON, so that JSON text keeps its meaning. The escape of an octet is "\x" and two
// hexadecimal digits. The end of b is the context of the first character of text.
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
		case isVisible(r) || isJoiner(r) && joins(b) || isSelector(r) && selects(r, b, text[n:]):
			b = append(b, text[:n]...)
		default:
			b = appendEscape(b, r)
		}
		text = text[n:]
	}
	return b
}

// Line returns text with an escape in place of each CR and LF, so that it fits in one
// line. It leaves all other characters as they are, and is for output that does not go to
// a terminal.
func Line(text string) string {
	if strings.IndexByte(text, '\n') < 0 && strings.IndexByte(text, '\r') < 0 {
		return text // most texts have no line break: this takes a tenth of the time
	}
	return lineBreaks.Replace(text)
}

var lineBreaks = strings.NewReplacer("\n", `\u000a`, "\r", `\u000d`)

const hex = "0123456789abcdef"

// appendEscape appends the escape of r, or two escapes (a surrogate pair) if r is outside
// the Basic Multilingual Plane.
func appendEscape(b []byte, r rune) []byte {
	if high, low := utf16.EncodeRune(r); low != unicode.ReplacementChar {
		return appendEscape(appendEscape(b, high), low)
	}
	return append(b, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}

// isVisible reports whether r is neither a control character nor invisible.
func isVisible(r rune) bool {
	return !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

func isSelector(r rune) bool { return unicode.Is(unicode.Variation_Selector, r) }

// selects reports whether the variation selector r, between before and after, selects a
// variant. It does after a character that Unicode defines variants of, and within an
// emoji keycap. After any other character it shows nothing, and two different URLs could
// look the same.
//
// The characters with variants are symbols and some others for text and emoji
// presentation (emoji-variation-sequences.txt), Mongolian for its own selectors, Han for
// the supplementary selectors (IVD), and symbols, Han and some scripts and punctuation
// for the other selectors (StandardizedVariants.txt).
func selects(r rune, before, after []byte) bool {
	base, _ := utf8.DecodeLastRune(before)
	switch {
	case base < utf8.RuneSelf:
		const keycap = "\u20e3"
		return r == emojiStyle && strings.ContainsRune("#*0123456789", base) && bytes.HasPrefix(after, []byte(keycap))
	case r == textStyle || r == emojiStyle:
		return base != utf8.RuneError && (unicode.IsSymbol(base) || strings.ContainsRune("‼⁉ℹ〰〽", base))
	case unicode.Is(unicode.Mongolian, r):
		return unicode.Is(unicode.Mongolian, base) && unicode.IsLetter(base)
	case r > 0xFFFF:
		return unicode.Is(unicode.Han, base)
	}
	return base != utf8.RuneError && (unicode.IsSymbol(base) || unicode.In(base, unicode.Han, unicode.Myanmar, unicode.Phags_Pa,
		unicode.Manichaean, unicode.Egyptian_Hieroglyphs) || '\u3001' <= base && base <= '\uff1f' && unicode.IsPunct(base))
}

// The variation selectors of text and emoji presentation.
const (
	textStyle  = '\ufe0e'
	emojiStyle = '\ufe0f'
)

func isJoiner(r rune) bool { return unicode.Is(unicode.Join_Control, r) }

// joins reports whether a joiner has an effect after b. Joiners are part of words in
// scripts whose letters change their shape where they meet, and of emoji. After ASCII,
// and after letters that look like ASCII, a joiner shows nothing, and two different URLs
// could look the same.
func joins(b []byte) bool {
	r, _ := utf8.DecodeLastRune(b)
	return r >= utf8.RuneSelf && r != utf8.RuneError && !unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Cf)
}

// Columns returns the width of text on a terminal, in columns.
func Columns(text []byte) (n int) {
	for _, r := range string(text) {
		n += chars.Columns(r)
	}
	return n
}
