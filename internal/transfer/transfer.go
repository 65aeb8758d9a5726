// Package transfer decodes the content transfer encodings of RFC 2045, section 6, that
// change the text: quoted-printable and base64. Text in 7bit, 8bit or binary is unchanged
// and needs no decoder. It also decodes data within text: uuencode and yEnc.
//
// # Terms
//
// The raw body of a part consists of lines with their line ends: LF, CRLF, or CR alone.
// Lines are numbered by their LFs. The caller passes a line as a whole or, if it is very
// long, in pieces, split anywhere. It passes the number of the first line to a decoder,
// and the decoder passes line numbers to the [offset.Map].
//
// # Flow
//
// The quoted-printable decoder goes from "=" to "=" and to the blanks at the ends of
// lines; it copies the text between them at once. On x86-64 with AVX2 it decodes most
// escapes while it copies the text, and adds them to the map afterwards.
//
// The base64 decoder splits a body at its line ends. A line that is only base64 goes to
// package encoding/base64. On x86-64 with AVX2, consecutive lines of the same length are
// decoded in registers, 32 digits at a time.
//
// The decoders of uuencode and yEnc decode a line at once.
//
// All hold back text that they cannot decide without the next piece: blanks at the end
// of a piece, half an escape, a quantum that continues in the next line, half a line of
// uuencode. They hold back [maxLine] bytes and a few at most.
//
// # Guarantees
//
// Decoding never fails. Malformed text remains unchanged and is counted. Any split of the
// body into calls gives the same text with the same offsets. Time is linear in the input.
package transfer

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Decoder decodes a content transfer encoding.
type Decoder interface {
	// Append decodes raw, appends the result to dst, and adds it to m. The offset of raw
	// in the input is at.
	Append(dst, raw []byte, at int64, m *offset.Map) []byte

	// Close appends the text that was held back. It must be called at the end of the
	// body.
	Close(dst []byte, m *offset.Map) []byte

	// Malformed returns how often the encoding was violated.
	Malformed() int
}

// maxLine is the number of bytes of a line that are looked at to decide what it is. RFC
// 5322, section 2.1.1: "Each line of characters MUST be no more than 998 characters".
const maxLine = 998

// lineEnds finds line ends. It remembers the next LF and the next CR, so that a text that
// has only one of them is not searched for the other at every line.
type lineEnds struct{ lf, cr int }

var noneFound = lineEnds{-1, -1}

// next returns the first line end at or after index i, which is raw[end:next]. Without a
// line end, both are len(raw).
func (e *lineEnds) next(raw []byte, i int) (end, next int) {
	if e.lf < i {
		e.lf = index(raw, i, '\n')
	}
	if e.cr < i {
		e.cr = index(raw, i, '\r')
	}
	end = min(e.lf, e.cr)
	next = min(end+1, len(raw))
	if e.cr < next && next < len(raw) && raw[next] == '\n' {
		next++
	}
	return end, next
}

// index returns the index of the first c in raw at or after i, or len(raw) if c is not
// there.
func index(raw []byte, i int, c byte) int {
	if k := bytes.IndexByte(raw[i:], c); k >= 0 {
		return i + k
	}
	return len(raw)
}
