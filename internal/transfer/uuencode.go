package transfer

import (
	"bytes"
	"slices"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Uuencode decodes the lines of data of uuencode (POSIX.1-2017, uuencode). The first
// character of a line says how many octets the line encodes. Each further character has the
// value of 6 bits: 0 to 63, added to a blank. A backquote is a blank.
//
// Characters that are missing at the end of a line are blanks: mail systems remove them. Up
// to two further characters, which are a checksum, are ignored. The lines "begin 644 name"
// and "end" are not data: they are copied, as all others that are not.
//
// The zero value is ready to use.
type Uuencode struct{ wholeLines }

// Reset resets u for another body.
func (u *Uuencode) Reset() { u.reset() }

// Append decodes raw. See [Decoder].
func (u *Uuencode) Append(dst, raw []byte, at int64, m *offset.Map) []byte {
	return u.append(dst, raw, at, m, uuLine)
}

// Close decodes the text that was held back. See [Decoder].
func (u *Uuencode) Close(dst []byte, m *offset.Map) []byte { return u.close(dst, m, uuLine) }

// maxChecksum is the number of characters that may follow the data in a line.
const maxChecksum = 2

// fullLine is the number of octets in a line, unless it is the last one.
const fullLine = 45

// IsUuencoded reports whether line, which has no end, is data of uuencode. It may be empty.
//
// A line that ends before half of its data is not data unless it is a full line: text in
// capitals might be taken for one.
func IsUuencoded(line []byte) bool {
	if len(line) == 0 {
		return true
	}
	n, digits := uuLength(line)
	have := len(line) - 1
	if have > digits+maxChecksum || 2*have < digits && n != fullLine {
		return false
	}
	for _, c := range line {
		if c < ' ' || c > '`' {
			return false
		}
	}
	return true
}

// UuencodedLen returns the number of characters of a line of data of uuencode, given the
// first of them.
func UuencodedLen(line []byte) int {
	_, digits := uuLength(line)
	return 1 + digits
}

// uuLength returns the number of octets that a line of data encodes, and of their digits.
func uuLength(line []byte) (octets, digits int) {
	octets = int(line[0]-' ') & 63
	return octets, (octets + 2) / 3 * 4
}

// uuLine decodes a line: it is a lineDecoder.
func uuLine(dst, line []byte, at int64, size int, m *offset.Map) ([]byte, bool) {
	trimmed := bytes.TrimRight(line, blank)
	if !IsUuencoded(trimmed) {
		return dst, false
	}
	if len(line) == 0 {
		return dst, true
	}
	n, digits := uuLength(line)
	data := line[1:min(len(line), 1+digits)]
	from := len(dst)
	dst = slices.Grow(dst, n+2)
	out := dst[from : from+n+2]
	for k, i := 0, 0; k < n; k, i = k+3, i+4 {
		var q uint32
		if i+4 <= len(data) {
			q = uint32(data[i]-' ')&63<<18 | uint32(data[i+1]-' ')&63<<12 | uint32(data[i+2]-' ')&63<<6 | uint32(data[i+3]-' ')&63
		} else {
			for j := i; j < len(data); j++ {
				q |= uint32(data[j]-' ') & 63 << (18 - 6*(j-i))
			}
		}
		out[k], out[k+1], out[k+2] = byte(q>>16), byte(q>>8), byte(q)
	}
	mapUuencoded(n, len(data), at+1, size, m)
	return dst[:from+n], true
}

// mapUuencoded adds n octets to m, octet i of a quantum from its digits i and i+1. The line
// has only the first digits of them, from the offset at on. Its end is size bytes after the
// character before them.
func mapUuencoded(n, digits int, at int64, size int, m *offset.Map) {
	whole := min(n, digits/4*3+max(0, digits%4-1))
	if whole == n && n%3 == 0 {
		m.Base64Lines(n, at, n, size)
		return
	}
	m.Base64(whole, at)
	end := at + int64(digits)
	if digits%4 > 0 && whole < n {
		m.Add(1, end-1, 1, 1) // half an octet
		whole++
	}
	m.Add(n-whole, end, 1, 0)
}
