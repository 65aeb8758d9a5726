// Package mailbox reads mail and news: mailboxes of all kinds, single messages,
// HTML. It gives the text of every header field and every part, decoded, and
// knows for each byte of it which bytes of the input it was made of.
//
// # Terms
//
// A mailbox is a file of messages, one after the other; a [Format] says what
// is between them. A message has a header, of fields, and a body. A part of
// a multipart body has a header and a body of its own; both are entities, as RFC
// 2045 calls what has a header and a body. The preamble is before the first
// part, the epilogue after the last. A [Segment] is a stretch of decoded text
// that is one piece to a reader: a header field, the text of a body, an
// attribute of an HTML element.
//
// # Flow
//
// A [Reader] is used like a tar.Reader: Next goes to the next segment, Read
// gives its text. What an input is, [Detect] says (detect.go).
//
// The Reader is a state machine (reader.go): the comment of Next has its states, and
// the methods after it are what leads from one to another. It consists of these, each of
// which uses only those above it:
//
//	notes       what is odd about a message (notes.go)
//	input       a window over the raw bytes (input.go)
//	lines       the lines of the input, which it consumes (lines.go)
//	separators  which lines divide messages (separator.go)
//	nesting     the multiparts and messages that the place is in, each a frame, and
//	            their boundaries (frame.go)
//	divider     separators and nesting: where a body ends, and what is before that
//	            (divider.go)
//	headReader  the header of an entity (header.go): its fields, of which a block is
//	            held (block.go), and what they declare (entity.go, known.go), also if
//	            they say it twice (twice.go)
//	stream      transfer encoding, character set, format=flowed and HTML undone, one
//	            after the other (stream.go), each with its map of offsets (stages.go)
//	body        the lines up to a delimiter, decoded by a stream (body.go)
//	segment     the Segment that Next has returned: the text of a body, or up to where
//	            another one begins (segment.go)
//	messages    how many there have been, and where to stop (messages.go, range.go)
//
// Lines go from divider to body, or to headReader, and text from the stream to Read: see
// body.pump. What decodes a body is set before its first line is consumed (decode.go). The
// way back is that of places (place.go): which bytes of the input a byte of the text was
// made of.
//
// Everything is done in one pass, line by line; nothing is read again. The lines
// are pulled, not pushed: so nothing is read before it is needed, and what
// reads a message that is encoded within another is a Reader too, whose input is the
// body of the outer one. An Mbox may be read in ranges, apart from each other
// (range.go).
//
// # Nothing is lost
//
// No input is an error. Every raw byte belongs to a header, a body, a preamble,
// an epilogue, or to what divides them; all but the last comes out as text. Text
// that is where it should not, such as a footer after base64, comes out as
// it is. What may be misjudged is which of them a line belongs to, and so how
// it is decoded: never whether it is read. The exception is an attachment that
// holds no text, which is passed over unless Options.AllParts is set; a line in
// it that is not in its encoding is text again.
//
// # Limits
//
// See [Limits]. What is beyond a limit is read as plain text and noted.
//
// The package is internal, as its API may still grow; package extract gives access
// to it.
package mailbox
