// Package transfer undoes the content transfer encodings of RFC 2045, section 6,
// that hide text: quoted-printable and base64. What is in 7bit, 8bit or binary
// stands as it is and needs no decoder.
//
// # Terms
//
// The body of a part is given as raw, lines with their line ends: LF, CRLF, or CR
// alone. A line comes whole or, if it is very long, in pieces, split anywhere.
// Lines are numbered by their LFs. Both decoders are told the number of the first
// one and tell the [offset.Map] in turn.
//
// # Flow
//
// Quoted-printable goes from "=" to "=" and to the blanks at the ends of lines;
// what is between goes through in one piece. In an x86-64 with AVX2 most escapes are
// undone while the text is copied, and the map is told afterwards. Base64 is cut at its line ends. A line
// that is nothing else goes to package encoding/base64 or, in an x86-64 with AVX2,
// all of one length that stand together go through registers, 32 digits at a time.
// What cannot be decided without the next piece (blanks at the end of a piece, half
// an escape, a quantum that goes on in the next line) is held back: [maxLine]
// bytes and a few, whatever comes.
//
// # What holds always
//
// Nothing fails. What is malformed goes through as it stands and is counted.
// Any split of the body into calls gives the same text from the same places.
// Time is linear in the input.
package transfer

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Decoder undoes a content transfer encoding.
type Decoder interface {
	// Append decodes raw, which stands at offset at of the input, appends it to
	// dst and tells m where each byte came from.
	Append(dst, raw []byte, at int64, m *offset.Map) []byte

	// Close appends what was held back, at the end of the body.
	Close(dst []byte, m *offset.Map) []byte

	// Malformed returns how many places were met that the encoding does not
	// allow.
	Malformed() int
}

// maxLine is how far into a line one looks before deciding what it is. RFC 5322,
// section 2.1.1: "Each line of characters MUST be no more than 998 characters".
const maxLine = 998

// lineEnds finds line ends. It remembers the next LF and the next CR, so that a
// text that has only one of them is not searched for the other at every line.
type lineEnds struct{ lf, cr int }

var noneFound = lineEnds{-1, -1}

// next returns where the line end is that comes first at or behind i, raw[end:next].
// It is empty and at the end of raw if there is none.
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

// index returns where c is in raw, at or behind i; the length of raw if nowhere.
func index(raw []byte, i int, c byte) int {
	if k := bytes.IndexByte(raw[i:], c); k >= 0 {
		return i + k
	}
	return len(raw)
}
