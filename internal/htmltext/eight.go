package htmltext

// Functions for eight bytes at once, in little-endian order.

const (
	eight = 8
	ones  = 0x0101010101010101
	tops  = 0x80 * ones
)

// zeros sets the top bit of the first byte of x that is 0, and perhaps of bytes after
// it: the lowest byte that is 0 is the lowest to borrow.
func zeros(x uint64) uint64 { return (x - ones) &^ x & tops }

// lowerEight returns x with its letters in lower case. It keeps other bytes distinct
// from letters and digits, and maps only letters to letters.
func lowerEight(x uint64) uint64 { return x | x>>1&(0x20*ones) }
