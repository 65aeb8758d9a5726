package transfer

import "github.com/urlgrep/urlgrep/internal/offset"

// wholeLines is the part of a Decoder that decodes a line at once. It holds back the
// beginning of a line up to its end, and copies the lines that are not data. A line of more
// than maxLine bytes is not data.
type wholeLines struct {
	// Line is the number of the line of the next byte of raw, or 0 if lines are not
	// counted.
	Line int64

	held   []byte // beginning of the line
	heldAt int64  // its offset

	long      bool // the line is too long, and what has been read of it was copied
	afterCR   bool // if long is set: the last byte read is CR
	midLine   bool // the text so far ends within a line
	mapLine   int64
	malformed int
}

func (d *wholeLines) reset() { *d = wholeLines{held: d.held[:0]} }

// Malformed returns the number of lines that were not data, or not as it should be.
func (d *wholeLines) Malformed() int { return d.malformed }

// A lineDecoder appends what line encodes to dst and adds it to m. The line has no end; its
// end is size bytes after its beginning, which is at the offset at. It returns false if the
// line is not data.
type lineDecoder func(dst, line []byte, at int64, size int, m *offset.Map) ([]byte, bool)

// append decodes raw with decode.
func (d *wholeLines) append(dst, raw []byte, at int64, m *offset.Map, decode lineDecoder) []byte {
	d.mapLine = 0
	ends := noneFound
	for i := 0; i < len(raw); {
		if k := len(d.held); k > 0 && d.held[k-1] == '\r' {
			if raw[i] == '\n' {
				d.held = append(d.held, '\n')
				i++
			}
			dst = d.flush(dst, m, decode)
			continue
		}
		if d.long && d.afterCR && raw[i] != '\n' {
			d.long = false
		}
		end, next := ends.next(raw, i)
		isEnd := next > end && (raw[next-1] == '\n' || next < len(raw))
		piece, pieceAt := raw[i:next], at+int64(i)
		i = next
		switch {
		case d.long:
			dst = d.copy(dst, piece, pieceAt, m)
			d.afterCR = piece[len(piece)-1] == '\r'
			d.long = !isEnd
		case isEnd && len(d.held) == 0:
			dst = d.line(dst, piece, pieceAt, m, decode)
		default:
			if len(d.held) == 0 {
				d.heldAt = pieceAt
			}
			if content := len(d.held) + end - (next - len(piece)); content <= maxLine {
				d.held = append(d.held, piece...)
				if isEnd {
					dst = d.flush(dst, m, decode)
				}
				continue
			}
			d.malformed++
			dst = d.breakLine(dst, d.heldAt, m)
			dst = d.copy(dst, d.held, d.heldAt, m)
			d.held = d.held[:0]
			dst = d.copy(dst, piece, pieceAt, m)
			d.afterCR = piece[len(piece)-1] == '\r'
			d.long = !isEnd
		}
	}
	return dst
}

// close decodes the line that was held back.
func (d *wholeLines) close(dst []byte, m *offset.Map, decode lineDecoder) []byte {
	d.mapLine = 0
	if len(d.held) == 0 {
		return dst
	}
	return d.flush(dst, m, decode)
}

// flush decodes the line that was held back.
func (d *wholeLines) flush(dst []byte, m *offset.Map, decode lineDecoder) []byte {
	dst = d.line(dst, d.held, d.heldAt, m, decode)
	d.held = d.held[:0]
	return dst
}

// line decodes or copies a line with its end.
func (d *wholeLines) line(dst, raw []byte, at int64, m *offset.Map, decode lineDecoder) []byte {
	content := trimLine(raw)
	if len(content) <= maxLine {
		d.setLine(m)
		if out, ok := decode(dst, content, at, len(raw), m); ok {
			if len(out) > len(dst) {
				d.midLine = out[len(out)-1] != '\n'
			}
			d.countLine(raw)
			return out
		}
	}
	d.malformed++
	dst = d.breakLine(dst, at, m)
	return d.copy(dst, raw, at, m)
}

// breakLine ends an unfinished line of decoded text, so that it does not seem to continue in
// text that was not encoded.
func (d *wholeLines) breakLine(dst []byte, at int64, m *offset.Map) []byte {
	if !d.midLine {
		return dst
	}
	d.midLine = false
	d.setLine(m)
	m.Add(1, at, 1, 0)
	return append(dst, '\n')
}

// copy appends text, which is a line or a piece of one, unchanged.
func (d *wholeLines) copy(dst, text []byte, at int64, m *offset.Map) []byte {
	if len(text) == 0 {
		return dst
	}
	d.setLine(m)
	m.Copy(len(text), at)
	last := text[len(text)-1]
	d.midLine = last != '\n' && last != '\r'
	d.countLine(text)
	return append(dst, text...)
}

// countLine increments Line if text, which is the end of a line or a piece of one, ends in
// LF.
func (d *wholeLines) countLine(text []byte) {
	if text[len(text)-1] == '\n' && d.Line > 0 {
		d.Line++
	}
}

// setLine passes the number of the line to m, if it has changed.
func (d *wholeLines) setLine(m *offset.Map) {
	if d.Line != d.mapLine {
		m.Line(d.Line)
		d.mapLine = d.Line
	}
}

// trimLine returns line without its end: LF, CRLF or CR.
func trimLine(line []byte) []byte {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return line[:n]
}
