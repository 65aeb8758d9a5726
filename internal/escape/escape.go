// Package escape decodes text in which characters are escaped or folded: "\," in a
// calendar, "\&" in a manual page, "\/" in JSON.
//
// # Terms
//
// An escape sequence is a sequence of bytes that represents another character, or none. A
// [Format] is a format of whole texts, which an input, or a part of mail, has from its
// beginning to its end. A [Notation] is a way of writing characters in the middle of
// other text, such as a string literal. A fold is a line break that is not part of the
// text.
//
// # Flow
//
// A text in a Format is decoded before it is searched, like a transfer encoding. Package
// detect recognizes the Format by the beginning of an input, or by the media type of a part
// of mail. The [Decoder] of the Format returns the text with its escape sequences decoded
// and its folds undone. An [offset.Map] holds the origin of each byte.
//
// In text without a Format, package find asks at a backslash which escape sequence begins
// there: see [Notation].
package escape

import "github.com/urlgrep/urlgrep/internal/offset"

// A Format is a format of text. Each has an entry in decoders.
type Format uint8

// The formats. None is the Format of text without any.
const (
	None     Format = iota
	Calendar        // iCalendar and vCard: calendar.go
	Roff            // manual pages: roff.go
	TeX             // TeX, LaTeX and BibTeX: tex.go
	Texinfo         // texinfo.go

	NumFormats
)

// decoders makes a Decoder of each format.
var decoders = [NumFormats]func() Decoder{Calendar: newCalendar, Roff: newRoff, TeX: newTeX, Texinfo: newTexinfo}

// A Decoder decodes the texts of one Format, one after the other. Malformed text is
// copied unchanged. The decoded text is no longer than the encoded one, apart from base64
// in a character set that is longer in UTF-8. A Decoder holds back a bounded number of
// bytes.
type Decoder interface {
	// Reset begins a new text.
	Reset()

	// Append decodes src, appends the result to dst, and adds the origin of each byte to
	// m. src continues the encoded text, and begins at offset at of it. The text may be
	// split anywhere between calls.
	Append(dst, src []byte, at int64, m *offset.Map) []byte

	// Close decodes the bytes that were held back, appends the result to dst, and ends
	// the text.
	Close(dst []byte, m *offset.Map) []byte

	// Held returns the number of bytes of the encoded text that are held back: from the
	// last ones on, they may still produce text.
	Held() int
}

// copied appends b, the bytes at offset at of the encoded text, to dst as they are.
func copied(dst, b []byte, at int64, m *offset.Map) []byte {
	m.Copy(len(b), at)
	return append(dst, b...)
}

// NewDecoder returns a Decoder of f, which is not None.
func NewDecoder(f Format) Decoder { return decoders[f]() }
