package collect

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// A ranking counts values, and knows the most frequent ones. The counts are exact as long as
// there are few different values. Of more, it holds those that are likely to be the most
// frequent: Space-Saving (Metwally and others, 2005), which replaces the rarest value by a new
// one. The new value inherits the count of the old one, so its true count is between the count
// less what was inherited, and the count. No value that occurs more often than all URLs divided
// by the number of counters is lost.
type ranking struct {
	most     int // maximum number of counters
	room     int // bytes of values that may still be stored
	counters map[string]*counter
	heap     counters // the counters with the rarest first; nil until one is replaced
	floor    int64    // the largest count of a value that was replaced
	added    int64    // number of values that were ever stored
	total    int64    // of the values counted, including the empty one
	distinct *distinct
}

// A counter counts a value.
type counter struct {
	value     string
	n         int64
	inherited int64 // the part of n that may be of other values
	number    int64 // in the order in which the values were stored
	index     int   // in the heap
}

// newRanking returns a ranking that holds at most most values of size bytes together. The
// number of different values is exact up to most, too.
func newRanking(most, size int) *ranking {
	return &ranking{most: most, room: size, counters: make(map[string]*counter), distinct: newDistinct(most)}
}

// add counts a value. An empty value counts only in the total.
func (r *ranking) add(value string) {
	r.total++
	if value == "" {
		return
	}
	if c := r.counters[value]; c != nil {
		c.n++
		if r.heap != nil {
			heap.Fix(&r.heap, c.index)
		}
		return
	}
	r.distinct.add(sumOf(value))
	for len(r.counters) > 0 && (len(r.counters) >= r.most || len(value) > r.room) {
		r.removeRarest()
	}
	if len(value) > r.room {
		return // it is longer than all may be together
	}
	r.added++
	c := &counter{value: strings.Clone(value), n: r.floor + 1, inherited: r.floor, number: r.added}
	r.counters[c.value] = c
	r.room -= len(value)
	if r.heap != nil {
		heap.Push(&r.heap, c)
	}
}

// removeRarest removes the counter with the smallest count, of several the oldest.
func (r *ranking) removeRarest() {
	if r.heap == nil {
		r.heap = make(counters, 0, len(r.counters))
		for _, c := range r.counters {
			c.index = len(r.heap)
			r.heap = append(r.heap, c)
		}
		heap.Init(&r.heap)
	}
	c := heap.Pop(&r.heap).(*counter)
	delete(r.counters, c.value)
	r.room += len(c.value)
	r.floor = max(r.floor, c.n)
}

// ranking returns the most frequent values, as show returns them. The count of a value is the
// least that it may be. A value is left out if one that is not held may be more frequent.
func (r *ranking) ranking(show func(string) string) report.Ranking {
	list := make([]*counter, 0, len(r.counters))
	for _, c := range r.counters {
		if c.least() > r.floor || r.heap == nil {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b *counter) int {
		return cmp.Or(cmp.Compare(b.least(), a.least()), cmp.Compare(a.value, b.value))
	})
	out := report.Ranking{Rest: r.total, Estimate: r.heap != nil}
	for _, c := range list[:min(len(list), report.TopValues)] {
		out.Top = append(out.Top, report.Count{Value: show(c.value), N: c.least()})
		out.Rest -= c.least()
	}
	return out
}

// least returns the smallest number that the count of the value may be.
func (c *counter) least() int64 { return c.n - c.inherited }

// counters implements [heap.Interface].
type counters []*counter

func (h counters) Len() int { return len(h) }
func (h counters) Less(i, j int) bool {
	return h[i].n < h[j].n || h[i].n == h[j].n && h[i].number < h[j].number
}
func (h counters) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}
func (h *counters) Push(c any) {
	c.(*counter).index = len(*h)
	*h = append(*h, c.(*counter))
}
func (h *counters) Pop() any {
	last := len(*h) - 1
	c := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return c
}
