package selection

import (
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
	part string // folded; "" with re
	re   *regexp.Regexp
}

// Set adds a condition: a substring, or a regular expression between slashes.
func (t *Texts) Set(arg string) error {
	switch {
	case arg == "":
		return errors.New("the text must not be empty")
	case arg[0] != '/' || len(arg) < 2:
		*t = append(*t, text{part: fold(arg)})
		return nil
	case arg == "//":
		return errors.New("the regular expression must not be empty")
	case strings.HasSuffix(arg, "/i"):
		return fmt.Errorf("invalid flag %q: letter case is always ignored (use %s)", "i", arg[:len(arg)-1])
	case arg[len(arg)-1] != '/':
		*t = append(*t, text{part: fold(arg)})
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
	composed := norm.NFC.String(s)
	folded := fold(composed)
	for _, c := range t {
		if c.re != nil && c.re.MatchString(composed) || c.re == nil && strings.Contains(folded, c.part) {
			return true
		}
	}
	return false
}

// fold returns s composed (NFC), with each character replaced by the first one that
// differs from it only in letter case (Unicode, simple case folding).
func fold(s string) string { return strings.Map(foldRune, norm.NFC.String(s)) }

func foldRune(r rune) rune {
	if r < utf8.RuneSelf && r != 'k' && r != 's' {
		return unicode.ToUpper(r)
	}
	least := r
	for c := unicode.SimpleFold(r); c != r; c = unicode.SimpleFold(c) {
		least = min(least, c)
	}
	return least
}
