package transfer

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A QuotedPrintable decodes quoted-printable, RFC 2045, section 6.7. Octets that
// the encoding does not allow, 8-bit ones above all, stand for themselves.
//
// Text that is only said to be encoded, and was not, loses what looks like an
// escape: "?id=3Dx" is right and "?a=b&c=12" is not, and nothing tells them
// apart. The standard is followed.
//
// The zero value is ready to use.
type QuotedPrintable struct {
	// Line is the number of the line that the next byte of raw is in; 0 if lines
	// are not counted.
	Line int64

	held      []byte // of raw: the end of the last piece, undecided
	heldAt    int64
	eatLF     bool // an LF that comes next ends the soft line break before it
	malformed int
}

// Reset makes q ready for another body.
func (q *QuotedPrintable) Reset() { *q = QuotedPrintable{held: q.held[:0]} }

// Malformed returns how many "=" were no escape.
func (q *QuotedPrintable) Malformed() int { return q.malformed }

// Append decodes raw. See [Decoder].
func (q *QuotedPrintable) Append(dst, raw []byte, at int64, m *offset.Map) []byte {
	m.Line(q.Line)
	dst, n := q.resume(dst, raw, m)
	raw, at = raw[n:], at+int64(n)
	dst, n = q.decode(dst, raw, at, m, false)
	if n < len(raw) {
		q.held, q.heldAt = append(q.held, raw[n:]...), at+int64(n)
	}
	return dst
}

// Close decodes what was held back. See [Decoder].
func (q *QuotedPrintable) Close(dst []byte, m *offset.Map) []byte {
	m.Line(q.Line)
	dst, _ = q.decode(dst, q.held, q.heldAt, m, true)
	q.held = q.held[:0]
	return dst
}

// resume decodes what was held back with as much of raw as decides about it,
// and returns how much that was.
func (q *QuotedPrintable) resume(dst, raw []byte, m *offset.Map) ([]byte, int) {
	old := len(q.held)
	if old == 0 {
		return dst, 0
	}
	head := raw[:min(len(raw), maxLine)]
	blanks := len(head) - len(bytes.TrimLeft(head, blank))
	q.held = append(q.held, raw[:min(len(raw), blanks+2)]...)
	dst, n := q.decode(dst, q.held, q.heldAt, m, false)
	if n < old { // all of raw was not enough
		q.held, q.heldAt = q.held[:copy(q.held, q.held[n:])], q.heldAt+int64(n)
		return dst, len(raw)
	}
	q.held = q.held[:0]
	return dst, n - old
}

// blank is what may stand at the end of a line and is deleted there.
const blank = " \t"

// decode decodes raw up to where more of it is needed, and returns where that
// is. At the end of the body nothing more will come.
func (q *QuotedPrintable) decode(dst, raw []byte, at int64, m *offset.Map, atEnd bool) ([]byte, int) {
	ends, equals := noneFound, -1
	for i := 0; i < len(raw); {
		if !q.eatLF {
			if equals < i {
				equals = index(raw, i, '=')
			}
			n := q.plain(raw, i, equals, &ends, at, m)
			dst = append(dst, raw[i:n]...)
			if i = n; i == len(raw) {
				break
			}
		}
		end, next := ends.next(raw, i)
		start := at + int64(i)
		line, text := raw[i:end], trim(raw[i:end])
		switch {
		case q.eatLF:
			q.eatLF = false
			if raw[i] != '\n' {
				continue
			}
		case next == end && !atEnd:
			n := decided(line, text)
			return q.unescape(dst, line[:n], start, m), i + n
		case next > end && bytes.HasSuffix(text, []byte("=")):
			// "An equal sign as the last character on a encoded line indicates
			// such a non-significant ("soft") line break in the encoded text."
			dst = q.unescape(dst, text[:len(text)-1], start, m)
			q.eatLF = raw[next-1] == '\r'
		case len(text) == len(line):
			dst = q.unescape(dst, raw[i:next], start, m)
		default:
			// "any trailing white space on a line must be deleted, as it will
			// necessarily have been added by intermediate transport agents."
			dst = q.unescape(dst, text, start, m)
			dst = append(dst, raw[end:next]...)
			m.Copy(next-end, at+int64(end))
		}
		q.lineEnd(raw[next-1], m)
		i = next
	}
	return dst, len(raw)
}

// plain passes the lines from raw[i] to raw[limit] that stand for themselves: those
// that are whole and have no blanks at their end. It returns where they end.
func (q *QuotedPrintable) plain(raw []byte, i, limit int, ends *lineEnds, at int64, m *offset.Map) int {
	for i < limit {
		end, next := ends.next(raw, i)
		if next == end || next > limit || end > i && (raw[end-1] == ' ' || raw[end-1] == '\t') {
			break
		}
		m.Copy(next-i, at+int64(i))
		q.lineEnd(raw[next-1], m)
		i = next
	}
	return i
}

// lineEnd counts a line that ends in c.
func (q *QuotedPrintable) lineEnd(c byte, m *offset.Map) {
	if c == '\n' && q.Line > 0 {
		q.Line++
		m.Line(q.Line)
	}
}

// trim returns line without the blanks at its end. Of more than maxLine, which
// nobody added, the others stay.
func trim(line []byte) []byte {
	n := max(0, len(line)-maxLine)
	return line[:n+len(bytes.TrimRight(line[n:], blank))]
}

// decided returns how much of a line that goes on can be decoded now; text is
// the line without blanks at its end. What follows may be a line end, which
// makes blanks vanish and "=" a soft line break, or the rest of an escape.
func decided(line, text []byte) int {
	n := len(text)
	if n >= 1 && text[n-1] == '=' {
		return n - 1
	}
	if n >= 2 && n == len(line) && text[n-2] == '=' && hex[text[n-1]] != 0 {
		return n - 2
	}
	return n
}

// unescape appends text, which has no soft line break, with its escapes undone.
// For an "=" without digits, "a reasonable approach by a robust implementation
// might be to include the "=" character and the following character in the
// decoded data without any transformation and, if possible, indicate to the user
// that proper decoding was not possible at this point". And: "An "=" cannot be the
// ultimate or penultimate character in an encoded object. This could be handled as
// in case (2) above", which was this one.
func (q *QuotedPrintable) unescape(dst, text []byte, at int64, m *offset.Map) []byte {
	for {
		n := index(text, 0, '=')
		dst = append(dst, text[:n]...)
		m.Copy(n, at)
		if n == len(text) {
			return dst
		}
		text, at = text[n:], at+int64(n)
		n = escapes(text)
		for i := 0; i < 3*n; i += 3 {
			dst = append(dst, hex[text[i+1]]<<4|hex[text[i+2]]&0xF)
		}
		m.Add(n, at, 1, 3)
		if n == 0 {
			q.malformed++
			dst = append(dst, '=')
			m.Copy(1, at)
			text, at = text[1:], at+1
		}
		text, at = text[3*n:], at+int64(3*n)
	}
}

// escapes returns how many escapes text begins with. Lower case is not allowed
// in them: "A robust implementation might choose to recognize them as the
// corresponding uppercase letters."
func escapes(text []byte) (n int) {
	for len(text) >= 3 && text[0] == '=' && hex[text[1]]&hex[text[2]] != 0 {
		text = text[3:]
		n++
	}
	return n
}

// hex has the values of hexadecimal digits, with bit 4 set; 0 is no digit.
var hex = [256]byte{
	'0': 0x10, '1': 0x11, '2': 0x12, '3': 0x13, '4': 0x14,
	'5': 0x15, '6': 0x16, '7': 0x17, '8': 0x18, '9': 0x19,
	'A': 0x1A, 'B': 0x1B, 'C': 0x1C, 'D': 0x1D, 'E': 0x1E, 'F': 0x1F,
	'a': 0x1A, 'b': 0x1B, 'c': 0x1C, 'd': 0x1D, 'e': 0x1E, 'f': 0x1F,
}
