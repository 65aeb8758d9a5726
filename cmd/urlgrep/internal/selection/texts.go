package selection

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Texts is a set of conditions for the text of a header field, such as its Subject, as
// the option with the condition may be repeated. A text matches if one of them holds. It
// is an option.Value.
type Texts []text

// A text is a condition: part is a text that must occur, or re must match. Both ignore
// letter case, and the difference between composed and decomposed characters.
type text struct {
	part []byte         // folded; nil with re
	re   *regexp.Regexp // nil with part
}

// Set adds a condition: a substring, or a regular expression between slashes.
func (t *Texts) Set(arg string) error {
	switch {
	case arg == "":
		return errors.New("the text must not be empty")
	case arg[0] != '/' || len(arg) < 2:
		*t = append(*t, text{part: appendFolded(nil, norm.NFC.String(arg))})
		return nil
	case arg == "//":
		return errors.New("the regular expression must not be empty")
	case strings.HasSuffix(arg, "/i"):
		return fmt.Errorf("invalid flag %q: letter case is always ignored (use %s)", "i", arg[:len(arg)-1])
	case arg[len(arg)-1] != '/':
		*t = append(*t, text{part: appendFolded(nil, norm.NFC.String(arg))})
		return nil
	}
	pattern := norm.NFC.String(arg[1 : len(arg)-1])
	if _, err := parseRegexp(pattern); err != nil {
		return err
	}
	re, err := regexp.Compile("(?i)" + pattern)
	*t = append(*t, text{re: re})
	return err
}

// Match reports whether a text matches one of the conditions, or there is none.
func (t Texts) Match(s string) bool {
	if len(t) == 0 {
		return true
	}
	var space [256]byte
	composed := norm.NFC.String(s)
	folded := appendFolded(space[:0], composed)
	for _, c := range t {
		if c.re != nil && c.re.MatchString(composed) || c.re == nil && bytes.Contains(folded, c.part) {
			return true
		}
	}
	return false
}

// appendFolded appends s, with foldRune applied to each character.
func appendFolded(dst []byte, s string) []byte {
	for _, r := range s {
		dst = utf8.AppendRune(dst, foldRune(r))
	}
	return dst
}

// foldRune returns the first of the characters that differ from r only in letter case
// (Unicode, simple case folding).
func foldRune(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case r < utf8.RuneSelf:
		return r
	}
	least := r
	for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
		least = min(least, c)
	}
	return least
}
