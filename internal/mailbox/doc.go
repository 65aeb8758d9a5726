// Package mailbox reads mail and news: mailboxes of all kinds and single messages. It also
// reads HTML, and the documents of package document. It returns the decoded text of every
// header field and every part. For each byte of the text it knows which bytes of the input
// the byte was decoded from.
//
// # Terms
//
// A mailbox is a file of messages, one after the other. A [Format] says how the
// messages are separated. A message has a header, which consists of fields, and a body.
// A part of a multipart body has a header and a body too. Messages and parts are
// entities, the term of RFC 2045 for anything with a header and a body. The preamble is
// before the first part, the epilogue after the last. A [Segment] is a piece of decoded
// text that a reader sees as one unit: a header field, the text of a body, an attribute
// of an HTML element. The position is the offset of the first byte of the input that
// has not been consumed.
//
// # Flow
//
// A [Reader] is used like a tar.Reader: Next advances to the next segment, Read returns
// its text. Whole returns the text without a copy, as most texts are in memory as a whole.
// [Detect] finds the format of an input (detect.go).
//
// The Reader is a state machine (reader.go). The comment in Next lists its states; the
// methods that follow Next are the transitions. The Reader consists of these types.
// Each uses only types listed above it:
//
//	notes       the defects of a message (notes.go)
//	input       a window over the raw bytes (input.go)
//	lines       the lines of the input, which it consumes (lines.go)
//	separators  which lines separate messages (separator.go)
//	nesting     the multiparts and messages that enclose the position, each a frame,
//	            and their boundaries (frame.go)
//	divider     separators and nesting: where a body ends, and which lines precede its
//	            end (divider.go)
//	headReader  the header of an entity (header.go): its fields, held in blocks
//	            (block.go), and their declarations (entity.go, cache.go), including
//	            repeated ones (duplicate.go)
//	stream      decodes transfer encoding, character set, format=flowed and HTML, one
//	            after the other (stream.go), each with its map of offsets (stages.go)
//	body        the lines up to a delimiter, decoded by a stream (body.go)
//	surrounding the text around uuencoded data, which is read like an attachment (data.go)
//	segment     the Segment that Next has returned: the text of a body, or the text up
//	            to the next segment of the same body (segment.go)
//	messages    how many messages have begun, and where to stop (messages.go, range.go)
//	document    the document that a body consists of, and its part that is read (document.go,
//	            documenthead.go)
//
// Lines go from divider to body or headReader. Text goes from the stream to Read: see
// body.pump. The text of a link in HTML waits for the label of the link: see body.await.
// The lines of HTML that a browser shows go around the segments, through a queue
// (rendered.go). The decoders of a body are chosen before its first line is consumed
// (decode.go). Places go the other way (place.go): they map a byte of the text to the
// bytes of the input that it was decoded from.
//
// The Reader works in one pass, line by line, and reads nothing twice. Lines are
// pulled, not pushed, so nothing is read before it is needed. A message that is encoded
// within another message is read by a Reader too, whose input is the outer body. Ranges
// of an Mbox can be read independently of each other (range.go).
//
// A document is the exception: its body is stored before the first part is read. Each part
// is the input of another Reader, which reads it as the body of a part of mail, as HTML, as
// mail, or as a document in turn. An anchor maps its places to the stream of the document
// that the part is from.
//
// # Nothing is lost
//
// No input is an error. Every raw byte belongs to a header, a body, a preamble, an
// epilogue or a separator. All but the separators are returned as text. Text in an
// unexpected place, such as a footer after base64, is returned undecoded. The Reader
// may misjudge which of these a line belongs to, and so how the line is decoded, but
// never whether it is read. The exception is an attachment that holds no text. It is
// skipped unless Options.AllParts is set; a line in it that is not base64 is still
// returned. Of a document, its texts and links are returned.
//
// # Limits
//
// See [Limits]. Input beyond a limit is read as plain text and noted.
//
// The package is internal because its API may still grow. Package extract gives access
// to it.
package mailbox
