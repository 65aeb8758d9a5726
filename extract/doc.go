// Package extract finds the URLs in a stream of text: mail, news, anything
// that people write. It puts broken ones together again, validates them, and
// says where they stood.
//
// # Terms
//
// A wrapper is a delimiter around a URL in text: RFC 1738, APPENDIX, has
// "<URL:" … ">". A candidate is a stretch of text that may be a URL, with its
// delimiters. A [Match] is a candidate rejoined, validated, with its
// place. To rejoin is to remove what a line break put into a URL: white space,
// quote marks, comment leaders. The kind of a match is how it was delimited in the
// text; its level of validity is one of those of package parse.
//
// An input is one text, or many: the header fields and the parts of the messages
// in a mailbox are texts of their own, and no URL goes from one to the next.
//
// # Flow
//
// A [Scanner] reads from an [io.Reader], in four layers, none of which uses the ones after
// it:
//
//   - The source (source.go) gives the text. Package internal/detect says what the input is,
//     package internal/mailbox gives the texts of mail and HTML, decoded, and with
//     Options.Refang package internal/defang restores what is defanged in them.
//   - The window (window.go) holds what of a text is needed, and slides over it.
//   - Package internal/find finds candidates in the window. It does no I/O and knows neither
//     of offsets in the input nor of mail.
//   - The annotator (annotate.go) says where in the input a candidate is, and who wrote what
//     is there.
//
// The Scanner (scanner.go) connects them: it judges a candidate with [parse.Valid] at
// Options.Level, and a [Match] is made of what is accepted when the caller asks for it
// (hit.go).
//
// A level judges what was found. It never changes where it begins or ends.
//
// # Where a URL without brackets ends
//
// At white space, controls, a double quote, "<" or ">", at punctuation, quotes
// and brackets outside ASCII, also where they are written as character references
// of HTML. At a bracket without its partner in the URL. At the partner of the
// quote, asterisk, comma or semicolon that is directly before it. Then
// punctuation that ends sentences is taken off. If the URL ends its line in a
// hyphen, the next line may go on with it: see [RejoinHyphen]; whether that hyphen
// is of the URL, [Evidence] from elsewhere in the text may tell.
//
// docs/rules.md has all the rules, with examples and what is known of them.
//
// # Ranges
//
// A large text can be scanned in ranges, by a [TextRange] each, and a large mbox by a
// [MessageRange] each, at the same time and on several machines. What they find is what one
// Scanner would, as is seen from the [State] or [Seam] at both ends of a range. [Seams] finds
// where the messages of an mbox begin. The package itself starts no goroutines.
//
// # Place
//
// Offsets are bytes of the input as it was given, from 0, and name where the
// candidate stood, with its delimiters. So they do where the text was decoded: in
// mail, or from UTF-16 or UTF-32 with a byte order mark, or from Options.Charset
// where that is no 8-bit character set. There they name the encoded bytes that
// the candidate's first and last characters were made of (package
// internal/offset). Bytes that are not UTF-8 are read in Options.Charset each for
// itself, and change no offset.
//
// # Lines
//
// Who shows URLs where they stand sets Options.Line, which is told every [Line] of the
// texts, and marks those URLs in them that he wants: see [Scanner.Mark].
//
// # Replacing
//
// [Replace] copies a text and writes others in the place of its URLs.
//
// # What holds always
//
// Any split of the input into reads gives the same matches. Matches do not
// overlap and come in order. A match is given as soon as it is certain. Memory
// is bounded by the limits (a window of about twice Options.MaxURL, and of 512
// bytes for each of Options.MaxLines, if some wrapper fills it; 64 KiB else);
// time is linear in the input, whatever it is.
package extract
