package mailbox

// Limits bound the memory of a Reader and the depth of nesting. Input beyond a limit is
// read as plain text and noted, never dropped. Zero means the default, which is stated
// for each limit.
type Limits struct {
	Depth     int // nested multiparts and messages; 64
	Parts     int // parts of a message; 10,000
	Header    int // bytes of a header that are held; 256 KiB
	Field     int // bytes of a field that is decoded; 64 KiB
	Word      int // bytes of an encoded word; 4 KiB
	Paragraph int // bytes of a paragraph of format=flowed; 64 KiB
	Tag       int // bytes of an HTML tag; 64 KiB
	Encoded   int // nested messages with a transfer encoding; 8
}

// Highest is the highest value of a limit. Higher values are reduced to it, so that
// lengths fit into 32 bits.
const Highest = 64 << 20

// WithDefaults returns l with zeros replaced by the defaults and no limit above
// Highest.
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

// maxBoundary is the maximum length of a boundary in bytes. RFC 2046, section 5.1.1
// allows 70 characters; real mail has twice that. A longer boundary is never
// recognized, and noted.
const maxBoundary = 1000
