package collect

import (
	"cmp"
	"maps"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// maxExamples is the number of examples of a fault, with different URLs.
const maxExamples = 3

// faults counts the faults of URLs. The keys are the levels and the classes.
type faults map[[2]string]*report.Fault

// add counts a fault. example returns its example, and is called only if one is wanted.
func (f faults) add(level, class string, example func() report.Example) {
	key := [2]string{level, class}
	fault := f[key]
	if fault == nil {
		fault = &report.Fault{Level: level, Class: class}
		f[key] = fault
	}
	fault.N++
	if len(fault.Examples) == maxExamples {
		return
	}
	e := example()
	if !slices.ContainsFunc(fault.Examples, func(old report.Example) bool { return old.URL == e.URL }) {
		fault.Examples = append(fault.Examples, e)
	}
}

// list returns the faults, the most frequent first.
func (f faults) list() (list []report.Fault) {
	sorted := slices.SortedFunc(maps.Values(f), func(a, b *report.Fault) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Level, b.Level), cmp.Compare(a.Class, b.Class))
	})
	for _, fault := range sorted {
		list = append(list, *fault)
	}
	return list
}

// tallies counts values of which there are few.
type tallies map[string]int64

// list returns the values, the most frequent first.
func (t tallies) list() (list []report.Count) {
	for value, n := range t {
		list = append(list, report.Count{Value: value, N: n})
	}
	slices.SortFunc(list, func(a, b report.Count) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Value, b.Value))
	})
	return list
}
