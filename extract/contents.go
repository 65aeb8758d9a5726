package extract

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// The contents of an input are its texts, one after the other: those of mail, or the whole input.
type contents interface {
	// next advances to the next text and returns its segment. The error is io.EOF after the last
	// one.
	next() (*mailbox.Segment, error)

	// read reads some of the text. It returns io.EOF before the first one, too.
	read(p []byte) (int, error)

	// folded reports whether a line break was removed from the text between two offsets, by
	// unfolding a header field or in a text in format=flowed.
	folded(from, to int64) bool

	// quoteDepth returns the quote depth of the line that contains an offset of the text. If ok is
	// false, the quote marks in the text show the depth.
	quoteDepth(at int64) (depth int, ok bool)

	// isCut reports whether the end of the text is missing.
	isCut() bool

	// consumed returns the offset, in the input or its decoded text, before which everything has
	// been read between two texts. at is that offset if the input is one text.
	consumed(at int64) int64

	// count adds the counts of mail to c.
	count(c *Counts)
}

// oneText is the text of an input that is one text, as r returns it.
type oneText struct{ r io.Reader }

// whole is the segment of such a text.
var whole = mailbox.Segment{Kind: mailbox.Body, Plain: true, Line: 1}

// wholeXML is the segment of one that is XML, wholeCSV of one that is CSV.
var (
	wholeXML = mailbox.Segment{Kind: mailbox.Body, Plain: true, Line: 1, XML: true}
	wholeCSV = mailbox.Segment{Kind: mailbox.Body, Plain: true, Line: 1, CSV: true}
)

func (t oneText) next() (*mailbox.Segment, error)      { return nil, io.EOF }
func (t oneText) read(p []byte) (int, error)           { return t.r.Read(p) }
func (t oneText) folded(from, to int64) bool           { return false }
func (t oneText) quoteDepth(at int64) (d int, ok bool) { return 0, false }
func (t oneText) isCut() bool                          { return false }
func (t oneText) consumed(at int64) int64              { return at }
func (t oneText) count(*Counts)                        {}
