// Package ranges divides an input into ranges that are worked on at the same time,
// by workers of one program or by several machines. It knows nothing of what the
// input holds: each range owns what begins in it, and whoever works on it has to see
// that nothing is lost or found twice at the seams.
package ranges

// A Plan is how an input is divided: into ranges of the same length, but for the
// last, which has what is left.
type Plan struct {
	Size   int64 // of the input, in bytes
	Length int64 // of a range
}

// New returns the Plan for an input of size bytes, and whether it is worth while:
// for each of the workers there are two ranges at least, so that none is idle for
// long while another does the last one.
func New(size, length int64, workers int) (p Plan, worthwhile bool) {
	return Plan{size, length}, size/length >= 2*int64(workers)
}

// Len returns how many ranges there are.
func (p Plan) Len() int64 { return max(1, p.Size/p.Length) }

// At returns where the i-th range, from 0, begins and ends; the end is -1 for that
// of the input.
func (p Plan) At(i int64) (begin, end int64) {
	if i == p.Len()-1 {
		return i * p.Length, -1
	}
	return i * p.Length, (i + 1) * p.Length
}
