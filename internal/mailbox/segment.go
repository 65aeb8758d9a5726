package mailbox

import "github.com/urlgrep/urlgrep/internal/htmltext"

// Kind is what a segment is.
type Kind uint8

// The kinds.
const (
	Field     Kind = iota // a header field, with its name
	Body                  // the text of a body, or of a preamble or an epilogue
	Reference             // the value of an attribute or of a CSS url(): one URL reference
	Code                  // a script or a style sheet in HTML
)

// A Segment is a stretch of text that is one piece to a reader. It is valid
// until the next call of Next.
type Segment struct {
	Kind Kind
	Info *Info  // the message it is in, the innermost one; nil of HTML
	Part string // the number of its part, "" of what is outside the parts
	Name []byte // of a header field; nil of a line that is none

	// Plain says that the text is the input, byte for byte; it begins in line
	// Line, and the caller counts lines.
	Plain bool
	Line  int64

	Depth int    // of blockquotes
	Base  string // what references are relative to; "" if that is not known
}

// A segment is the Segment that has been given last, or is given next. Several may be of one
// body, one after the other, which have Info, Part and Line in common.
type segment struct {
	Segment
	given bool   // Next has returned it
	at    int64  // its offset in the text of the body
	base  string // what references in the body are relative to, unless the body says otherwise
	bases bases
}

// cut makes s the segment that begins at a cut.
func (s *segment) cut(c *htmltext.Cut) {
	s.at = c.At
	s.Kind = [...]Kind{htmltext.Text: Body, htmltext.Attribute: Reference, htmltext.Code: Code}[c.Kind]
	s.Depth = c.Depth
	s.Base = s.base
	if c.Base != "" {
		s.Base = c.Base
	}
}

// bases bound what references of a body repeat: with a base of 4 KiB, those in a list of
// sources would make 2000 times as many bytes as they have.
type bases struct {
	from     int64 // where the body begins in the input
	repeated int64 // bytes of bases that were put before its references
}

const (
	maxBase      = 4 << 10  // bytes of a base URL
	baseRoom     = 16 << 10 // bytes of bases put before references in any document
	basePerInput = 16       // and for each byte of the document before the reference
)

// allow reports whether a base of that length may be put before a reference at an offset of
// the input, and counts it then.
func (b *bases) allow(length, at int64) bool {
	if length > maxBase || b.repeated+length > baseRoom+basePerInput*(at-b.from) {
		return false
	}
	b.repeated += length
	return true
}
