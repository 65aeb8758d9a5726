package htmltext

// What looks at eight bytes at once, the first one lowest.

const (
	eight = 8
	ones  = 0x0101010101010101
	tops  = 0x80 * ones
)

// zeros has the top bit of the first byte of x that is 0, and perhaps of some after
// it: the lowest byte that is 0 is the lowest to borrow.
func zeros(x uint64) uint64 { return (x - ones) &^ x & tops }

// lowerEight returns x with its letters in lower case. What is neither a letter nor a
// digit stays so, and no other one than its letter becomes a letter.
func lowerEight(x uint64) uint64 { return x | x>>1&(0x20*ones) }
