package detect

import (
	"bytes"
)

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

// A lineSplitter splits text into lines, which end in LF, CR LF or CR.
type lineSplitter struct {
	rest  []byte
	atEOF bool
}

// next returns the next line with its end. It returns false if the line may be
// incomplete.
func (s *lineSplitter) next() ([]byte, bool) {
	i := bytes.IndexByte(s.rest, '\n')
	if cr := bytes.IndexByte(s.rest, '\r'); cr >= 0 && (cr < i-1 || i < 0 && (cr+1 < len(s.rest) || s.atEOF)) {
		i = cr
	}
	if i < 0 {
		i = len(s.rest) - 1
		if i < 0 || !s.atEOF {
			return nil, false
		}
	}
	line := s.rest[:i+1]
	s.rest = s.rest[i+1:]
	return line, true
}
