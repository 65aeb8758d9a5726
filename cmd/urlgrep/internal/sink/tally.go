package sink

import (
	"cmp"
	"slices"
	"strings"
)

// What --count-by holds: that many different values, in so many bytes. With names of
// hosts they take some 200 MB.
const (
	maxValues     = 1 << 20
	maxValueBytes = 64 << 20
)

// A tally counts values: as "sort | uniq -c", which would have to hold or sort them all.
// It keeps the order in which they came, as which of too many it holds depends on that.
type tally struct {
	most   int // values
	size   int // bytes that they may have
	room   int // of those, what is left
	values map[string]*value
	order  []*value // those of values
	others int64    // URLs that have further values
}

// A value is one that was counted n times.
type value struct {
	name   string
	n      int64
	isNone bool // its name is that of no value
}

func newTally(most, bytes int) *tally {
	return &tally{most: most, size: bytes, room: bytes, values: make(map[string]*value)}
}

// bytes returns how many bytes the values have, and some for each.
func (t *tally) bytes() int { return t.size - t.room + 32*len(t.order) }

func (t *tally) isEmpty() bool { return len(t.order) == 0 && t.others == 0 }

// add counts a value n times more.
func (t *tally) add(name string, n int64) {
	v := t.values[name]
	switch {
	case v != nil:
		v.n += n
	case len(t.order) < t.most && len(name) <= t.room:
		t.room -= len(name)
		v := &value{name: strings.Clone(name), n: n} // not all that it is a part of
		t.values[v.name] = v
		t.order = append(t.order, v)
	default:
		t.others += n
	}
}

// merge counts what o has counted: in the order in which o did, so that as much is held
// as if t had counted it.
func (t *tally) merge(o *tally) {
	for _, v := range o.order {
		t.add(v.name, v.n)
	}
	t.others += o.others
}

// sorted returns the values, the most frequent first, and others by name. none is the
// name of the empty value.
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
		if a.isNone { // before what has its name
			return -1
		}
		return 1
	})
	return list
}
