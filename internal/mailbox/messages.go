package mailbox

import "math"

// messages counts the messages of a mailbox, or of a range of it, and has the Info of
// the last one. Nested messages are not counted.
type messages struct {
	before int   // number of messages before the range
	index  int   // number, in the mailbox, of the last message that has begun, from 1; before if none has
	begins int64 // offset of that message
	info   Info  // of the innermost message that encloses the position
	within bool  // the input is a part of a message that is selected
	nested bool  // the input is a part of a message: its messages have the number of that

	limit int64 // the range ends at this offset: a message that begins there is not read
	left  bool  // the range has been read, and a message begins after it
}

// reset prepares m for another mailbox.
func (m *messages) reset() {
	*m = messages{info: m.info, limit: math.MaxInt64}
	m.info.unselected = false
}

// next counts a message that begins at the given offset.
func (m *messages) next(at int64) {
	if !m.nested {
		m.index++
	}
	m.begins = at
}

// enter prepares m, after reset, for a part of the input that outer counts the messages of. isMail reports
// whether that is mail. within reports whether the part is in a message that is selected.
func (m *messages) enter(outer *messages, isMail, within bool) {
	m.index, m.nested, m.within = outer.index, outer.nested || isMail, within
	if !m.nested {
		m.index--
	}
}

// leave reports whether the next message is after the range.
func (m *messages) leave(in *lines) bool {
	m.left = in.offset() >= m.limit && len(in.lineAt(0)) > 0
	return m.left
}
