package mailbox

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
)

// A Note describes the defects of a message.
type Note struct {
	Index  int   // number of the message, from 1
	Offset int64 // offset of its beginning
	Text   string
	Beyond []string // names of the fields of Limits that it exceeded

	Incomplete bool // the input is a document that was not read completely, or NotStored, or not all passwords were tried
	NotStored  bool // a temporary file for a document failed
	Locked     bool // none of Passwords opens a document
}

// defects is a set of defects of a message.
type defects uint64

const (
	defectHeader defects = 1 << iota
	defectBody
	defectRepeated
	defectBoundary
	defectUnclosed
	defectCharset
	defectLabel
	defectEncoding
	defectUuencoded
	defectData
	defectQuotedPrintable
	defectBase64
	defectDepth
	defectParts
	defectLongHeader
	defectLongField
	defectWord
	defectParagraph
	defectTag
	defectEncoded
	defectLongBoundary
	defectParameters
	defectBatch
	defectBase
	defectSelected
	defectDocument // defectDocument<<d is the document.Defect d

	numOwnDefects = iota - 1
	numDefects    = numOwnDefects + int(document.NumDefects)
)

// defectTexts has, for each defect, its description and the field of Limits that it
// exceeds, if any.
var defectTexts = func() (all [numDefects]defectText) {
	copy(all[:], ownDefectTexts[:])
	for d, text := range document.Texts {
		all[numOwnDefects+d].text = text
	}
	return all
}()

type defectText struct{ text, limit string }

var ownDefectTexts = [numOwnDefects]defectText{
	{"a header line that is not a field", ""},
	{"no blank line after a header", ""},
	{"a field repeated with a different value", ""},
	{"a multipart without the boundary that it declares", ""},
	{"a multipart that is not closed", ""},
	{"unknown character set", ""},
	{"text that is not valid in its character set", ""},
	{"unknown transfer encoding", ""},
	{"uuencoded data, not decoded", ""},
	{"damaged uuencode or yEnc", ""},
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
	{"a header too long, the message selected by the beginning of it", "Header"},
}

// NotInCharset returns the text of a Note about text that is not valid in the named
// character set.
func NotInCharset(name string) string {
	return defectTexts[bits.TrailingZeros64(uint64(defectLabel))].text + " " + quotedName(name)
}

// Unread returns the Note about an input in the format f, a document that is not read.
func Unread(f detect.Format) Note {
	var n notes
	var of Note
	n.noteDocument(document.Unread, f.String())
	n.report(func(note Note) { of = note }, 0, 0)
	return of
}

// quotedName returns a name as notes print it: quoted, and cut to maxName bytes.
func quotedName(name string) string { return strconv.Quote(name[:min(len(name), maxName)]) }

// shared is the state that a Reader and its children have in common.
type shared struct {
	notes
	serial     int64 // Serial of the last message that has begun; it never decreases, even if the input changes
	passed     int64 // number of attachments of the input that hold no text
	unresolved int64 // number of references of the input that have a base but were not resolved

	selected   int // number of messages of the input that are selected, or have a selected one within them
	selectedIn int // Index of the last of them

	bodies   int64 // number of bodies that have begun
	rendered lineQueue

	documents  document.Env // of all documents of the input
	attachedAt int64        // the offset in the input of the last one that is not within another one
	current    currentDocument
}

// reset prepares s for another input.
func (s *shared) reset() { *s = shared{serial: s.serial} }

// notes are the defects of the current message of the mailbox, including those of the
// messages nested in it.
type notes struct {
	defects defects
	names   [numDefects]string // the first name noted for each defect; "" if it has none
	locked  int                // encrypted documents, and files in them, that were noted
}

// note notes a defect.
func (n *notes) note(d defects) { n.defects |= d }

// noteName notes a defect in connection with a name that the message uses. The first
// name is kept.
func (n *notes) noteName(d defects, name string) {
	if n.defects&d == 0 {
		n.names[bits.TrailingZeros64(uint64(d))] = name
	}
	n.defects |= d
}

// report passes the noted defects, if any, to f in a Note with the given index and
// offset, and clears them. The index 0 is that of a document which is the input. f may be
// nil.
func (n *notes) report(f func(Note), index int, offset int64) {
	if n.defects == 0 {
		return
	}
	if f != nil {
		text, beyond := n.text()
		notStored := n.defects&(defectDocument<<document.NotStored) != 0
		untried := n.defects&(defectDocument<<document.Untried) != 0
		incomplete := index == 0 && n.defects >= defectDocument<<(document.Repaired+1) || notStored || untried
		locked := n.defects&(defectDocument<<document.Locked) != 0
		f(Note{Index: index, Offset: offset, Text: text, Beyond: beyond, Incomplete: incomplete, NotStored: notStored, Locked: locked})
	}
	*n = notes{}
}

// text returns the descriptions of the noted defects and the exceeded fields of Limits.
func (n *notes) text() (text string, beyond []string) {
	var list []string
	for i, o := range defectTexts {
		if n.defects&(1<<i) == 0 {
			continue
		}
		switch name := n.names[i]; {
		case name == "":
		case i >= numOwnDefects:
			o.text += " (" + strings.Trim(strconv.Quote(name[:min(len(name), maxDetail)]), `"`) // a description, or the name of a file
			if 1<<i == defectDocument<<document.Locked && n.locked > 1 {
				o.text += fmt.Sprintf(", and %d more", n.locked-1)
			}
			o.text += ")"
		default:
			o.text += " " + quotedName(name)
		}
		list = append(list, o.text)
		if o.limit != "" && !slices.Contains(beyond, o.limit) {
			beyond = append(beyond, o.limit)
		}
	}
	return strings.Join(list, "; "), beyond
}

// maxName is the maximum length of a name in a note, in bytes, and maxDetail that of a description of the defect
// of a document.
const maxName, maxDetail = 64, 256
