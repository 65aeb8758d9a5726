package main

import "strings"

// A tally is what a program found in some excerpts. Tallies of disjoint sets of excerpts are
// added to get that of their union: so totals are micro-averaged.
//
// right <= wanted, right <= found, and exact <= excerpts.
type tally struct {
	excerpts int // how many
	exact    int // excerpts in which all URLs were found and nothing else
	wanted   int // labels
	found    int // URLs that were found, right or not
	right    int // URLs that were found and are labels
}

// score compares what was found in an excerpt with its labels. Both are sets: a URL that is
// found twice counts once. URLs are compared byte by byte.
func score(labels []label, found []string) tally {
	want := make(map[string]bool)
	for _, l := range labels {
		want[l.url] = true
	}
	got := set(found)
	t := tally{excerpts: 1, wanted: len(want), found: len(got)}
	for url := range got {
		if want[url] {
			t.right++
		}
	}
	if t.right == t.wanted && t.right == t.found {
		t.exact = 1
	}
	return t
}

func set(list []string) map[string]bool {
	s := make(map[string]bool)
	for _, x := range list {
		s[x] = true
	}
	return s
}

func (t tally) plus(u tally) tally {
	return tally{t.excerpts + u.excerpts, t.exact + u.exact, t.wanted + u.wanted, t.found + u.found, t.right + u.right}
}

// precision is the share of what was found that is right: 1 if nothing was found.
func (t tally) precision() float64 { return share(t.right, t.found) }

// recall is the share of the labels that was found: 1 if there are no labels.
func (t tally) recall() float64 { return share(t.right, t.wanted) }

// f1 is the harmonic mean of precision and recall: 1 if nothing was wanted or found.
func (t tally) f1() float64 { return share(2*t.right, t.wanted+t.found) }

func share(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}

// urls returns the URLs that a program printed, one a line.
func urls(output string) []string {
	var list []string
	for line := range strings.Lines(output) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return list
}
