package hosts

import (
	_ "embed" // the table
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

//go:generate go run generate.go $UNICODE

// The characters that look like others (UTS 39, section 4, confusables.txt). A line has
// the characters of a prototype, and after ":" those that look like it.
//
//go:embed unicode/confusables.txt
var confusableLines string

// prototypes maps each character that looks like others to its prototype.
var prototypes = sync.OnceValue(func() map[rune]string {
	all := make(map[rune]string, strings.Count(confusableLines, " "))
	for line := range strings.Lines(confusableLines) {
		to, from, _ := strings.Cut(line, ":")
		var prototype strings.Builder
		for number := range strings.FieldsSeq(to) {
			prototype.WriteRune(codePoint(number))
		}
		for number := range strings.FieldsSeq(from) {
			all[codePoint(number)] = prototype.String()
		}
	}
	all[palochka] = "l"
	return all
})

// palochka is a vertical bar, as its capital U+04C0 is, which looks like "l" in the table. In
// the table, U+04CF looks like "i", so "apple" in Cyrillic, the best known imitation, would not
// look like "apple".
const palochka = '\u04cf'

// skeleton returns the skeleton of s (UTS 39, section 4, without the treatment of
// right-to-left text): two strings with the same skeleton look alike. It is not for
// display.
func skeleton(s string) string {
	if ascii.All(s) && strings.IndexFunc(s, func(r rune) bool { return asciiPrototypes[r] != "" }) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		switch {
		case r < 0x80 && asciiPrototypes[r] == "":
			b.WriteRune(r)
		case r < 0x80:
			b.WriteString(asciiPrototypes[r])
		case IsIgnorable(r):
		default:
			if to, found := prototypes()[r]; found {
				b.WriteString(to)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return norm.NFD.String(b.String())
}

// asciiPrototypes are the prototypes of characters in ASCII. They are repeated here, as
// most hosts need no others.
var asciiPrototypes = [0x80]string{
	'"': "''", '%': "º/₀", '0': "O", '1': "l", 'I': "l", '`': "'", 'm': "rn", '|': "l",
}

// HostSkeleton returns the skeleton of host, a result of ToASCII in Unicode, without regard
// to letter case, which hosts do not have: "g00gle" and "google" look alike in capitals.
func HostSkeleton(host string) string {
	return strings.ToLower(skeleton(strings.ToLower(host)))
}

// Delimiter returns the delimiters of a URL that r, a character outside ASCII, looks like: those
// in its prototype, if that is one (UTS 39, section 4), or in its compatibility decomposition. It
// returns "" if r looks like none. A character that IDNA takes for a dot is a dot.
func Delimiter(r rune) string {
	const delimiters = `/.:@?#\`
	if r < 0x80 || isLabelSeparator(r) {
		return ""
	}
	if to := prototypes()[r]; len(to) == 1 && strings.Contains(delimiters, to) {
		return to
	}
	if to := norm.NFKC.String(string(r)); strings.ContainsAny(to, delimiters) {
		return strings.TrimLeftFunc(strings.TrimRightFunc(to, isNoDelimiter), isNoDelimiter)
	}
	return ""
}

// isNoDelimiter reports whether r is a letter or a digit in the decomposition of a symbol.
func isNoDelimiter(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }

// IsIgnorable reports whether r has the property Default_Ignorable_Code_Point
// (DerivedCoreProperties.txt): it is not visible.
func IsIgnorable(r rune) bool {
	switch {
	case r < 0x80:
		return false
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		return true
	case unicode.Is(unicode.Cf, r):
		// Without interlinear annotation, Egyptian format controls and prepended signs.
		return !(r >= 0xFFF9 && r <= 0xFFFB || r >= 0x13430 && r <= 0x13440 || unicode.Is(unicode.Prepended_Concatenation_Mark, r))
	}
	return false
}
