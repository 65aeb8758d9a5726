package option

import (
	"fmt"
	"slices"
	"strings"
)

// unknown returns the error for an option that does not exist. like is its name without hyphens.
func (p *Program) unknown(given, like string) error {
	if now := p.former(strings.TrimLeft(given, "-"), like); now != "" {
		return fmt.Errorf("option %s is now %s", given, now)
	}
	if best := p.hint(like); best != "" {
		return fmt.Errorf("unknown option %s (did you mean --%s?)", given, best)
	}
	return fmt.Errorf("unknown option %s", given)
}

// former returns what to write now for the first of the names that an option had, or that abbreviates
// only one of these.
func (p *Program) former(names ...string) (now string) {
	for _, name := range names {
		if now := p.Former[name]; now != "" {
			return now
		}
	}
	const least = 3 // letters of an abbreviation
	for _, name := range names {
		n := 0
		for old, text := range p.Former {
			if len(name) >= least && strings.HasPrefix(old, name) {
				n, now = n+1, text
			}
		}
		if n == 1 {
			return now
		}
	}
	return ""
}

// hint returns what was probably meant by the name of an option that does not exist, as it is
// written after "--", or "": a synonym; an option whose name is the same but for two letters; an
// option, or a synonym, that is one of the words of the name; any similar option.
func (p *Program) hint(name string) string {
	if best := p.Synonyms[name]; best != "" {
		return best
	}
	var names []string
	for o := range p.All() {
		names = append(names, o.Name)
	}
	if best := Similar(name, names, min(2, len(name)/3+1)); best != "" {
		return best
	}
	for word := range strings.SplitSeq(name, "-") {
		if slices.Contains(names, word) {
			return word
		}
		if best := p.Synonyms[word]; best != "" {
			return best
		}
	}
	return nearest(name, names)
}

// Resembles reports whether word is the name of an option for Find, or similar to one.
func (p *Program) Resembles(word string) bool {
	_, err := p.Find(word)
	return err == nil || p.hint(strings.TrimLeft(word, "-")) != ""
}

// ambiguous returns the error for an abbreviation of several options.
func ambiguous(given string, of []*Option) error {
	names := make([]string, len(of))
	for i, o := range of {
		names[i] = "--" + o.Name
	}
	return fmt.Errorf("option %s is ambiguous: %s", given, strings.Join(names, ", "))
}

// Unknown returns the error for a name that is not in names. what is the kind of the
// name; list is the text that lists the valid names.
func Unknown(what, name, list string, names []string) error {
	return Suggest(fmt.Errorf("unknown %s %q: valid %ss are %s", what, name, what, list), name, names)
}

// Suggest returns err, the error for a name that is not in names, with the most similar one
// of names if one is similar.
func Suggest(err error, name string, names []string) error {
	if best := nearest(name, names); best != "" {
		return fmt.Errorf("%w (did you mean %s?)", err, best)
	}
	return err
}

// nearest returns the name that word probably means, as Similar does, for words that must be names.
func nearest(word string, names []string) string { return Similar(word, names, len(word)/3+1) }

// Similar returns the first name that word abbreviates, or otherwise the name at the smallest
// distance, if that is at most most letters. Of several at that distance it prefers one that begins
// with the letter of word. It returns "" if there is no such name.
func Similar(word string, names []string, most int) (best string) {
	if len(word) < 2 {
		return ""
	}
	least := most + 1
	for _, name := range names {
		if strings.HasPrefix(name, word) {
			return name
		}
		d := distance(word, name)
		if d < least || d == least && best != "" && best[0] != word[0] && name[0] == word[0] {
			best, least = name, d
		}
	}
	return best
}

// distance returns the number of letters to insert, delete or replace to change a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances from the part of a seen so far to each prefix of b
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
