package hosts

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Mixed returns the names of the scripts of the first label of host that is not Highly
// Restrictive (UTS 39, section 5.2), sorted, or nil. A label is Highly
// Restrictive if its characters are all of one script, or of Latin and the scripts of one
// of Japanese, Chinese and Korean, digits and others of no script apart. host is a
// result of ToASCII.
func Mixed(host string) []string {
	if !strings.Contains(host, "--") {
		return nil // all is ASCII
	}
	name, _ := profile().ToUnicode(host) // as far as it can be decoded
	for label := range strings.SplitSeq(name, ".") {
		if scripts := scriptsOf(label); len(scripts) > 1 && !slices.ContainsFunc(together, func(set []string) bool {
			return !slices.ContainsFunc(scripts, func(s string) bool { return !slices.Contains(set, s) })
		}) {
			return scripts
		}
	}
	return nil
}

// together are the sets of scripts that one label may have.
var together = [][]string{
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

// scriptOf returns the name of the script of r, "" if r has none, or may be used with
// many.
func scriptOf(r rune) string {
	all := scripts()
	i, found := slices.BinarySearchFunc(all, r, func(x extent, r rune) int {
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

// An extent is a range of characters of one script.
type extent struct {
	first, last rune
	script      string
}

// scripts returns the extents of all scripts, in order: package unicode has a table for
// each script, and there are 170.
var scripts = sync.OnceValue(func() (all []extent) {
	for name, table := range unicode.Scripts {
		if name == "Common" || name == "Inherited" {
			continue
		}
		for _, r := range table.R16 {
			all = appendExtents(all, name, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range table.R32 {
			all = appendExtents(all, name, rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	slices.SortFunc(all, func(a, b extent) int { return cmp.Compare(a.first, b.first) })
	return all
})

func appendExtents(all []extent, name string, lo, hi, stride rune) []extent {
	if stride == 1 {
		return append(all, extent{lo, hi, name})
	}
	for r := lo; r <= hi; r += stride {
		all = append(all, extent{r, r, name})
	}
	return all
}
