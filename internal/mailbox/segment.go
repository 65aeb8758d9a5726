package mailbox

import "github.com/urlgrep/urlgrep/internal/htmltext"

// A Kind is the kind of a Segment.
type Kind uint8

// The kinds.
const (
	Field     Kind = iota // a header field, with its name
	Body                  // the text of a body, or of a preamble or an epilogue
	Reference             // the value of an attribute or of a CSS url(): one URL reference
	Code                  // a script or a style sheet in HTML
)

// A Segment is a piece of text that a reader sees as one unit. It is valid until the
// next call of Next.
type Segment struct {
	Kind Kind
	Info *Info  // the innermost message that contains it; nil in HTML
	Part string // number of the part that contains it; "" outside of all parts
	Name []byte // name of the header field; nil for a line that is not a field

	// Line is the number of the line that the text begins in. Plain says that the text
	// equals the input, byte for byte, so that the caller can count lines.
	Plain bool
	Line  int64

	XML      bool              // the notation of the text is that of XML
	CSV      bool              // the text has fields between commas
	Depth    int               // number of enclosing blockquotes
	Base     string            // the base URL of references; "" if it is not known
	Document *Document         // the document that it is part of; nil if it is not part of one
	Element  *htmltext.Element // the element and the attribute of HTML that the text is from; nil for other text
}

// A segment is the Segment that Next returned last, or returns next. The segments of
// one body have Info, Part and Line in common.
type segment struct {
	Segment
	returned bool   // Next has returned it
	at       int64  // offset in the text of the body
	base     string // the base URL of references in the body, unless the body declares another
	bases    bases
	folds    []int64 // of a header field: see header.Decoder.Folds
}

// cut makes s the segment that begins at c.
func (s *segment) cut(c *htmltext.Cut) {
	s.at = c.At
	s.Kind = [...]Kind{htmltext.Text: Body, htmltext.Attribute: Reference, htmltext.Code: Code}[c.Kind]
	s.Depth = c.Depth
	s.Element = c.Element
	s.Base = s.base
	if c.Base != "" {
		s.Base = c.Base
	}
}

// bases bounds the bytes of bases that resolved references of a body repeat. Without a
// bound, a base of 4 KiB would make the references in a list of sources 2000 times as
// long.
type bases struct {
	from     int64 // offset of the body in the input
	repeated int64 // bytes of bases prepended to references so far
}

const (
	MaxBase      = 4 << 10  // bytes of a base URL
	baseRoom     = 16 << 10 // bytes of bases that any document may repeat
	givenRoom    = 1 << 10  // bytes of Options.Base that any document may repeat: it need not contain that base
	basePerInput = 16       // additional bytes for each byte of the document before the reference
)

// allow reports whether a base of the given length may be prepended to a reference at
// an offset of the input. If so, it counts the base.
func (b *bases) allow(length, at int64) bool {
	if length > MaxBase || b.repeated+length > baseRoom+basePerInput*(at-b.from) {
		return false
	}
	b.repeated += length
	return true
}
