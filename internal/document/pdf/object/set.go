package object

// A Set is a set of numbers of objects.
type Set []uint64

// Has reports whether n is in the set.
func (s Set) Has(n int) bool { return n/64 < len(s) && s[n/64]&(1<<(n%64)) != 0 }

// Add adds n, unless it is 0, the number of no object.
func (s *Set) Add(n int) {
	if n <= 0 || n > maxNumber {
		return
	}
	if n/64 >= len(*s) {
		*s = append(*s, make([]uint64, n/64+1-len(*s))...)
	}
	(*s)[n/64] |= 1 << (n % 64)
}
