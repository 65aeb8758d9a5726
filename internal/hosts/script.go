package hosts

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Mixed returns the sorted names of the scripts of the first label of host that is not
// Highly Restrictive (UTS 39, section 5.2), or nil if there is none. host is a result of
// ToASCII.
//
// A label is Highly Restrictive if its characters are of one script, or of Latin and the
// scripts of Japanese, of Chinese or of Korean. Digits and other characters without a
// script are ignored.
func Mixed(host string) []string {
	if !strings.Contains(host, "--") {
		return nil // no A-label
	}
	name, _ := profile().ToUnicode(host) // as far as it can be decoded
	for label := range strings.SplitSeq(name, ".") {
		if scripts := scriptsOf(label); len(scripts) > 1 && !slices.ContainsFunc(scriptSets, func(set []string) bool {
			return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(set, s) })
		}) {
			return scripts
		}
	}
	return nil
}

// scriptSets are the sets of scripts that may be together in a label.
var scriptSets = [][]string{
	{"Latin", "Han", "Hiragana", "Katakana"},
	{"Latin", "Han", "Bopomofo"},
	{"Latin", "Han", "Hangul"},
}

// scriptsOf returns the names of the scripts in s, sorted.
func scriptsOf(s string) (names []string) {
	for _, r := range s {
		name := scriptOf(r)
		if i, found := slices.BinarySearch(names, name); !found && name != "" {
			names = slices.Insert(names, i, name)
		}
	}
	return names
}

// scriptOf returns the name of the script of r, or "" if r has none or is used with many
// scripts.
func scriptOf(r rune) string {
	all := scripts()
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
		return ""
	}
	return all[i].script
}

// A scriptRange is a range of characters of one script.
type scriptRange struct {
	first, last rune
	script      string
}

// scripts returns the sorted ranges of all scripts. One sorted list is faster to search
// than the tables of package unicode, one for each of 170 scripts.
var scripts = sync.OnceValue(func() (all []scriptRange) {
	for name, table := range unicode.Scripts {
		if name == "Common" || name == "Inherited" {
			continue
		}
		for _, r := range table.R16 {
			all = appendRanges(all, name, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			all = appendRanges(all, name, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	slices.SortFunc(all, func(a, b scriptRange) int { return cmp.Compare(a.first, b.first) })
	return all
})

// appendRanges appends the ranges of characters from lo to hi in steps of stride.
func appendRanges(all []scriptRange, name string, lo, hi, stride rune) []scriptRange {
	if stride == 1 {
		return append(all, scriptRange{lo, hi, name})
	}
	for r := lo; r <= hi; r += stride {
		all = append(all, scriptRange{r, r, name})
	}
	return all
}
