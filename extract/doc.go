// Package extract finds the URLs in text, mail, HTML and documents. It rejoins URLs that are
// broken over lines, validates them, and reports where they are.
//
// # What to use
//
// [Text] finds the URLs in a string, such as a comment or a cell of a table:
//
//	for m, err := range extract.Text("see http://a.example/b, or write", nil) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(m.URL, m.Offset)
//	}
//
// A [Scanner] finds those in a stream, such as a file, a mailbox or a connection: see
// [NewScanner] and [Scanner.All]. It recognizes mail, HTML and other formats by their first
// bytes, unless [Options].Input is set. [Bytes] does the same for a file in memory.
//
// [Replace] copies a text and replaces its URLs. [Scanner.Pieces] divides a text into its URLs
// and the text between them, to make links of URLs, for example.
//
// A [Match] has the URL and its place. [Match.Parse] returns the components of the URL,
// [Match.Host] its host, and [Match.Href] a link for a match of any [Kind]. The URL comes from
// the text, and may do harm: see Match.Href and Options.Signs.
//
// The zero [Options], and nil, select what most programs want. A Scanner belongs to one
// goroutine at a time. Several Scanners may share Options, unless Options.Signs is set; they may
// call the functions in them, such as Options.Note, at the same time.
//
// # Terms
//
//   - An input is the stream that is read. It is one text, or many: the header fields
//     and the parts of the messages in a mailbox are separate texts, and no URL extends
//     over two texts.
//   - A wrapper is a delimiter around a URL in text: RFC 1738, APPENDIX, has "<URL:" … ">".
//   - A candidate is a part of a text that may be a URL, with its delimiters.
//   - To rejoin a URL is to remove the text that a line break put into it: white space,
//     quote marks, comment leaders.
//   - A [Match] is a candidate that was rejoined and validated, with its place.
//   - The [Kind] of a match is how the text delimits it. Its level is the [parse.Level] at
//     which it was validated. The level decides whether a candidate is accepted, and never
//     where it begins or ends.
//
// # Where a URL without brackets ends
//
// A URL without brackets ends before white space, control characters, a double quote, a
// backquote, "<" or ">", and before punctuation, quotes and brackets outside ASCII, also
// if they are written as character references of HTML or as escape sequences. It ends
// before a bracket whose partner is not in the URL, and before the partner of a quote,
// asterisk, comma or semicolon that directly precedes the URL. Then punctuation that ends
// sentences is trimmed. If the URL ends its line in a hyphen, or ends a string literal,
// it may continue in the next line: see [RejoinHyphen]. [Evidence] from elsewhere in the
// text may show whether that hyphen belongs to the URL.
//
// docs/rules.md has all rules, with examples and the evidence for them.
//
// # Place
//
// Offsets are bytes of the original input, from 0. They enclose the candidate with its
// delimiters. If the text was decoded, they enclose the encoded bytes of the first and
// the last character of the candidate. Decoded texts are those
// of mail, HTML and other formats that encode text, such as calendars, of UTF-16 or
// UTF-32 with a byte order mark, and of Options.Charset if that is not an 8-bit character
// set. Other bytes that are not UTF-8 are decoded one by one, in Options.Charset, and
// change no offset.
//
// A [Document], such as a PDF file, may be the input, an attachment, or within another
// document. Match.Document has the place in it. The offsets are those of the stream that the
// text is from.
//
// # Lines
//
// A program that shows URLs in their lines sets Options.Line. The Scanner calls it for
// every [Line] of the texts. Line.URLs are the places of the URLs for which the program
// called [Scanner.Mark]. The lines of HTML are those that a browser shows.
//
// # Links
//
// The [Element] of a match in HTML has the text that a reader sees for a link. With
// Options.Signs, Match.Signs says what deceives in the URL or in that text. Package unwrap finds where a rewritten URL leads.
//
// # Guarantees
//
// The matches do not depend on how the reader divides the input into reads. They do not
// overlap, and are returned in order, each as soon as it is certain; those in a document are
// in the order of its parts, and their places may be the same. Memory is bounded by the
// limits: the window takes 64 KiB, or, if a wrapper fills it, about twice Options.MaxURL and
// 512 bytes for each of Options.MaxLines; a document takes 8 MiB, and a temporary file if it
// is larger and cannot be read at any offset. Time is linear in the length of any input.
//
// # Ranges
//
// Range, Survey, Surveyor and Checkpoint will move to another package before v1.0.0.
//
// A range is a part of an input between two offsets. A large text or mbox can be scanned in
// ranges, each by a [Range], at the same time and on several machines:
//
//   - A [Surveyor] makes a [Survey] of each range. The sum of the Surveys of all ranges before
//     a range gives a guess from where, and in which state, to scan the range.
//   - The Range has a [Checkpoint] at both ends, which is exact. If each range begins in the
//     Checkpoint in which the range before it ends, the ranges have the matches of one
//     Scanner. A range that does not is scanned again, from that Checkpoint.
//
// Inputs other than texts and mboxes cannot be divided, nor can those that are decoded as a
// whole: see [ErrIndivisible]. The package itself starts no goroutines.
package extract
