package document

import (
	"errors"
	"io"
)

// The limits of a Budget.
const (
	MaxObjects = 4 << 20  // objects, members and records that any input may have, besides one for each byte of the documents
	MaxDepth   = 8        // documents within documents
	MaxRatio   = 100      // decoded bytes for each byte of the documents
	FreeRatio  = 1000     // further decoded bytes for each byte, up to FreeBytes
	FreeBytes  = 32 << 20 // further decoded bytes of an input
	MaxRounds  = 4        // rounds of key derivations for each byte of the documents, with each password
	FreeRounds = 16 << 20 // further rounds of an input, at most FreeRatio for each byte
	MaxWindow  = 8 << 20  // bytes of a window of zstd or a dictionary of xz: those of "xz -6" and "zstd -19", and RFC 8878, section 3.1.1.1.2
)

// ErrTooMuch is the error of a reader of Budget.Reader that has reached the limit.
var ErrTooMuch = errors.New("too much compressed data")

// A Budget is what the documents of one input may still use. It makes the time linear in
// the size of the documents, however often one refers to the same data. The documents
// within a document count as well: each is given the same Budget.
type Budget struct {
	objects int64
	left    int64 // decoded bytes
	free    int64 // rest of FreeBytes
	nested  int   // documents within documents that take nothing

	rounds     int64 // of key derivations
	freeRounds int64 // rest of FreeRounds
}

// NewBudget returns the Budget of an input.
func NewBudget() *Budget {
	return &Budget{objects: MaxObjects, free: FreeBytes, freeRounds: FreeRounds}
}

// Grant allows the objects, the decoded bytes and the rounds of a document of size bytes. It is called
// once for a document that is not within another one. What earlier documents of the input
// have used does not count against it: a mailbox may have any number of documents, and one
// that uses up the budget takes nothing from those after it.
//
// A few bytes are not granted all of FreeBytes, as each member of an archive is an input.
func (b *Budget) Grant(size int64) {
	free := min(b.free, size*FreeRatio)
	b.free -= free
	b.objects += size
	b.left += size*MaxRatio + free
	b.nested = MaxDepth
	freeRounds := min(b.freeRounds, size*FreeRatio)
	b.freeRounds -= freeRounds
	b.rounds += size*MaxRounds + freeRounds
}

// CostOfNested is the number of bytes that a document within another one takes from the
// Budget: opening it takes as much time as decoding them. A few bytes may be a document of
// many small ones, eight deep.
const CostOfNested = 64 << 10

// Nest takes a document within another one from the budget. It returns false if the budget is used up: the caller
// notes TooMuch, and does not open the document. The first MaxDepth of a document, which may be a small one, take
// nothing.
func (b *Budget) Nest() bool {
	if b.nested > 0 {
		b.nested--
		return true
	}
	return b.Take(CostOfNested)
}

// takeRounds takes n rounds of a key derivation from the budget. It returns false if fewer are left, and
// takes none.
func (b *Budget) takeRounds(n int64) bool {
	if n > b.rounds {
		return false
	}
	b.rounds -= n
	return true
}

// Object takes an object, a member or a record from the budget. It returns false if none is
// left: the caller notes TooMany, and reads no more.
func (b *Budget) Object() bool {
	if b.objects <= 0 {
		return false
	}
	b.objects--
	return true
}

// Take takes n decoded bytes from the budget. It returns false if fewer are left, and takes
// those: the caller notes TooMuch, and reads no more.
func (b *Budget) Take(n int64) bool {
	if n > b.left {
		b.left = 0
		return false
	}
	b.left -= n
	return true
}

// Left returns how many decoded bytes are left.
func (b *Budget) Left() int64 { return b.left }

// Hold takes n decoded bytes from the budget, or half of those that are left if these are
// fewer, and returns how many. Release returns them when all others are used up.
func (b *Budget) Hold(n int64) int64 {
	n = max(0, min(n, b.left/2))
	b.left -= n
	return n
}

// Release adds n decoded bytes that Hold has taken.
func (b *Budget) Release(n int64) { b.left = max(b.left, 0) + n }

// Reader returns a reader of the decoded bytes that r returns. Its error is ErrTooMuch when
// the budget is used up: the caller notes TooMuch.
func (b *Budget) Reader(r io.Reader) io.Reader { return &budgetReader{r, b} }

type budgetReader struct {
	r io.Reader
	b *Budget
}

func (r *budgetReader) Read(p []byte) (int, error) {
	if r.b.left <= 0 {
		return 0, ErrTooMuch
	}
	if int64(len(p)) > r.b.left {
		p = p[:r.b.left]
	}
	n, err := r.r.Read(p)
	r.b.left -= int64(n)
	return n, err
}
