// Package internal has no code. Its documentation describes how the packages of this
// repository work together.
//
// # From standard input to the printed URL
//
// The text "see http://a.example/b, or write" comes through a pipe:
//
//  1. cmd/urlgrep/internal/search: a worker gets standard input as an operand, and has it scanned
//     by internal/engine. Package internal/unpack reads its first bytes, finds that it is not
//     compressed, and passes on its bytes unchanged.
//  2. extract, source.go: extract.Scanner.Scan has nothing left to search, and fills its
//     window. The source calls internal/detect to find out what the input is: text.
//  3. extract, window.go: the window discards text that is no longer needed, and appends
//     the bytes.
//  4. internal/trigger, called by find.Finder.Step, makes a bitmap of the window: the colon
//     is marked, as "/" follows it.
//  5. internal/find, ordinary.go: "http" is before the colon, with a space before it, and
//     "//" and a host are after it. The URL ends before the comma, as a space follows that.
//     For colons that need a closer look, package internal/begin decides whether a URL
//     begins, and find/reader.go reads it: its cursor decodes escape sequences with package
//     internal/escape, internal/ends says what to do at each character, and internal/join
//     whether the URL continues in the next line.
//  6. extract, scanner.go, hit.go: an ordinary candidate is valid at the lowest level, and
//     so is a wrapped one, which the finder has validated. For any other candidate, and at
//     another level, Scanner.accept calls parse.Valid.
//  7. internal/engine passes the match to the worker, which calls its selection.Filter to select
//     the URL, and passes it to its sink.Sink.
//  8. The sink for plain lines calls Scanner.URL, which returns the bytes in the window, and
//     copies them to its output.Output. A sink for JSON calls Scanner.Match:
//     extract/annotate.go computes the position, package parse the components, and
//     extract/signs.go the signs of deception.
//  9. The output is written before a read that may block, when a reader may have waited for
//     it for some time, and at the end.
//
// # From an attachment's base64 to the printed URL
//
// A message has a part with "Content-Type: text/plain; charset=iso-8859-1" and
// "Content-Transfer-Encoding: base64":
//
//  1. internal/detect finds that the input is mail. extract/source.go passes the input to
//     a mailbox.Reader.
//  2. internal/mailbox, header.go: the Reader reads the header of the part.
//     prefilter.Marks finds the fields that may contain a URL; the others are not looked
//     at one by one. Package header parses the fields that describe the body, such as
//     Content-Type.
//  3. internal/mailbox, decode.go: these fields and the beginning of the body select the
//     decoders.
//  4. Reader.Next returns the body as a segment. The Scanner empties its window, as no URL
//     continues from one segment to the next.
//  5. internal/mailbox, body.go: body.Read reads lines, up to the delimiter of the next
//     part, which divider.chunk (divider.go) finds.
//  6. internal/mailbox, stream.go: transfer.Base64 decodes the lines, and a
//     charset.Decoder converts the result to UTF-8. Each records in an offset.Map the
//     bytes that a byte was decoded from. If the part were text/html, htmltext.Scanner
//     would be next; if it were a calendar, an escape.Decoder.
//  7. The window holds the decoded text. It is searched as above.
//  8. For the match, extract/annotate.go asks the source for the offsets. Its stages lead
//     back to the input: here there is one, the mailbox.Reader, which follows the maps back
//     to the bytes in base64. The Reader also knows the message, the part and the line.
//  9. The match is printed as above. An attachment that is not text is not decoded: only
//     its lines that are not base64 are searched (prefilter.Line).
//
// # From a PDF file to the printed URL
//
// The command sets extract.Options.Documents to the readers in package extract/documents.
//
//  1. internal/detect finds that the input is a document, by the table in format.go. Documents
//     has the reader of its format; otherwise the input is scanned as if its format were not
//     known, and a Note names the package. A zip file that is a document comes from
//     internal/unpack as it is, and not as its members.
//  2. internal/mailbox, document.go: the Reader gives the input to a document.Store, which reads
//     the file without copying it. The formats.Set in the options opens a document.Reader. For an
//     attachment, the Store holds a copy of the bytes that the base64 of the body encodes.
//  3. internal/document/pdf returns parts: the text of a page, the target of a link, an
//     attached file. Each has a place, such as the number of the page.
//  4. A child of the Reader reads each part as a body: text as it is, the target of a link as
//     a reference, an attached file by its media type and its first bytes.
//  5. The window holds the text, which is searched as above. For a match, the Reader maps the
//     offsets to the stream of the document that the text is from, and that to the input.
//
// # Layers
//
// No package imports one that is in a line above its own:
//
//	cmd/urlgrep              the command, with its own packages: see cmd/urlgrep/internal/doc.go
//	internal/record          a match for printing, field by field
//	internal/engine          scans an input: unpacks it, recognizes it, finds the URLs in it
//	internal/jsonenc         writes JSON
//	internal/listing         what the entries of a directory are
//	extract, wrapper         the API: scans an input, finds and writes wrappers
//	internal/find            finds URLs in a window of a text
//	internal/mailbox         the texts of mail, HTML and documents
//	extract/documents        the readers of documents, which programs import
//	internal/document/compound, document/zipdoc      documents in compound files, in zip files
//	internal/document/packed                         compressed data and tar files
//	internal/unpack          unpacks an input
//	internal/document/formats                        a set of readers, by format
//	internal/document/outlook, document/tnef, document/legacy
//	internal/document/officecrypt                    the encryption of Office
//	internal/document/ooxml, document/opendocument, document/epub
//	internal/document/pdf, document/warc
//	internal/document/mapi                           the properties of Outlook
//	internal/document/rtf
//	internal/document/pdf/pdftext                    the texts of pages
//	internal/document/pdf/object                     the objects of a PDF file
//	internal/document/members                        reads the members of a document in a zip file
//	internal/document/cfb, document/zipfile          the containers
//	internal/document/richtext, document/markup      paragraphs and links, XML
//	internal/document/link, document/lzfu            fields and monikers, compressed RTF
//	internal/document/changes                        tracked changes
//	internal/document/wide                           UTF-16
//	internal/detect          the format and the packing of an input
//	internal/document/cms                            signed mail
//	internal/document                                what the readers of documents have in common
//	internal/htmltext, prefilter, defang, deception
//	internal/urlkey          keys by which URLs count as one
//	unwrap                   where a rewritten URL leads
//	parse                    the components of a URL
//	internal/join            whether a URL continues after white space
//	internal/begin           where a URL begins
//	internal/ends            the characters that end a URL
//	internal/header, transfer, flowed, escape, charset, trigger, hosts, reference
//	internal/atomicfile      replaces files as a whole
//	internal/scheme, suffix, chars, percent, ascii, offset, span, sealed, longpath, verdict
//
// TestLayers checks this list.
package internal
