package transfer

import (
	"bytes"
	"encoding/base64"
	"math"
	"slices"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Base64 decodes base64 (RFC 2045, section 6.8). It copies the lines that are not
// base64: footers and headers that mailing lists add, and text that was never encoded.
//
// "Any characters outside of the base64 alphabet are to be ignored", but a line that has
// such characters may also be text. It is text if it contains "://" or "@", or if fewer
// than half of its letters and digits are in words that mix upper and lower case or
// letters and digits, as all words of base64 do. After such a line, and so in a body that
// begins with one, all lines are text up to a line that consists of whole quanta of mixed
// characters.
//
// "-" and "_", which RFC 4648, section 5, has in place of "+" and "/", are decoded like
// these in lines of base64. A line is not base64 because of them alone.
//
// The zero value is ready to use.
type Base64 struct {
	// Line is the number of the line of the next byte of raw, or 0 if lines are not
	// counted.
	Line int64

	text  bool // the line is text; while known is false, the line before was
	known bool // it is known whether the current line is text
	held  held // beginning of the line while that is not known; empty if known is set

	quantum quantum // of the line and those before it; empty if text is set

	copied    []Range
	midLine   bool  // the text so far ends within a line
	mapLine   int64 // line number that this call last passed to the map
	malformed int
}

// held is the beginning of a line, at an offset of the input.
type held struct {
	text []byte
	at   int64
}

// A quantum holds the first n digits of a quantum of four.
type quantum struct {
	digits [4]digit
	n      int
}

// A Range is the range of a text from index From up to To.
type Range struct{ From, To int }

// A digit is a character of the base64 alphabet.
type digit struct {
	value    byte
	at, line int64
}

// Reset resets b for another body.
func (b *Base64) Reset() { *b = Base64{held: held{text: b.held.text[:0]}, copied: b.copied[:0]} }

// Malformed returns the number of lines that were text or contained other characters,
// plus the number of quanta with only one digit.
func (b *Base64) Malformed() int { return b.malformed }

// Copied returns the ranges of text in the result of the last Append, and of a Close
// after it, that were not in base64. They are indices of dst, and valid until the next
// call of Append.
func (b *Base64) Copied() []Range { return b.copied }

// Append decodes raw. See [Decoder].
func (b *Base64) Append(dst, raw []byte, at int64, m *offset.Map) []byte {
	b.mapLine = 0
	b.copied = b.copied[:0]
	ends := noneFound
	for i := 0; i < len(raw); {
		end, next := ends.next(raw, i)
		if next > end && (end-i)%4 == 0 && b.atLine() {
			if out, n := quantaLines(dst, raw[i:], end-i, next-i); n > 0 {
				dst = b.decodedLines(dst, out, n, at+int64(i), next-i, m)
				i += n * (next - i)
				continue
			}
			if out, n := appendQuanta(dst, raw[i:end]); n == end-i {
				dst = b.decoded(dst, out, at+int64(i), m)
				b.countLine(raw[next-1])
				i = next
				continue
			}
		}
		dst = b.piece(dst, raw[i:end], at+int64(i), next > end, m)
		if next > end {
			dst = b.lineEnd(dst, raw[end:next], at+int64(end), m)
		}
		i = next
	}
	return dst
}

// atLine reports whether the next line may consist of whole quanta, as nearly all lines
// do.
func (b *Base64) atLine() bool {
	return !b.text && !b.known && b.quantum.n == 0 && len(b.held.text) == 0
}

// Close decodes the text that was held back. See [Decoder].
func (b *Base64) Close(dst []byte, m *offset.Map) []byte {
	b.mapLine = 0
	dst = b.piece(dst, nil, 0, true, m)
	return b.flush(dst, m)
}

// piece decodes a piece of a line; last says that it is the last piece. The first maxLine
// bytes of a line decide whether it is text.
func (b *Base64) piece(dst, piece []byte, at int64, last bool, m *offset.Map) []byte {
	if b.known {
		return b.continueLine(dst, piece, at, m)
	}
	h := &b.held
	if len(h.text) == 0 && (last || len(piece) >= maxLine) {
		return b.beginLine(dst, piece, at, m)
	}
	if len(h.text) == 0 {
		h.at = at
	}
	n := min(len(piece), maxLine-len(h.text))
	h.text = append(h.text, piece[:n]...)
	if !last && len(h.text) < maxLine {
		return dst
	}
	dst = b.beginLine(dst, h.text, h.at, m)
	h.text = h.text[:0]
	return b.continueLine(dst, piece[n:], at+int64(n), m)
}

// lineEnd reads a line end, which is part of the text if the line was text.
func (b *Base64) lineEnd(dst, end []byte, at int64, m *offset.Map) []byte {
	if b.text {
		dst = b.copy(dst, end, at, m)
		b.midLine = false
	}
	b.known = false
	b.countLine(end[len(end)-1])
	return dst
}

// countLine increments Line if c, the last byte of a line end, is LF.
func (b *Base64) countLine(c byte) {
	if c == '\n' && b.Line > 0 {
		b.Line++
	}
}

// beginLine decides whether the line that begins with line is text, and decodes or copies
// it.
func (b *Base64) beginLine(dst, line []byte, at int64, m *offset.Map) []byte {
	b.known = true
	before := b.text
	b.text = b.isText(line[:min(len(line), maxLine)])
	if b.text && !before {
		dst = b.flush(dst, m)
		dst = b.breakLine(dst, at, m)
	}
	return b.continueLine(dst, line, at, m)
}

// breakLine ends an unfinished line of text, so that decoded text does not seem to
// continue in text that was not encoded.
func (b *Base64) breakLine(dst []byte, at int64, m *offset.Map) []byte {
	if !b.midLine {
		return dst
	}
	b.setLine(b.Line, m)
	m.Add(1, at, 1, 0)
	b.midLine = false
	return b.append(dst, []byte{'\n'})
}

// continueLine decodes a piece of a line of base64, or copies a piece of text.
func (b *Base64) continueLine(dst, piece []byte, at int64, m *offset.Map) []byte {
	if b.text {
		return b.copy(dst, piece, at, m)
	}
	i := 0
	for ; i < len(piece) && b.quantum.n > 0; i++ {
		dst = b.digit(dst, piece[i], at+int64(i), m)
	}
	out, n := appendQuanta(dst, piece[i:])
	dst = b.decoded(dst, out, at+int64(i), m)
	for i += n; i < len(piece); i++ {
		dst = b.digit(dst, piece[i], at+int64(i), m)
	}
	return dst
}

// copy appends text unchanged.
func (b *Base64) copy(dst, text []byte, at int64, m *offset.Map) []byte {
	b.setLine(b.Line, m)
	m.Copy(len(text), at)
	b.midLine = true
	return b.append(dst, text)
}

// append appends text that was not in base64.
func (b *Base64) append(dst, text []byte) []byte {
	from, last := len(dst), len(b.copied)-1
	dst = append(dst, text...)
	if last >= 0 && b.copied[last].To == from {
		b.copied[last].To = len(dst)
	} else {
		b.copied = append(b.copied, Range{from, len(dst)})
	}
	return dst
}

// appendQuanta decodes the whole quanta at the beginning of line and appends them to dst.
// It returns the number of characters it decoded. A quantum with padding must be at the
// end of line.
func appendQuanta(dst, line []byte) ([]byte, int) {
	line = line[:len(line)&^3]
	const spare = 8 // package base64 writes that many bytes at once, if there is room
	dst = slices.Grow(dst, len(line)/4*3+spare)
	n, err := base64.StdEncoding.Decode(dst[len(dst):cap(dst)], line)
	if err == nil {
		return dst[:len(dst)+n], len(line)
	}
	return dst[:len(dst)+n/3*3], n / 3 * 4
}

// decoded adds out[len(dst):] to m, decoded from quanta at offset at.
func (b *Base64) decoded(dst, out []byte, at int64, m *offset.Map) []byte {
	if n := len(out) - len(dst); n > 0 {
		b.setLine(b.Line, m)
		m.Base64(n, at)
		b.midLine = out[len(out)-1] != '\n'
	}
	return out
}

// decodedLines adds out[len(dst):] to m, decoded from lines of quanta of step bytes each.
func (b *Base64) decodedLines(dst, out []byte, lines int, at int64, step int, m *offset.Map) []byte {
	octets := (len(out) - len(dst)) / lines
	group := 1
	if b.Line == 0 {
		group = lines
	}
	for ; lines > 0; lines -= group {
		b.setLine(b.Line, m)
		m.Base64Lines(group*octets, at, octets, step)
		b.countLine('\n')
		at += int64(step)
	}
	b.midLine = out[len(out)-1] != '\n'
	return out
}

// digit decodes one character of base64.
func (b *Base64) digit(dst []byte, c byte, at int64, m *offset.Map) []byte {
	switch v := values[c]; {
	case v != 0:
		q := &b.quantum
		q.digits[q.n] = digit{v & 63, at, b.Line}
		if q.n++; q.n == len(q.digits) {
			dst = b.flush(dst, m)
		}
	case c == '=':
		// Padding ends the data. Any data after it was joined by a program that did not
		// decode it.
		dst = b.flush(dst, m)
	}
	return dst
}

// flush appends the octets of the quantum and begins a new one. A single digit has 6
// bits, which are not an octet.
func (b *Base64) flush(dst []byte, m *offset.Map) []byte {
	q, n := &b.quantum.digits, b.quantum.n
	if b.quantum.n = 0; n < 2 {
		b.malformed += n
		return dst
	}
	var bits uint32
	for i := range q {
		bits <<= 6
		if i < n {
			bits |= uint32(q[i].value)
		}
	}
	octets := [3]byte{byte(bits >> 16), byte(bits >> 8), byte(bits)}
	b.mapQuantum(n-1, m)
	b.midLine = octets[n-2] != '\n'
	return append(dst, octets[:n-1]...)
}

// mapQuantum adds the octets of the quantum to m: octet i is from digits i and i+1, and
// all bytes between them, such as line ends and ignored characters.
func (b *Base64) mapQuantum(octets int, m *offset.Map) {
	q := &b.quantum.digits
	if q[octets].at == q[0].at+int64(octets) {
		b.setLine(q[0].line, m)
		m.Base64(octets, q[0].at)
		return
	}
	for i := range octets {
		b.setLine(q[i].line, m)
		took := q[i+1].at + 1 - q[i].at
		m.Add(1, q[i].at, 1, int(min(took, math.MaxInt32)))
	}
}

// setLine passes the number of the next byte's line to m, if it has changed.
func (b *Base64) setLine(line int64, m *offset.Map) {
	if line != b.mapLine {
		m.Line(line)
		b.mapLine = line
	}
}

// isText reports whether the line that begins with line is text.
//
// Decoding a line and checking whether the result makes sense would be more accurate, but
// needs the character set, and a body that is known to be text.
func (b *Base64) isText(line []byte) bool {
	line = bytes.Trim(line, blank)
	if len(line) == 0 {
		return b.text
	}
	clean := clean(line)
	if clean && !b.text {
		return false
	}
	var is bool
	if b.text {
		is = !clean || len(line)%4 > 0 || !mixed(line)
	} else {
		is = bytes.Contains(line, []byte("://")) || bytes.IndexByte(line, '@') >= 0 || !mixed(line)
	}
	if is || !clean {
		b.malformed++
	}
	return is
}

// IsBase64 reports whether line consists of base64: of quanta, or of characters that are
// mixed as in no prose. There must be no white space around line.
func IsBase64(line []byte) bool {
	return len(line) > 0 && clean(line) && (len(line)%4 == 0 || mixed(line))
}

// clean reports whether line has only characters of base64, with padding at its end. One
// "=" too many is common; a row of "=" is a ruler.
func clean(line []byte) bool {
	body := bytes.TrimRight(line, "=")
	for _, c := range body {
		if values[c] == 0 || c == '-' || c == '_' {
			return false
		}
	}
	return len(line)-len(body) <= 3
}

// mixed reports whether more than half of the letters and digits in line are in words
// that people do not write: words that mix cases other than in an initial capital, or
// letters and digits.
func mixed(line []byte) bool {
	all, odd := 0, 0
	for word := range bytes.FieldsFuncSeq(line, func(r rune) bool { return classOf(r) == other }) {
		var n [other]int
		for _, c := range word {
			n[classOf(rune(c))]++
		}
		all += len(word)
		capital := n[upper] == 1 && classOf(rune(word[0])) == upper
		if n[lower] != len(word) && n[upper] != len(word) && n[number] != len(word) &&
			!(capital && n[lower] == len(word)-1) {
			odd += len(word)
		}
	}
	return 2*odd > all
}

// The classes of characters in words.
const (
	lower = iota
	upper
	number
	other
)

func classOf(r rune) int {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case 'A' <= r && r <= 'Z':
		return upper
	case '0' <= r && r <= '9':
		return number
	}
	return other
}

// values holds the values of the digits of RFC 2045, table 1, and of RFC 4648, table 2,
// with bit 6 set. It is 0 for other bytes.
var values = [256]byte{
	'A': 0x40, 'B': 0x41, 'C': 0x42, 'D': 0x43, 'E': 0x44, 'F': 0x45, 'G': 0x46, 'H': 0x47,
	'I': 0x48, 'J': 0x49, 'K': 0x4A, 'L': 0x4B, 'M': 0x4C, 'N': 0x4D, 'O': 0x4E, 'P': 0x4F,
	'Q': 0x50, 'R': 0x51, 'S': 0x52, 'T': 0x53, 'U': 0x54, 'V': 0x55, 'W': 0x56, 'X': 0x57,
	'Y': 0x58, 'Z': 0x59, 'a': 0x5A, 'b': 0x5B, 'c': 0x5C, 'd': 0x5D, 'e': 0x5E, 'f': 0x5F,
	'g': 0x60, 'h': 0x61, 'i': 0x62, 'j': 0x63, 'k': 0x64, 'l': 0x65, 'm': 0x66, 'n': 0x67,
	'o': 0x68, 'p': 0x69, 'q': 0x6A, 'r': 0x6B, 's': 0x6C, 't': 0x6D, 'u': 0x6E, 'v': 0x6F,
	'w': 0x70, 'x': 0x71, 'y': 0x72, 'z': 0x73, '0': 0x74, '1': 0x75, '2': 0x76, '3': 0x77,
	'4': 0x78, '5': 0x79, '6': 0x7A, '7': 0x7B, '8': 0x7C, '9': 0x7D, '+': 0x7E, '/': 0x7F,
	'-': 0x7E, '_': 0x7F,
}
