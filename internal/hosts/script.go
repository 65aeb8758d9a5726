package hosts

import (
	"cmp"
	_ "embed" // the tables
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Mixed returns the sorted names of the scripts of the first label of host that is not
// Highly Restrictive (UTS 39, section 5.2), or nil if there is none. host is a result of
// ToASCII.
//
// A label is Highly Restrictive if its characters are of one script, or of Latin and the
// scripts of Japanese, of Chinese or of Korean. A character with Script_Extensions is of
// any of these scripts (UTS 39, section 5.1). Digits and other characters without a script
// are ignored.
func Mixed(host string) []string {
	if !strings.Contains(host, "--") {
		return nil // no A-label
	}
	name, _ := profile().ToUnicode(host) // as far as it can be decoded
	for label := range strings.SplitSeq(name, ".") {
		if sets := scriptsOf(label); !areTogether(sets) {
			return union(sets)
		}
	}
	return nil
}

// areTogether reports whether each of the sets has a script that may be together with
// those of the others.
func areTogether(sets [][]string) bool {
	if len(sets) < 2 {
		return true
	}
	for _, script := range sets[0] {
		if covers([]string{script}, sets) {
			return true
		}
	}
	return slices.ContainsFunc(scriptSets, func(set []string) bool { return covers(set, sets) })
}

// covers reports whether each of the sets has a script of set.
func covers(set []string, sets [][]string) bool {
	return !slices.ContainsFunc(sets, func(scripts []string) bool {
		return !slices.ContainsFunc(scripts, func(s string) bool { return slices.Contains(set, s) })
	})
}

// union returns the sorted names in sets. Of a set with several names it returns the first,
// if the other sets have none of its names.
func union(sets [][]string) (names []string) {
	slices.SortStableFunc(sets, func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
	for _, set := range sets {
		if !slices.ContainsFunc(set, func(s string) bool { return slices.Contains(names, s) }) {
			names = append(names, set[0])
		}
	}
	slices.Sort(names)
	return names
}

// scriptSets are the sets of scripts that may be together in a label.
var scriptSets = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

// scriptsOf returns the different sets of scripts of the characters in s that have any.
func scriptsOf(s string) (sets [][]string) {
	for _, r := range s {
		set := scriptsOfRune(r)
		if len(set) > 0 && !slices.ContainsFunc(sets, func(other []string) bool { return slices.Equal(set, other) }) {
			sets = append(sets, set)
		}
	}
	return sets
}

// scriptsOfRune returns the names of the scripts that r is used with (Script_Extensions),
// or nil if r is used with many.
func scriptsOfRune(r rune) []string {
	if x, found := rangeOf(r, extensions()); found {
		return x.scripts
	}
	x, _ := rangeOf(r, scripts())
	return x.scripts
}

// rangeOf returns the range of all that has r.
func rangeOf(r rune, all []scriptRange) (x scriptRange, found bool) {
	i, found := slices.BinarySearchFunc(all, r, func(x scriptRange, r rune) int {
		switch {
		case x.last < r:
			return -1
		case x.first > r:
			return 1
		}
		return 0
	})
	if !found {
		return x, false
	}
	return all[i], true
}

// A scriptRange is a range of characters of the same scripts.
type scriptRange struct {
	first, last rune
	scripts     []string
}

// scripts returns the sorted ranges of all scripts. One sorted list is faster to search
// than the tables of package unicode, one for each of 170 scripts.
var scripts = sync.OnceValue(func() (all []scriptRange) {
	for name, table := range unicode.Scripts {
		if name == "Common" || name == "Inherited" {
			continue
		}
		names := []string{name}
		for _, r := range table.R16 {
			all = appendRanges(all, names, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			all = appendRanges(all, names, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	slices.SortFunc(all, func(a, b scriptRange) int { return cmp.Compare(a.first, b.first) })
	return all
})

// appendRanges appends the ranges of characters from lo to hi in steps of stride.
func appendRanges(all []scriptRange, names []string, lo, hi, stride rune) []scriptRange {
	if stride == 1 {
		return append(all, scriptRange{lo, hi, names})
	}
	for r := lo; r <= hi; r += stride {
		all = append(all, scriptRange{r, r, names})
	}
	return all
}

// The characters that are used with other scripts than that of their property Script
// (Script_Extensions), sorted: the first and the last of a range, and the scripts.
//
//go:embed unicode/scripts.txt
var extensionLines string

// extensions returns the sorted ranges of extensionLines.
var extensions = sync.OnceValue(func() (all []scriptRange) {
	for line := range strings.Lines(extensionLines) {
		fields := strings.Fields(line)
		all = append(all, scriptRange{codePoint(fields[0]), codePoint(fields[1]), fields[2:]})
	}
	return all
})

// codePoint returns the character with a hexadecimal number.
func codePoint(number string) rune {
	n, err := strconv.ParseUint(number, 16, 21)
	if err != nil {
		panic(err) // cannot happen: the tables have only numbers, which a test checks
	}
	return rune(n)
}
