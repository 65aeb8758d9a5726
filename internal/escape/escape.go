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
// A text in a Format is decoded before it is searched, like a transfer encoding: [Detect]
// recognizes the Format of an input by its beginning, [OfMediaType] that of a part of
// mail by its media type, and the [Decoder] of the Format returns the text with its
// escape sequences decoded and its folds undone. An [offset.Map] holds the origin of each
// byte.
//
// In text without a Format, package find asks at a backslash which escape sequence begins
// there: see [Notation].
package escape

import "github.com/urlgrep/urlgrep/internal/offset"

// A Format is a format of text. Each has an entry in formats.
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

// formats describes the formats.
var formats = [NumFormats]struct {
	mediaTypes []string // "type/subtype", in lower case; the first is the preferred one
	detect     func(head []byte, atEOF bool) (is, more bool)
	decoder    func() Decoder
}{
	Calendar: {calendarTypes, detectCalendar, newCalendar},
	Roff:     {roffTypes, detectRoff, newRoff},
	TeX:      {texTypes, detectTeX, newTeX},
	Texinfo:  {texinfoTypes, detectTexinfo, newTexinfo},
}

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
func NewDecoder(f Format) Decoder { return formats[f].decoder() }

// Detect returns the Format of a text that begins with head, or None. It returns more if
// head is too short to decide. atEOF says that head is the whole text.
func Detect(head []byte, atEOF bool) (f Format, more bool) {
	for f := None + 1; f < NumFormats; f++ {
		is, undecided := formats[f].detect(head, atEOF)
		if is {
			return f, false
		}
		more = more || undecided && !atEOF
	}
	return None, more
}

// Begins reports whether a text that begins with head is in f, which is not None. It asks
// for no more of the text.
func (f Format) Begins(head []byte) bool {
	is, _ := formats[f].detect(head, true)
	return is
}

// OfMediaType returns the Format of texts with a media type, given in lower case, or
// None.
func OfMediaType(typ, subtype string) Format {
	for f := None + 1; f < NumFormats; f++ {
		for _, name := range formats[f].mediaTypes {
			if n := len(typ); len(name) == n+1+len(subtype) && name[:n] == typ && name[n] == '/' && name[n+1:] == subtype {
				return f
			}
		}
	}
	return None
}

// MediaType returns the preferred media type of texts in f.
func (f Format) MediaType() string { return formats[f].mediaTypes[0] }
