package collect

import (
	"cmp"
	"container/heap"
	"math"
	"slices"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// A sample holds rows: all of them, or if there are too many those with the smallest keys. A
// key is a hash of the place of the row, so the rows are a uniform sample, which does not
// depend on the order in which they are added, and is the same in each run.
type sample struct {
	most  int // maximum number of rows
	room  int // bytes that further rows may take
	rows  sampled
	below atomic.Uint64 // rows whose keys are not below it are not held
}

// A sampledRow is a row with its key and its number in the order in which rows were found.
type sampledRow struct {
	key    uint64
	number int64
	row    report.Row
}

func newSample(most, size int) *sample {
	s := &sample{most: most, room: size}
	s.below.Store(math.MaxUint64)
	return s
}

// wants reports whether a row with the key may be in the sample. Several goroutines may call
// it while one calls add.
func (s *sample) wants(key uint64) bool { return key < s.below.Load() }

// add adds a row.
func (s *sample) add(key uint64, number int64, row *report.Row) {
	if !s.wants(key) {
		return
	}
	heap.Push(&s.rows, &sampledRow{key, number, *row})
	s.room -= sizeOf(row)
	for len(s.rows) > s.most || s.room < 0 {
		out := heap.Pop(&s.rows).(*sampledRow)
		s.room += sizeOf(&out.row)
		s.below.Store(out.key)
	}
	for len(s.rows) > 0 && !s.wants(s.rows[0].key) { // a key that occurs twice
		out := heap.Pop(&s.rows).(*sampledRow)
		s.room += sizeOf(&out.row)
	}
}

// sorted returns the rows in the order in which they were found. The sample is then empty.
func (s *sample) sorted() []report.Row {
	slices.SortFunc(s.rows, func(a, b *sampledRow) int { return cmp.Compare(a.number, b.number) })
	rows := make([]report.Row, len(s.rows))
	for i := range s.rows {
		rows[i] = s.rows[i].row
	}
	s.rows = nil
	return rows
}

// sizeOf returns the number of bytes of the texts of a row.
func sizeOf(r *report.Row) int {
	n := 0
	for _, s := range [...]string{r.URL, r.Host, r.File, r.Place, r.From, r.Subject, r.List, r.Label, r.Context, r.Target} {
		n += len(s)
	}
	return n
}

// sampled implements [heap.Interface], with the largest key first.
type sampled []*sampledRow

func (h sampled) Len() int           { return len(h) }
func (h sampled) Less(i, j int) bool { return h[i].key > h[j].key }
func (h sampled) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *sampled) Push(r any)        { *h = append(*h, r.(*sampledRow)) }
func (h *sampled) Pop() any {
	last := len(*h) - 1
	r := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return r
}
