package seen

// A filter is a Bloom filter of sums. A block of 256 bits holds four bits of a sum, one in each
// word, so that it takes one access to memory. With 8 bits for each sum in the filter, it
// admits 3 % of other sums; with 2 bits, 56 %.
type filter [][4]uint64

// blockSize is the size of a block, in bytes.
const blockSize = 32

// bits returns the block of a sum, and its bit in each word.
func (f filter) bits(k sum) (block *[4]uint64, bits [4]uint64) {
	for i := range bits {
		bits[i] = 1 << (k.lo >> (6 * i) & 63)
	}
	return &f[share(k.hi, len(f))], bits
}

// add adds a sum.
func (f filter) add(k sum) {
	block, bits := f.bits(k)
	for i, b := range bits {
		block[i] |= b
	}
}

// admits reports whether a sum may have been added.
func (f filter) admits(k sum) bool {
	block, bits := f.bits(k)
	for i, b := range bits {
		if block[i]&b == 0 {
			return false
		}
	}
	return true
}
