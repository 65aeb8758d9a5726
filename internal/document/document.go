package document

import "io"

// A Reader reads one document. It is not safe for concurrent use.
type Reader interface {
	// Next advances to the next part. The part, and its Content, are valid until the next
	// call. At the end of the document the error is io.EOF. Any other error is a failure of
	// the Store; what is wrong with the document is noted in the Env.
	Next() (*Part, error)
}

// A Kind is the kind of a Part.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota // running text in UTF-8; lines end in LF
	Target             // one URL reference in UTF-8: the target of a link
	File               // a file: see Part.Media
)

// A Part is a piece of a document that is read as one unit.
type Part struct {
	Kind  Kind
	Place Place

	// Range is the place in the document of the stream that the part was read from. Exact
	// says that Content is the bytes in Range: then a URL has its own offsets.
	Range Range
	Exact bool

	// Content is the text, the reference or the file. It need not be read to its end.
	Content io.Reader

	// Paragraphs are where paragraphs begin in a Text that has several, in their order: their
	// numbers are those of Place.Paragraph.
	Paragraphs []Paragraph

	// Label is the text that a reader sees for a Target, and LabelCut says that it is longer:
	// see the function Label.
	Label    string
	LabelCut bool

	// Base is the base URL of relative references in a Target or a File; "" if it is not
	// known.
	Base string

	// Media is the media type of a File with its parameters, such as "text/html;
	// charset=utf-8" or "message/rfc822"; "" if its content says what it is. Name is its
	// name, if it has one that a person knows.
	Media string
	Name  string

	// Entity says that a File in the media type message/rfc822 is no message, but an entity
	// of the message that the document is part of (RFC 2045, section 2.4).
	Entity bool

	// Header has the header fields of the message that the part belongs to, such as
	// "Subject: …\r\n", in UTF-8. It is nil if the document is not a message. Parts of one
	// message have the same Header: the same slice.
	Header []byte
}

// A Place says where in a document a part is, for a person. Fields that do not apply are
// zero.
type Place struct {
	Format string // the format in lower case, such as "pdf", "docx", "xls", "msg"
	Member string // the file in a package, or the stream in a compound file: "word/document.xml"
	Page   int    // the number of the page, from 1
	Slide  int    // the number of the slide, from 1
	Cell   string // the sheet and the cell: "Sheet1!B7"
	Object int    // the number of the object of PDF
	Origin string // of PDF: "text" of a page, "annotation", or "object" elsewhere in the file

	// Paragraph is the number of the paragraph in the member, from 1, or 0 where paragraphs are not
	// counted.
	Paragraph int

	// Revision is the number of an earlier revision of PDF, from 1; 0 if the object is in the latest.
	Revision int

	Relation string // what a Target is: "hyperlink", "attachedTemplate", "image", "oleObject", "URI", "Launch"
}

// A Paragraph says that the text of a part is from a paragraph, from an offset on.
type Paragraph struct {
	From   int64
	Number int
}

// A Range is a range of bytes of a document.
type Range struct{ From, To int64 }

// An Env is what a Reader gets besides its document. Its methods may be called at any time
// while the Reader is in use.
type Env struct {
	Budget *Budget

	// Note notes a defect of the document. The detail says what exactly is concerned, in a
	// few words, such as the name of a filter; it may be empty.
	Note func(d Defect, detail string)

	// Memory is called with the number of bytes by which the lists that Readers hold grow, or shrink
	// if it is negative. It may wait until the Readers of other inputs hold less. It may be nil.
	Memory func(n int64)

	// KeepBreaks says that a URL in a page of PDF ends with its line, as with
	// extract.RejoinNone and extract.RejoinWrapped.
	KeepBreaks bool

	// Passwords are those that encrypted documents are tried with. Unlock changes their order.
	Passwords []string

	// AllParts says that earlier revisions of a document are read as well.
	AllParts bool

	// Schemeless says that URLs without a scheme are found, as with extract.Schemeless.
	Schemeless bool

	held int64 // the sum of what Memory was called with
}

// heldStep is the number of elements by which a list grows before Memory is called.
const heldStep = 1 << 14

// Grown is called when a list of the document, which is held in memory, has got its element number n,
// from 1. Each takes size bytes.
func (e *Env) Grown(n int, size int64) {
	if n%heldStep == 0 {
		e.Hold(heldStep * size)
	}
}

// Hold calls Memory.
func (e *Env) Hold(n int64) {
	if e.Memory != nil && n != 0 {
		e.held += n
		e.Memory(n)
	}
}

// Held returns how many bytes of lists are held. Release is called with the number before a document,
// after it.
func (e *Env) Held() int64 { return e.held }

// Release says that the lists are gone, but for those of which Held returned the number of bytes.
func (e *Env) Release(to int64) { e.Hold(to - e.held) }

// An Opener begins to read a document. It returns nil if the document does not have the
// format: then it has noted nothing. It must not panic or fail on any input.
type Opener func(s *Store, env *Env) Reader

// A StreamOpener is an Opener of a format that is read from its beginning to its end, and
// that may be longer than a Store: r returns the document. A Range counts from its first
// byte.
type StreamOpener func(r io.Reader, env *Env) Reader
