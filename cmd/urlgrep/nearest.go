package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

// unknown returns the error for an option that does not exist; like is what to
// look for one by that does.
func (a *arguments) unknown(option, like string) error {
	long := make([]string, len(a.flags))
	for i, f := range a.flags {
		long[i], _ = names(f)
	}
	if best := nearest(like, long); best != "" {
		return fmt.Errorf("unknown option %s (did you mean --%s?)", option, best)
	}
	return fmt.Errorf("unknown option %s", option)
}

// ambiguous returns the error for a beginning that several options have.
func ambiguous(option string, of []cli.Flag) error {
	long := make([]string, len(of))
	for i, f := range of {
		name, _ := names(f)
		long[i] = "--" + name
	}
	return fmt.Errorf("option %s is ambiguous: %s", option, strings.Join(long, ", "))
}

// unknownValue returns the error for a value that is none of those that there are.
func unknownValue(value string, choices []string) error {
	return notIn("value", value, strings.Join(choices, ", "), choices)
}

// notIn is unknownValue for what has a name of its own, and a list with more in it
// than the names.
func notIn(what, value, list string, choices []string) error {
	err := fmt.Errorf("unknown %s %q: want %s", what, value, list)
	if best := nearest(value, choices); best != "" {
		return fmt.Errorf("%w (did you mean %s?)", err, best)
	}
	return err
}

// nearest returns the name that word was probably to be: the one that it differs
// from by the fewest letters, if these are few, or the first one that it begins; ""
// if there is none.
func nearest(word string, names []string) (best string) {
	if len(word) < 2 {
		return ""
	}
	least := len(word)/3 + 2
	for _, name := range names {
		if d := distance(word, name); d < least || strings.HasPrefix(name, word) && best == "" {
			best, least = name, min(d, least)
		}
	}
	return best
}

// distance returns how many letters must be put in, taken out or changed to
// make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // from the letters of a so far to each beginning of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
