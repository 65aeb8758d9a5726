package find

import (
	"bytes"
)

// Heads finds the beginnings of the lines of a text. It reads each byte once, as long as
// the ends passed to Of increase.
//
// Data[start:seen] contains no line break, and start is 0 or follows one. If start is -1,
// the line begins before the window.
type Heads struct {
	start, seen int
	scratch     []byte
}

// Reset begins a new text.
func (h *Heads) Reset() { h.start, h.seen = 0, 0 }

// ResetWithin begins in the middle of a text: the line that the window begins in may
// begin before it.
func (h *Heads) ResetWithin() { h.start, h.seen = -1, 0 }

// Of returns the line that Data[end-1] is in, up to end, or the first MaxHead bytes of
// that. The bytes are valid until the next call.
func (h *Heads) Of(t *Window, end int) []byte {
	start := h.start
	if at := end - 1; at >= h.seen {
		if i := LastBreak(t.Data[h.seen:at]); i >= 0 {
			h.start = h.seen + i + 1
		}
		h.seen = at
		start = h.start
	} else if start > at {
		start = LastBreak(t.Data[:at]) + 1
		if start == 0 {
			start = -1
		}
	}
	if start >= 0 {
		return t.Data[start:min(end, start+MaxHead)]
	}
	h.scratch = append(append(h.scratch[:0], t.Head...), t.Data[:min(end, MaxHead-len(t.Head))]...)
	return h.scratch
}

// Slide adjusts h when the window loses its first drop bytes.
func (h *Heads) Slide(drop int) {
	h.seen = max(0, h.seen-drop)
	h.start = max(-1, h.start-drop)
}

// HeadAfter returns the new Text.Head of a window that loses gone, its first bytes. The
// old one is head, whose memory is used again.
func HeadAfter(head, gone []byte) []byte {
	last := LastBreak(gone)
	if last >= 0 {
		head = head[:0]
	}
	rest := gone[last+1:]
	return append(head, rest[:min(len(rest), MaxHead-len(head))]...)
}

// LastBreak returns the index of the last CR or LF in b, or -1 if there is none.
func LastBreak(b []byte) int {
	// Mostly a line break is near the end. If it is not, there may be none, as in a file
	// of one line: IndexByte, which reads a vector at a time, finds that out faster.
	const near = 256
	i := len(b) - 1
	for ; i >= 0 && b[i] != '\n' && b[i] != '\r'; i-- {
		if rest := b[:i]; len(b)-i == near && bytes.IndexByte(rest, '\n') < 0 && bytes.IndexByte(rest, '\r') < 0 {
			return -1
		}
	}
	return i
}
