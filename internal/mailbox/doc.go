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
// gives its text.
//
//	input      a window over the raw bytes, which knows lines (input.go)
//	detect     which Format it is (detect.go)
//	separator  which "From " lines divide messages (separator.go)
//	header     the fields of an entity (header.go), and what they declare (entity.go),
//	           also if they say it twice (twice.go)
//	frames     the multiparts and messages about the place (frame.go)
//	body       the lines up to the next delimiter (body.go)
//	stream     transfer encoding, character set, format=flowed and HTML undone,
//	           one behind the other, each with its map of offsets (stream.go)
//	place      where in the input a byte of a text came from (place.go)
//
// Everything is done in one pass, line by line; nothing is read again. The lines
// are pulled, not pushed: so nothing is read before someone wants it, and what
// reads a message that is encoded within another is a Reader too, which pulls
// what the outer one decodes. An Mbox may be read in ranges, apart from each other
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
// it that is none of its encoding is text again.
//
// # Limits
//
// See [Limits]. What is beyond a limit is read as plain text and noted.
//
// The package is internal, as its face may still grow; package extract is the door
// to it.
package mailbox
