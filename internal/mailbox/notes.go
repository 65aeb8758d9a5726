package mailbox

import (
	"math/bits"
	"strconv"
	"strings"
)

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
	{"a header line that is not a field", ""},
	{"no blank line after a header", ""},
	{"a field repeated with a different value", ""},
	{"a multipart without the boundary that it declares", ""},
	{"a multipart that is not closed", ""},
	{"unknown character set", ""},
	{"text that is not valid in its character set", ""},
	{"unknown transfer encoding", ""},
	{"uuencoded data, not decoded", ""},
	{"malformed quoted-printable", ""},
	{"malformed base64", ""},
	{"parts nested too deeply, read as text", "Depth"},
	{"too many parts, read as text", "Parts"},
	{"a header field too long to be held, not decoded", "Header"},
	{"a header field too long to be decoded", "Field"},
	{"an encoded word too long to be decoded", "Word"},
	{"a flowed paragraph too long to be joined completely", "Paragraph"},
	{"an HTML tag too long, read as text", "Tag"},
	{"encoded messages nested too deeply, read as text", "Encoded"},
	{"a boundary too long, its parts read as text", ""},
	{"too many parameters, the last ones ignored", ""},
	{"a wrong count in a news batch", ""},
	{"a base URL too long, some relative references not resolved", ""},
}

// NotInCharset returns the text of a Note about a text that is not in the character set
// with that name.
func NotInCharset(name string) string {
	return oddities[bits.TrailingZeros32(uint32(oddLabel))].text + " " + quotedName(name)
}

// quotedName returns a name as notes print it: quoted, and cut to maxName bytes.
func quotedName(name string) string { return strconv.Quote(name[:min(len(name), maxName)]) }

// shared is what the Reader of an input and those of the messages decoded in it have in
// common.
type shared struct {
	notes
	serial     int64 // of the message that began last; it only grows, also from input to input
	passed     int64 // attachments that hold no text, in the input
	unresolved int64 // references in the input that no base was put before, though there is one
}

// reset makes s ready for another input.
func (s *shared) reset() { *s = shared{serial: s.serial} }

// notes are what is odd about the message of the mailbox that is being read, with all
// messages within it.
type notes struct {
	odd   odd
	names [len(oddities)]string // the first name noted for each bit of odd; "" if it has none
}

// note notes that something is odd.
func (n *notes) note(o odd) { n.odd |= o }

// noteName notes that something is odd about a name that the message gives. The first
// name is kept.
func (n *notes) noteName(o odd, name string) {
	if n.odd&o == 0 {
		n.names[bits.TrailingZeros32(uint32(o))] = name
	}
	n.odd |= o
}

// report passes what has been noted, if anything, to f, which may be nil, in a Note with
// that index and offset. Then nothing is noted.
func (n *notes) report(f func(Note), index int, offset int64) {
	if n.odd == 0 {
		return
	}
	if f != nil {
		text, beyond := n.text()
		f(Note{Index: index, Offset: offset, Text: text, Beyond: beyond})
	}
	*n = notes{}
}

// text returns what has been noted, and the fields of Limits that the message went beyond.
func (n *notes) text() (text string, beyond []string) {
	var list []string
	for i, o := range oddities {
		if n.odd&(1<<i) == 0 {
			continue
		}
		if name := n.names[i]; name != "" {
			o.text += " " + quotedName(name)
		}
		list = append(list, o.text)
		if o.limit != "" {
			beyond = append(beyond, o.limit)
		}
	}
	return strings.Join(list, "; "), beyond
}

// maxName bounds a name in a note.
const maxName = 64
