package search

// A plan is how a file is divided: into ranges of the same length, except for the last, which
// has what is left. Each range owns what begins in it.
type plan struct {
	size   int64 // of the file, in bytes
	length int64 // of a range
}

// newPlan returns the plan for a file of size bytes, and whether it is worth while:
// for each of the workers there are two ranges at least, so that none is idle for
// long while another does the last one.
func newPlan(size, length int64, workers int) (p plan, worthwhile bool) {
	return plan{size, length}, size/length >= 2*int64(workers)
}

// ranges returns how many ranges there are.
func (p plan) ranges() int64 { return max(1, p.size/p.length) }

// at returns where the i-th range, from 0, begins and ends; the end is -1 for that
// of the file.
func (p plan) at(i int64) (begin, end int64) {
	if i == p.ranges()-1 {
		return i * p.length, -1
	}
	return i * p.length, (i + 1) * p.length
}
