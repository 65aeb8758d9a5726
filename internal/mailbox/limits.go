package mailbox

import (
	"math/bits"
	"strconv"
	"strings"
)

// Limits bound what a Reader holds and how deep it goes. What is beyond a limit
// is read as plain text and noted, never dropped. Zero stands for the default.
type Limits struct {
	Depth     int // multiparts and messages within each other; 64
	Parts     int // parts of a message; 10,000
	Header    int // bytes of a header that are held; 256 KiB
	Field     int // bytes of a field that are decoded as one; 64 KiB
	Word      int // bytes of an encoded word; 4 KiB
	Paragraph int // bytes of a paragraph of format=flowed; 64 KiB
	Tag       int // bytes of an HTML tag; 64 KiB
	Encoded   int // messages in a transfer encoding within each other; 8
}

// Highest is the highest value of a limit: what is above counts as this. With it
// lengths are counted in 32 bits.
const Highest = 64 << 20

// WithDefaults returns the limits with the defaults in the place of zeros, and none
// above Highest.
func (l Limits) WithDefaults() Limits {
	for _, f := range [...]struct {
		limit    *int
		standard int
	}{
		{&l.Depth, 64}, {&l.Parts, 10_000}, {&l.Header, 256 << 10}, {&l.Field, 64 << 10},
		{&l.Word, 4 << 10}, {&l.Paragraph, 64 << 10}, {&l.Tag, 64 << 10}, {&l.Encoded, 8},
	} {
		if *f.limit <= 0 {
			*f.limit = f.standard
		}
		*f.limit = min(*f.limit, Highest)
	}
	return l
}

// maxBoundary bounds a boundary, in bytes: RFC 2046, 5.1.1 has 70 characters, real
// mail twice that. A longer one is never seen, and noted.
const maxBoundary = 1000

// A Note says what was odd about a message.
type Note struct {
	Index  int   // of the message, from 1
	Offset int64 // of its beginning
	Text   string
	Beyond []string // fields of Limits that it went beyond
}

// odd is a set of what may be odd about a message.
type odd uint32

const (
	oddHeader odd = 1 << iota
	oddBody
	oddTwice
	oddBoundary
	oddUnclosed
	oddCharset
	oddLabel
	oddEncoding
	oddUuencoded
	oddQuotedPrintable
	oddBase64
	oddDepth
	oddParts
	oddLongHeader
	oddLongField
	oddWord
	oddParagraph
	oddTag
	oddEncoded
	oddLongBoundary
	oddParameters
	oddBatch
	oddBase
	numOdd = iota
)

// oddities say what is odd and, of what goes beyond one of the Limits, which.
var oddities = [numOdd]struct{ text, limit string }{
	{"a line in a header that is no field", ""},
	{"no blank line behind a header", ""},
	{"a second, different field", ""},
	{"a multipart without the boundary it declares", ""},
	{"a multipart that is not closed", ""},
	{"unknown character set", ""},
	{"a text that is not in its character set", ""},
	{"unknown transfer encoding", ""},
	{"uuencoded data, not decoded", ""},
	{"bad quoted-printable", ""},
	{"bad base64", ""},
	{"parts nested too deep, read as text", "Depth"},
	{"too many parts, read as text", "Parts"},
	{"a field too long to be held, not decoded", "Header"},
	{"a field too long to be decoded", "Field"},
	{"an encoded word too long to be decoded", "Word"},
	{"a paragraph too long to be put together whole", "Paragraph"},
	{"a tag too long, read as text", "Tag"},
	{"encoded messages nested too deep, read as text", "Encoded"},
	{"a boundary too long, its parts read as text", ""},
	{"too many parameters, the last ones not looked at", ""},
	{"a wrong count in a news batch", ""},
	{"a base URL too long for so many references, not all of them resolved", ""},
}

// NotInCharset returns the text of a Note about a text that is not in the character set
// with that name.
func NotInCharset(name string) string {
	return oddities[bits.TrailingZeros32(uint32(oddLabel))].text + " " + quotedName(name)
}

// quotedName returns a name as notes print it: quoted, and cut to maxName bytes.
func quotedName(name string) string { return strconv.Quote(name[:min(len(name), maxName)]) }

// note remembers that something is odd about the message.
func (r *Reader) note(o odd) { r.root().odd |= o }

// noteName does so, of something that the message gives a name that means
// nothing. The first one is told.
func (r *Reader) noteName(o odd, name string) {
	root := r.root()
	if root.odd&o == 0 {
		root.names[bits.TrailingZeros32(uint32(o))] = name
	}
	root.odd |= o
}

// root returns the reader that reads the file.
func (r *Reader) root() *Reader {
	for r.parent != nil {
		r = r.parent
	}
	return r
}

// tell passes on what was odd about the message that has ended.
func (r *Reader) tell() {
	if r.odd == 0 || r.opts.Note == nil || r.parent != nil {
		r.odd = 0
		return
	}
	var list, beyond []string
	for i, o := range oddities {
		if r.odd&(1<<i) == 0 {
			continue
		}
		if name := r.names[i]; name != "" {
			o.text += " " + quotedName(name)
		}
		list = append(list, o.text)
		if o.limit != "" {
			beyond = append(beyond, o.limit)
		}
	}
	r.opts.Note(Note{Index: r.index, Offset: r.begins, Text: strings.Join(list, "; "), Beyond: beyond})
	r.odd, r.names = 0, [len(oddities)]string{}
}

// maxName bounds a name that is told.
const maxName = 64
