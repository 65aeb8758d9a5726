package sink

import (
	"cmp"
	"slices"
	"strings"
)

// Limits of --count-by: the number of different values, and their bytes. With host names
// they take some 200 MB.
const (
	maxValues     = 1 << 20
	maxValueBytes = 64 << 20
)

// A tally counts values, as "sort | uniq -c" does without sorting or storing all of them.
// It keeps the values in the order of their first occurrence, because that order decides
// which values it stores when there are too many.
type tally struct {
	most   int // maximum number of values
	size   int // maximum number of bytes of values
	room   int // bytes left of size
	values map[string]*value
	order  []*value // the values, in the order in which they were added
	others int64    // number of URLs whose values are not stored
}

// A value is a value with its count.
type value struct {
	name   string
	n      int64
	isNone bool // the empty value, under its name
}

func newTally(most, bytes int) *tally {
	return &tally{most: most, size: bytes, room: bytes, values: make(map[string]*value)}
}

// bytes returns the size of the values, including some overhead for each.
func (t *tally) bytes() int { return t.size - t.room + 32*len(t.order) }

func (t *tally) isEmpty() bool { return len(t.order) == 0 && t.others == 0 }

// add adds n to the count of a value.
func (t *tally) add(name string, n int64) {
	v := t.values[name]
	switch {
	case v != nil:
		v.n += n
	case len(t.order) < t.most && len(name) <= t.room:
		t.room -= len(name)
		v := &value{name: strings.Clone(name), n: n} // a copy, so that the text that name is a part of is not kept
		t.values[v.name] = v
		t.order = append(t.order, v)
	default:
		t.others += n
	}
}

// merge adds the counts of o, in the order of its values, so that t stores the same
// values as if it had counted them itself.
func (t *tally) merge(o *tally) {
	for _, v := range o.order {
		t.add(v.name, v.n)
	}
	t.others += o.others
}

// sorted returns the values by decreasing count, and by name for the same count. none is
// the name for the empty value.
func (t *tally) sorted(none string) []*value {
	list := slices.Clone(t.order)
	for _, v := range list {
		if v.name == "" {
			v.name, v.isNone = none, true
		}
	}
	slices.SortFunc(list, func(a, b *value) int {
		if order := cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name)); order != 0 || a == b {
			return order
		}
		if a.isNone { // before a value with the same name
			return -1
		}
		return 1
	})
	return list
}
