package transfer

import (
	"bytes"
	"encoding/base64"
	"math"
	"slices"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Base64 decodes base64, RFC 2045, section 6.8, and leaves alone the lines that
// are not in it: what mailing lists put below, or above, or what never was encoded.
//
// "Any characters outside of the base64 alphabet are to be ignored", but where a
// line has some, it may be text as well. It is if it holds an address, or if
// fewer than half of its letters and digits are in words that mix upper and
// lower case or letters and digits, as all words of base64 do. Behind such a
// line, and so in a body that begins with one, everything is text until a line
// that has whole quanta of mixed characters and nothing else.
//
// Decoding a line and looking whether that makes sense would tell more, but
// only to one who knows the character set, and that the body is text.
//
// "-" and "_", which RFC 4648, section 5, has in place of "+" and "/", are taken
// for these in lines that are base64; alone they do not make a line it.
//
// The zero value is ready to use.
type Base64 struct {
	// Line is the number of the line that the next byte of raw is in; 0 if lines
	// are not counted.
	Line int64

	text   bool // the line is text, or the one before while that is not known
	inside bool // it is known, for the line that the next byte is in
	held   held // the beginning of a line for which it is not; empty if inside is set

	quantum quantum // of the line and those before it; empty if text is set

	copied    []Stretch
	midLine   bool  // the text so far ends within a line
	told      int64 // the line that the map was told last, in this call
	malformed int
}

// held is the beginning of a line, at an offset of raw.
type held struct {
	text []byte
	at   int64
}

// A quantum has the first n of the four digits of a quantum.
type quantum struct {
	digits [4]digit
	n      int
}

// A Stretch is a stretch of text: from an index, up to another.
type Stretch struct{ From, To int }

// A digit is a character of the base64 alphabet.
type digit struct {
	value    byte
	at, line int64
}

// Reset makes b ready for another body.
func (b *Base64) Reset() { *b = Base64{held: held{text: b.held.text[:0]}, copied: b.copied[:0]} }

// Malformed returns how many lines were text or had other characters in them,
// and how many quanta had one digit only.
func (b *Base64) Malformed() int { return b.malformed }

// Copied returns the stretches of text that Append appended when it was called
// last, and Close since, that were not in base64. They are indices of dst, and
// valid until the next call.
func (b *Base64) Copied() []Stretch { return b.copied }

// Append decodes raw. See [Decoder].
func (b *Base64) Append(dst, raw []byte, at int64, m *offset.Map) []byte {
	b.told = 0
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

// atLine reports whether the next line may be what nearly all are: whole quanta
// and nothing else.
func (b *Base64) atLine() bool {
	return !b.text && !b.inside && b.quantum.n == 0 && len(b.held.text) == 0
}

// Close decodes what was held back. See [Decoder].
func (b *Base64) Close(dst []byte, m *offset.Map) []byte {
	b.told = 0
	dst = b.piece(dst, nil, 0, true, m)
	return b.flush(dst, m)
}

// piece decodes a piece of a line, or all of it, or its last piece. Whether the
// line is text is decided on its first maxLine bytes.
func (b *Base64) piece(dst, piece []byte, at int64, last bool, m *offset.Map) []byte {
	if b.inside {
		return b.goOn(dst, piece, at, m)
	}
	h := &b.held
	if len(h.text) == 0 && (last || len(piece) >= maxLine) {
		return b.begin(dst, piece, at, m)
	}
	if len(h.text) == 0 {
		h.at = at
	}
	n := min(len(piece), maxLine-len(h.text))
	h.text = append(h.text, piece[:n]...)
	if !last && len(h.text) < maxLine {
		return dst
	}
	dst = b.begin(dst, h.text, h.at, m)
	h.text = h.text[:0]
	return b.goOn(dst, piece[n:], at+int64(n), m)
}

// lineEnd passes a line end, which is text where the line was.
func (b *Base64) lineEnd(dst, end []byte, at int64, m *offset.Map) []byte {
	if b.text {
		dst = b.copy(dst, end, at, m)
		b.midLine = false
	}
	b.inside = false
	b.countLine(end[len(end)-1])
	return dst
}

// countLine counts a line that ends in c.
func (b *Base64) countLine(c byte) {
	if c == '\n' && b.Line > 0 {
		b.Line++
	}
}

// begin decides what a line is that begins so, and decodes that.
func (b *Base64) begin(dst, line []byte, at int64, m *offset.Map) []byte {
	b.inside = true
	before := b.text
	b.text = b.isText(line[:min(len(line), maxLine)])
	if b.text && !before {
		dst = b.flush(dst, m)
		dst = b.breakLine(dst, at, m)
	}
	return b.goOn(dst, line, at, m)
}

// breakLine begins a new line of text, so that nothing that was decoded seems to
// go on in what was not.
func (b *Base64) breakLine(dst []byte, at int64, m *offset.Map) []byte {
	if !b.midLine {
		return dst
	}
	b.tell(b.Line, m)
	m.Add(1, at, 1, 0)
	b.midLine = false
	return b.append(dst, []byte{'\n'})
}

// goOn decodes what is in a line of base64, and copies text.
func (b *Base64) goOn(dst, piece []byte, at int64, m *offset.Map) []byte {
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

// copy appends text as it is.
func (b *Base64) copy(dst, text []byte, at int64, m *offset.Map) []byte {
	b.tell(b.Line, m)
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
		b.copied = append(b.copied, Stretch{from, len(dst)})
	}
	return dst
}

// appendQuanta decodes the whole quanta that line begins with, appends them to
// dst and returns how many characters they were. One with padding must be at
// the end of line.
func appendQuanta(dst, line []byte) ([]byte, int) {
	line = line[:len(line)&^3]
	const spare = 8 // package base64 writes that much at once, if it may
	dst = slices.Grow(dst, len(line)/4*3+spare)
	n, err := base64.StdEncoding.Decode(dst[len(dst):cap(dst)], line)
	if err == nil {
		return dst[:len(dst)+n], len(line)
	}
	return dst[:len(dst)+n/3*3], n / 3 * 4
}

// decoded tells where the text from dst's to out's end came from: quanta at at.
func (b *Base64) decoded(dst, out []byte, at int64, m *offset.Map) []byte {
	if n := len(out) - len(dst); n > 0 {
		b.tell(b.Line, m)
		m.Base64(n, at)
		b.midLine = out[len(out)-1] != '\n'
	}
	return out
}

// decodedLines tells so of lines of quanta, step bytes each.
func (b *Base64) decodedLines(dst, out []byte, lines int, at int64, step int, m *offset.Map) []byte {
	octets := (len(out) - len(dst)) / lines
	together := 1
	if b.Line == 0 {
		together = lines
	}
	for ; lines > 0; lines -= together {
		b.tell(b.Line, m)
		m.Base64Lines(together*octets, at, octets, step)
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
		// Padding ends the data. What comes all the same is other data, from
		// one who put it together of pieces.
		dst = b.flush(dst, m)
	}
	return dst
}

// flush appends what the quantum has so far, and begins a new one. The 6 bits of
// a single digit are no octet.
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
	b.place(n-1, m)
	b.midLine = octets[n-2] != '\n'
	return append(dst, octets[:n-1]...)
}

// place tells where the octets of the quantum came from: octet i from digits i
// and i+1, and all between them, line ends and whatever was ignored.
func (b *Base64) place(octets int, m *offset.Map) {
	q := &b.quantum.digits
	if q[octets].at == q[0].at+int64(octets) {
		b.tell(q[0].line, m)
		m.Base64(octets, q[0].at)
		return
	}
	for i := range octets {
		b.tell(q[i].line, m)
		took := q[i+1].at + 1 - q[i].at
		m.Add(1, q[i].at, 1, int(min(took, math.MaxInt32)))
	}
}

// tell tells m the line of what comes next, if that is another one.
func (b *Base64) tell(line int64, m *offset.Map) {
	if line != b.told {
		m.Line(line)
		b.told = line
	}
}

// isText reports whether a line is text that begins so.
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

// IsBase64 reports whether line, which has no white space about it, is base64 and
// nothing else: quanta, or characters mixed as those of no prose are.
func IsBase64(line []byte) bool {
	return len(line) > 0 && clean(line) && (len(line)%4 == 0 || mixed(line))
}

// clean reports whether line has only characters of base64, padding at its end.
// A "=" too many is not seldom, a row of them is a rule.
func clean(line []byte) bool {
	body := bytes.TrimRight(line, "=")
	for _, c := range body {
		if values[c] == 0 || c == '-' || c == '_' {
			return false
		}
	}
	return len(line)-len(body) <= 3
}

// mixed reports whether more than half of the letters and digits in line stand
// in words that are not written as people write them: in one case except for the
// first letter, or as a number.
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

// The classes of characters that words are made of.
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

// values has the values of the digits of RFC 2045, table 1, with bit 6 set, and
// of those of RFC 4648, table 2; 0 is no digit.
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
