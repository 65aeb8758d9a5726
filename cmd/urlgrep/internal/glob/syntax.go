package glob

import (
	"fmt"
	"strings"
)

// check returns an error that names the place of the first fault in a pattern: brackets or braces
// that are not closed or not opened, a range whose ends are in the wrong order, or a backslash
// before nothing. Offsets are in bytes, from 0.
func check(pattern string) error {
	var open []int // offsets of the braces that are open
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			if i++; i == len(pattern) {
				return fmt.Errorf(`byte %d: nothing after \`, i-1)
			}
		case '[':
			end, err := checkClass(pattern, i)
			if err != nil {
				return err
			}
			i = end
		case '{':
			open = append(open, i)
		case '}':
			if len(open) == 0 {
				return fmt.Errorf("byte %d: } without {", i)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("byte %d: { without }", open[0])
	}
	return nil
}

// checkClass checks the class that begins at an offset, and returns the offset of its closing
// bracket. A closing bracket is a member of the class if it is the first.
func checkClass(pattern string, start int) (end int, err error) {
	i := start + 1
	if i < len(pattern) && (pattern[i] == '!' || pattern[i] == '^') {
		i++
	}
	for first := i; i < len(pattern); i++ {
		switch name := posixClass(pattern[i:]); {
		case name != "":
			i += len("[:") + len(name) + len(":]") - 1
			continue
		case pattern[i] == ']' && i > first:
			return i, nil
		case pattern[i] == '\\':
			i++
		}
		if rest := pattern[min(i+1, len(pattern)):]; strings.HasPrefix(rest, "-") && len(rest) > 1 && !strings.ContainsAny(rest[1:2], `]\[`) {
			if lo, hi := pattern[i], rest[1]; lo > hi && lo < 0x80 {
				return 0, fmt.Errorf("byte %d: range %c-%c in the wrong order", i, lo, hi)
			}
			i += 2
		}
	}
	return 0, fmt.Errorf("byte %d: [ without ]", start)
}
