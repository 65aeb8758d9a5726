package mailbox

import "math"

// messages count those of a mailbox, or of a range of it, and have what the header of the
// last one says. Those within others are not counted.
type messages struct {
	before int   // the range
	index  int   // of the last one that has begun, in the mailbox, from 1; before if there is none
	begins int64 // its offset
	info   Info  // of the innermost message that the place is in

	limit int64 // the range ends at this offset: a message that begins there is not read
	left  bool  // the range has been read, and a message begins after it
}

// reset makes ready for another mailbox.
func (m *messages) reset() { *m = messages{info: m.info, limit: math.MaxInt64} }

// next says that a message begins at an offset.
func (m *messages) next(at int64) {
	m.index++
	m.begins = at
}

// leave reports whether the message that comes next is after the range.
func (m *messages) leave(in *lines) bool {
	m.left = in.offset() >= m.limit && len(in.lineAt(0)) > 0
	return m.left
}
