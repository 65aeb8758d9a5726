package chars

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Columns returns the number of columns in which a terminal shows the character r: 0, 1 or 2.
func Columns(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	if k := width.LookupRune(r).Kind(); k == width.EastAsianWide || k == width.EastAsianFullwidth {
		return 2
	}
	return 1
}
