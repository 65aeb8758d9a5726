package mailbox

// Limits bound what a Reader holds and how deep it goes. What is beyond a limit
// is read as plain text and noted, never dropped. Zero means the default.
type Limits struct {
	Depth     int // multiparts and messages within each other; 64
	Parts     int // parts of a message; 10,000
	Header    int // bytes of a header that are held; 256 KiB
	Field     int // bytes of a field that are decoded as one; 64 KiB
	Word      int // bytes of an encoded word; 4 KiB
	Paragraph int // bytes of a paragraph of format=flowed; 64 KiB
	Tag       int // bytes of an HTML tag; 64 KiB
	Encoded   int // messages in a transfer encoding within each other; 8
}

// Highest is the highest value of a limit: what is above counts as this. With it
// lengths are counted in 32 bits.
const Highest = 64 << 20

// WithDefaults returns the limits with the defaults in the place of zeros, and none
// above Highest.
func (l Limits) WithDefaults() Limits {
	for _, f := range [...]struct {
		limit    *int
		standard int
	}{
		{&l.Depth, 64}, {&l.Parts, 10_000}, {&l.Header, 256 << 10}, {&l.Field, 64 << 10},
		{&l.Word, 4 << 10}, {&l.Paragraph, 64 << 10}, {&l.Tag, 64 << 10}, {&l.Encoded, 8},
	} {
		if *f.limit <= 0 {
			*f.limit = f.standard
		}
		*f.limit = min(*f.limit, Highest)
	}
	return l
}

// maxBoundary bounds a boundary, in bytes: RFC 2046, 5.1.1 has 70 characters, real
// mail twice that. A longer one is never seen, and noted.
const maxBoundary = 1000
