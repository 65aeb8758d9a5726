package search

// A plan divides a file into ranges of the same length, except the last range, which is
// the rest of the file. A match belongs to the range that it begins in.
type plan struct {
	size   int64 // of the file, in bytes
	length int64 // of a range, in bytes
}

// newPlan returns the plan for a file of size bytes. It reports whether the plan is
// worthwhile: there must be at least two ranges for each worker, so that no worker is
// idle for long while another searches the last range.
func newPlan(size, length int64, workers int) (p plan, worthwhile bool) {
	return plan{size, length}, size/length >= 2*int64(workers)
}

// ranges returns the number of ranges.
func (p plan) ranges() int64 { return max(1, p.size/p.length) }

// at returns the offsets at which the i-th range, from 0, begins and ends. The end of the
// last range is -1.
func (p plan) at(i int64) (begin, end int64) {
	if i == p.ranges()-1 {
		return i * p.length, -1
	}
	return i * p.length, (i + 1) * p.length
}
