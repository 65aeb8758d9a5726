package seen

import (
	"iter"
	"math/bits"
)

// A sum is a hash of 128 bits of a URL. All bits are equally random.
type sum struct{ hi, lo uint64 }

// sumSize is the size of a sum in memory and in a file, in bytes.
const sumSize = 16

// empty marks an empty slot of a table. It is the sum of no URL.
var empty sum

func (k sum) less(other sum) bool {
	return k.hi < other.hi || k.hi == other.hi && k.lo < other.lo
}

// share returns the one of n equal parts of the range of hash that hash is in.
func share(hash uint64, n int) int {
	part, _ := bits.Mul64(hash, uint64(n))
	return int(part)
}

// A table is a hash table of sums with linear probing. The home of a sum is the slot where the
// search for it begins. As a higher sum has no lower home, and the sums between two empty slots
// are sorted, all slots are sorted: the table is written to a file as it is.
type table struct {
	slots []sum // the homes, and slots for sums that the last homes have no room for
	homes int
	n     int // number of sums
}

const (
	minHomes = 1 << 10
	spare    = 64 // number of slots after the homes; hardly ever are more needed
)

// find returns the slot of k, or the slot at which to insert it.
func (t *table) find(k sum) (at int, found bool) {
	for at = share(k.hi, t.homes); at < len(t.slots); at++ {
		s := t.slots[at]
		if s == k {
			return at, true
		}
		if s == empty || k.less(s) {
			break
		}
	}
	return at, false
}

// insert inserts k at the slot that find has returned. The sums from there to the next empty
// slot move by one slot.
func (t *table) insert(at int, k sum) {
	end := at
	for end < len(t.slots) && t.slots[end] != empty {
		end++
	}
	if end == len(t.slots) {
		t.slots = append(t.slots, empty)
	}
	copy(t.slots[at+1:end+1], t.slots[at:end])
	t.slots[at] = k
	t.n++
}

// isFull reports whether three quarters of the homes are taken. With more sums, find and insert
// take longer.
func (t *table) isFull() bool { return t.n >= t.homes-t.homes/4 }

// resize sets the number of homes.
func (t *table) resize(homes int) {
	old := t.all()
	*t = table{slots: make([]sum, homes+spare), homes: homes}
	for k := range old {
		at, _ := t.find(k)
		t.insert(at, k)
	}
}

// all returns the sums in order.
func (t *table) all() iter.Seq[sum] {
	slots := t.slots
	return func(yield func(sum) bool) {
		for _, k := range slots {
			if k != empty && !yield(k) {
				return
			}
		}
	}
}

// clear removes all sums.
func (t *table) clear() {
	clear(t.slots)
	t.n = 0
}

// reset removes all sums, and a large table.
func (t *table) reset() {
	switch {
	case t.homes > minHomes:
		*t = table{}
	case t.n > 0:
		t.clear()
	}
}
