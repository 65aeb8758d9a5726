package glob

import (
	"errors"
	"slices"
	"strings"
)

// maxAlternatives is the maximum number of patterns that a pattern with braces expands
// to.
const maxAlternatives = 10_000

var (
	errPattern      = errors.New(`the syntax is *, ?, [a-z], [!a-z], {a,b}, **/, and \ before one of these`)
	errAlternatives = errors.New("too many alternatives")
)

// Expand returns the patterns that a pattern with braces expands to, as in shells: ab and
// ac for a{b,c}. It expands a/**/b to a/b and a/*/b, because a star also matches slashes.
func Expand(pattern string) (list []string, err error) {
	if err := check(pattern); err != nil {
		return nil, err
	}
	for strings.Contains(pattern, "**/**/") {
		pattern = strings.ReplaceAll(pattern, "**/**/", "**/")
	}
	return expandBraces(strings.ReplaceAll(pattern, "/**/", "{/,/*/}"))
}

// expandBraces returns the patterns that a pattern with braces expands to.
func expandBraces(pattern string) (list []string, err error) {
	pending := []string{pattern}
	for len(pending) > 0 {
		last := len(pending) - 1
		first := pending[last]
		before, alternatives, after, err := cutBraces(first)
		switch {
		case err != nil:
			return nil, err
		case alternatives == nil:
			list = append(list, first)
		}
		pending = pending[:last]
		for _, a := range slices.Backward(alternatives) {
			pending = append(pending, before+a+after)
		}
		if len(list)+len(pending) > maxAlternatives {
			return nil, errAlternatives
		}
	}
	return list, nil
}

// cutBraces cuts a pattern at its first braces into the text before them, the
// alternatives between them, which are separated by commas, and the text after them. It
// returns no alternatives if the pattern has no braces. Braces in [] or after a backslash
// do not count.
func cutBraces(pattern string) (before string, alternatives []string, after string, err error) {
	depth, start := 0, 0
	class := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '{':
			if depth++; depth == 1 {
				before, start = pattern[:i], i+1
			}
		case c == ',' && depth == 1:
			alternatives = append(alternatives, pattern[start:i])
			start = i + 1
		case c == '}':
			depth--
			if depth < 0 {
				return "", nil, "", errPattern
			}
			if depth == 0 {
				return before, append(alternatives, pattern[start:i]), pattern[i+1:], nil
			}
		}
	}
	if depth > 0 {
		return "", nil, "", errPattern
	}
	return pattern, nil, "", nil
}

// SplitList splits a list of patterns at the commas outside braces.
func SplitList(list string) (patterns []string) {
	depth, start := 0, 0
	for i := 0; i < len(list); i++ {
		switch list[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth <= 0 {
				patterns = append(patterns, list[start:i])
				start = i + 1
			}
		}
	}
	return append(patterns, list[start:])
}
