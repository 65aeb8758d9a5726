// Package internal has no code. It describes how the packages of this repository work
// together.
//
// # From standard input to the printed URL
//
// The text "see http://a.example/b, or write" comes through a pipe:
//
//  1. cmd/urlgrep/internal/search: a worker is given standard input as an operand. Package
//     internal/unpack reads its first bytes, finds that it is not compressed, and gives
//     its bytes as they are.
//  2. extract, source.go: extract.Scanner.Scan has nothing left to search, and fills its
//     window. The source asks internal/detect what the input is: text.
//  3. extract, window.go: the bytes are appended to the window. What is not needed any more
//     was forgotten before.
//  4. internal/trigger, called by find.Finder.Step, makes a bitmap of the window: the colon
//     is marked, as "/" follows it.
//  5. internal/find, ordinary.go: "http" is before the colon, with a space before it, and
//     "//" and a host are after it. The URL ends before the comma, as a space follows that.
//     About colons that need a closer look colon.go, bare.go and internal/wrapper decide.
//  6. extract, scanner.go: an ordinary candidate is known to be valid at the lowest level. Of
//     any other, and at another level, Scanner.accept asks parse.Valid.
//  7. cmd/urlgrep/internal/search: the worker asks its selection.Filter whether the URL is
//     wanted, and gives it to its sink.Sink.
//  8. The sink for plain lines asks for Scanner.URL, the bytes in the window, and copies them
//     to its output.Output. A sink for JSON asks for Scanner.Match: then
//     extract/annotate.go says where it was, and package parse what its parts are.
//  9. The output is written before a read that may have to wait, and at the end.
//
// # From an attachment's base64 to the printed URL
//
// A message has a part with "Content-Type: text/plain; charset=iso-8859-1" and
// "Content-Transfer-Encoding: base64":
//
//  1. internal/detect says that the input is mail. extract/source.go gives the rest to a
//     mailbox.Reader.
//  2. internal/mailbox, header.go: the header of the part is read. prefilter.Marks finds which
//     of its fields may have a URL; the others are not looked at one by one. Package header
//     reads what Content-Type and its like declare of the body.
//  3. internal/mailbox, decode.go: the decoders are set, by that and by how the body begins.
//  4. Reader.Next returns the body as a segment. The Scanner empties its window: no URL goes
//     from one segment to the next.
//  5. internal/mailbox, body.go: body.Read consumes lines, up to where divider.chunk (divider.go)
//     finds the delimiter of the next part.
//  6. internal/mailbox, stream.go: transfer.Base64 decodes them, a charset.Decoder makes UTF-8 of
//     the result, and each notes in an offset.Map which bytes became which. If the part
//     were text/html, htmltext.Scanner would be next.
//  7. The decoded text is what the window holds. It is searched as above.
//  8. For the match, extract/annotate.go asks the mailbox.Reader for the offsets: the maps are
//     followed back to the bytes in base64. The message, the part and the line come with them.
//  9. It is printed as above. An attachment that holds no text is not decoded: only its lines
//     that are not base64 are searched (prefilter.Line).
//
// # Layers
//
// No package imports one that is in a line above its own:
//
//	cmd/urlgrep              the command, with packages of its own
//	extract, wrapper         the API: scans an input, finds wrappers in memory
//	internal/find            finds URLs in a window of a text
//	internal/detect, unpack  what an input is, and how it is packed
//	internal/mailbox         the texts of mail and HTML
//	internal/htmltext, prefilter, defang
//	parse                    what the parts of a URL are
//	internal/wrapper         what is between brackets
//	internal/header, transfer, flowed, charset, trigger, hosts
//	internal/scheme, suffix, chars, ascii, offset, span
//
// TestLayers checks this list.
package internal
