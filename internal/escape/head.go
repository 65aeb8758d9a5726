package escape

import "bytes"

// A headReader reads the beginning of a text line by line.
type headReader struct {
	rest  []byte
	atEOF bool // rest ends with the text
}

// next returns the next line that is not blank, without blanks and line end around it. If
// more is set, line is the beginning of a line that may continue, or empty at the end of
// the head.
func (h *headReader) next() (line []byte, more bool) {
	h.rest = bytes.TrimLeft(h.rest, " \t\r\n\f")
	n := bytes.IndexByte(h.rest, '\n')
	if n < 0 {
		n = len(h.rest)
		more = !h.atEOF
	}
	line, h.rest = bytes.TrimRight(h.rest[:n], " \t\r"), h.rest[n:]
	return line, more
}
