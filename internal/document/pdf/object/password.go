package object

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxPassword is the maximum length in bytes of a password in UTF-8 (7.6.4.3.3, algorithm 2.A, step a).
const maxPassword = 127

// passwordForms returns the bytes that a password, in UTF-8, may be for the revision of the handler: as the standard
// says, in PDFDocEncoding (7.6.4.3.2) or in UTF-8 after SASLprep (7.6.4.3.3), and as it is given, as some programs
// write it.
func passwordForms(password string, revision int) (forms [][]byte) {
	if revision < firstAES256 {
		if form, ok := docEncoded(password); ok {
			forms = append(forms, form)
		}
	} else {
		forms = append(forms, truncated(saslprep(password)))
	}
	if given := truncated(password); !slices.ContainsFunc(forms, func(form []byte) bool { return bytes.Equal(form, given) }) {
		forms = append(forms, given)
	}
	return forms
}

func truncated(s string) []byte { return []byte(s[:min(len(s), maxPassword)]) }

// docEncoded returns s in PDFDocEncoding, unless it has other characters.
func docEncoded(s string) (b []byte, ok bool) {
	for _, c := range s {
		code := slices.Index(special[:], c)
		if code < 0 || c == unicode.ReplacementChar {
			return nil, false
		}
		b = append(b, byte(code))
	}
	return b, true
}

// saslprep returns s as RFC 4013 prepares it, without the checks of section 2.3 to 2.5: a password that fails them
// is right for no document.
func saslprep(s string) string {
	s = strings.Map(func(c rune) rune {
		switch {
		case isMappedToNothing(c):
			return -1
		case c != ' ' && unicode.Is(unicode.Zs, c) || c == '\u200B':
			return ' '
		}
		return c
	}, s)
	return norm.NFKC.String(s)
}

// isMappedToNothing reports whether a character is in table B.1 of RFC 3454.
func isMappedToNothing(c rune) bool {
	switch c {
	case '\u00AD', '\u034F', '\u1806', '\u2060', '\uFEFF', '\u200C', '\u200D':
		return true
	}
	return c >= '\u180B' && c <= '\u180D' || c >= '\uFE00' && c <= '\uFE0F'
}
