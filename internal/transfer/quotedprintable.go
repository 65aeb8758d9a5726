package transfer

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A QuotedPrintable decodes quoted-printable (RFC 2045, section 6.7). Octets that the
// encoding does not allow, such as 8-bit ones, remain unchanged.
//
// Text that is declared as encoded but was not loses everything that looks like an
// escape. "?id=3Dx" is encoded and "?a=b&c=12" is not, but they cannot be distinguished,
// so the Decoder follows the standard.
//
// The zero value is ready to use.
type QuotedPrintable struct {
	// Line is the number of the line of the next byte of raw, or 0 if lines are not
	// counted.
	Line int64

	held      []byte // undecided end of the last raw
	heldAt    int64
	skipLF    bool // an LF that comes next ends the soft line break before it
	malformed int
}

// Reset resets q for another body.
func (q *QuotedPrintable) Reset() { *q = QuotedPrintable{held: q.held[:0]} }

// Malformed returns the number of "=" that began no escape.
func (q *QuotedPrintable) Malformed() int { return q.malformed }

// Append decodes raw. See [Decoder].
func (q *QuotedPrintable) Append(dst, raw []byte, at int64, m *offset.Map) []byte {
	m.Line(q.Line)
	dst, n := q.resume(dst, raw, m)
	raw, at = raw[n:], at+int64(n)
	n = decided(raw)
	dst = q.decode(dst, raw, n, at, m)
	if n < len(raw) {
		q.held, q.heldAt = append(q.held, raw[n:]...), at+int64(n)
	}
	return dst
}

// Close decodes the text that was held back. See [Decoder].
func (q *QuotedPrintable) Close(dst []byte, m *offset.Map) []byte {
	if len(q.held) == 0 {
		return dst
	}
	m.Line(q.Line)
	held := trim(q.held)
	dst = q.decode(dst, held, len(held), q.heldAt, m)
	q.held = q.held[:0]
	return dst
}

// resume decodes the text that was held back, with as much of raw as is needed to decide
// it, and returns how much of raw that was.
func (q *QuotedPrintable) resume(dst, raw []byte, m *offset.Map) ([]byte, int) {
	old := len(q.held)
	if old == 0 {
		return dst, 0
	}
	head := raw[:min(len(raw), maxLine)]
	blanks := len(head) - len(bytes.TrimLeft(head, blank))
	q.held = append(q.held, raw[:min(len(raw), blanks+2)]...)
	n := decided(q.held)
	dst = q.decode(dst, q.held, n, q.heldAt, m)
	if n < old { // raw was too short to decide
		q.held, q.heldAt = q.held[:copy(q.held, q.held[n:])], q.heldAt+int64(n)
		return dst, len(raw)
	}
	q.held = q.held[:0]
	return dst, n - old
}

// blank has the characters that are deleted at the end of a line.
const blank = " \t"

// decode decodes the first n bytes of raw. The rest of raw is context.
func (q *QuotedPrintable) decode(dst, raw []byte, n int, at int64, m *offset.Map) []byte {
	done := 0
	if n > 0 && q.skipLF {
		done = q.skipLineEnd(raw, 0, m)
	}
	if done >= n {
		return dst
	}
	dst = slices.Grow(dst, n-done)
	dst, done = q.decodeEscapes(dst, raw, done, n, at, m)
	return q.decodeMarked(dst, raw, done, n, at, m)
}

// decodeMarked decodes raw[done:n], from mark to mark.
func (q *QuotedPrintable) decodeMarked(dst, raw []byte, done, n int, at int64, m *offset.Map) []byte {
	var words [32]uint64
	for from := done; from < n; from += wordSize * len(words) {
		for w, word := range words[:marks(words[:], raw[from:n])] {
			base := from + wordSize*w
			for ; word != 0; word &= word - 1 {
				i := base + bits.TrailingZeros64(word)
				switch {
				case i < done:
				case raw[i] == '=':
					dst = q.copy(dst, raw[done:i], at+int64(done), m)
					dst, done = q.unescape(dst, raw, i, at, m)
				default:
					// "any trailing white space on a line must be deleted, as it will
					// necessarily have been added by intermediate transport agents."
					dst = q.copy(dst, trim(raw[done:i+1]), at+int64(done), m)
					done = i + 1
				}
			}
		}
	}
	return q.copy(dst, raw[min(done, n):n], at+int64(done), m)
}

// copy appends text unchanged.
func (q *QuotedPrintable) copy(dst, text []byte, at int64, m *offset.Map) []byte {
	q.mapCopy(m, text, at)
	return append(dst, text...)
}

// mapCopy adds text that is unchanged to m, and its lines.
func (q *QuotedPrintable) mapCopy(m *offset.Map, text []byte, at int64) {
	if q.Line > 0 {
		for {
			n := bytes.IndexByte(text, '\n') + 1
			if n == 0 {
				break
			}
			m.Copy(n, at)
			q.lineEnd(m)
			text, at = text[n:], at+int64(n)
		}
	}
	m.Copy(len(text), at)
}

// lineEnd counts a line.
func (q *QuotedPrintable) lineEnd(m *offset.Map) {
	if q.Line > 0 {
		q.Line++
		m.Line(q.Line)
	}
}

// unescape decodes the escape or soft line break that begins at raw[i], an "=", and
// returns the index of its end. The offset of raw in the input is at.
//
// For an "=" without digits, "a reasonable approach by a robust implementation might be
// to include the "=" character and the following character in the decoded data without
// any transformation and, if possible, indicate to the user that proper decoding was not
// possible at this point". And: "An "=" cannot be the ultimate or penultimate character
// in an encoded object. This could be handled as in case (2) above", which is the one
// just quoted.
func (q *QuotedPrintable) unescape(dst, raw []byte, i int, at int64, m *offset.Map) ([]byte, int) {
	if i+1 < len(raw) && raw[i+1] == '\n' { // nearly all soft line breaks
		q.lineEnd(m)
		return dst, i + 2
	}
	if out := appendEscapes(dst, raw[i:]); len(out) > len(dst) {
		n := len(out) - len(dst)
		m.Add(n, at+int64(i), 1, 3)
		return out, i + 3*n
	}
	if end := softBreak(raw, i); end > 0 {
		return dst, q.skipLineEnd(raw, end, m)
	}
	q.malformed++
	m.Copy(1, at+int64(i))
	return append(dst, '='), i + 1
}

// softBreak returns the index of the line end that the "=" at raw[i] makes a soft line
// break of, or 0 if raw[i] is not followed by one: "An equal sign as the last character
// on a encoded line indicates such a non-significant ("soft") line break in the encoded
// text." Blanks before the line end are ignored, except those that trim keeps.
func softBreak(raw []byte, i int) int {
	rest := raw[i+1 : min(len(raw), i+1+maxLine+1)]
	for n, c := range rest {
		switch c {
		case ' ', '\t':
		case '\n', '\r':
			return i + 1 + n
		default:
			return 0
		}
	}
	return 0
}

// skipLineEnd skips the line end of a soft line break, or its LF if its CR was the last
// byte of the previous raw. It returns the index of its end.
func (q *QuotedPrintable) skipLineEnd(raw []byte, i int, m *offset.Map) int {
	if !q.skipLF && raw[i] == '\r' {
		i++
		q.skipLF = true
	}
	if i == len(raw) {
		return i
	}
	if raw[i] == '\n' {
		i++
		q.lineEnd(m)
	}
	q.skipLF = false
	return i
}

// trim returns line without the blanks at its end. It removes at most maxLine blanks: no
// transport agent added more.
func trim(line []byte) []byte {
	n := len(line)
	for least := max(0, n-maxLine); n > least && (line[n-1] == ' ' || line[n-1] == '\t'); n-- {
	}
	return line[:n]
}

// decided returns the length of the part of raw that can be decoded now. The rest may be
// before a line end, which removes blanks and makes "=" a soft line break, or may be part
// of an escape.
func decided(raw []byte) int {
	n := len(trim(raw))
	if n >= 1 && raw[n-1] == '=' {
		return n - 1
	}
	if n >= 2 && n == len(raw) && raw[n-2] == '=' && hex[raw[n-1]] != 0 {
		return n - 2
	}
	return n
}

// appendEscapes decodes the escapes at the beginning of text and appends the octets to
// dst. Lower case is not allowed in escapes: "A robust implementation might choose to
// recognize them as the corresponding uppercase letters."
func appendEscapes(dst, text []byte) []byte {
	for len(text) >= 3 && text[0] == '=' {
		high, low := hex[text[1]], hex[text[2]]
		if high&low == 0 {
			break
		}
		dst = append(dst, high<<4|low&0xF)
		text = text[3:]
	}
	return dst
}

// hex holds the values of hexadecimal digits, with bit 4 set. It is 0 for other bytes. It is apart
// from the table of package ascii, as escapesAVX2 reads it.
var hex = [256]byte{
	'0': 0x10, '1': 0x11, '2': 0x12, '3': 0x13, '4': 0x14,
	'5': 0x15, '6': 0x16, '7': 0x17, '8': 0x18, '9': 0x19,
	'A': 0x1A, 'B': 0x1B, 'C': 0x1C, 'D': 0x1D, 'E': 0x1E, 'F': 0x1F,
	'a': 0x1A, 'b': 0x1B, 'c': 0x1C, 'd': 0x1D, 'e': 0x1E, 'f': 0x1F,
}
