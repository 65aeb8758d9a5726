// Package wrapper finds the URLs between angle brackets in a text, rejoins those that are broken
// over lines, and writes URLs so that they may be broken.
//
// RFC 1738, APPENDIX: "it is convenient to have a separate syntactic wrapper that delimits the
// URL and separates it from the rest of the text […]. For this purpose, is recommended that
// angle brackets ("<" and ">"), along with the prefix "URL:", be used to delimit the boundaries
// of the URL."
//
// A wrapper is "<URL:" … ">", in any letter case, or "<" … ">" if a URL begins after the "<"
// (RFC 3986, Appendix C). [All] finds the wrappers in a text in memory, and [Append] writes one.
// A URL that Append writes is the one that All returns, and that any program returns that reads
// wrappers by RFC 1738.
//
// The URL in a wrapper may be invalid: package parse validates it. Package extract finds wrappers
// and all other URLs, in a stream of any format.
//
// # Reading
//
//   - All white space is dropped: "The whitespace should be ignored when extracting the URL."
//     Without "URL:", white space within a line is dropped only after the scheme's colon and
//     before the ">"; elsewhere it shows that the wrapper is unclosed.
//   - The prefix of a continuation line is dropped. Quote marks are dropped up to the depth of
//     the line that the wrapper opened in; one more ">" closes the wrapper. Then the initials
//     of the quoted author, the comment leader and the line number are dropped, each only if
//     the first line has the same.
//   - A hyphen before a line break stays. Its offset is in [Wrapper].Hyphens.
//   - The footer and header of a page around a form feed are dropped.
//   - Colour sequences, overstrikes and Markdown's backslashes are dropped.
//
// # Writing
//
// Append breaks lines at a width. It adds no white space after a hyphen, since a reader cannot
// know whether the hyphen is part of the URL (RFC 1738, APPENDIX), nor in the scheme, an escape
// or a character. No line begins with what a reader could take for a mark of the line, such as
// "|" or ".", or for the scheme of another URL.
//
// # Limits
//
// Brackets around no more than a scheme, such as "<URL:news:>", are no wrapper, nor are those without
// "URL:" that have a double quote in them.
//
// A wrapper is unclosed, and All does not return it, if it has a "<", a blank line, prose, a URL
// of more than 131,072 bytes or more than 2,048 lines in it. Prose is more than three runs of
// white space away from line breaks; in a line after the first one, such white space before a
// known scheme; without "URL:", any such white space in the URL, and "|". Unclosed wrappers hide
// no text: a wrapper that opens in the text of another is found.
package wrapper
