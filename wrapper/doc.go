// Package wrapper finds URLs between angle brackets in text, and rejoins URLs that are
// broken over lines.
//
// RFC 1738, APPENDIX: "it is convenient to have a separate syntactic wrapper that
// delimits the URL and separates it from the rest of the text […]. For this purpose, is
// recommended that angle brackets ("<" and ">"), along with the prefix "URL:", be used to
// delimit the boundaries of the URL."
//
// A wrapper is "<URL:" … ">", in any letter case, or "<" … ">" if a URL begins after the
// "<" (RFC 3986, Appendix C). [Rules.Next] finds the wrappers in a text in memory. A
// [Candidate] is one of them, with its rejoined URL: white space is dropped, and at each
// line break also text that belongs to the line, which is quote marks, comment leaders,
// line numbers, and the footer and header of a page.
//
// The URL may be invalid: package parse validates it. Package extract finds wrappers and
// all other URLs in a stream.
//
// # Rejoining
//
//   - All white space is dropped: "The whitespace should be ignored when extracting the
//     URL." Without "URL:", only white space around line breaks is, unless Rules.Wide is
//     set.
//   - The prefix of a continuation line is dropped. Quote marks are dropped up to the
//     depth of the line that the wrapper opened in; one more ">" closes the wrapper.
//     Then the initials of the quoted author, the comment leader and the line number
//     are dropped, each only if the first line has the same.
//   - A hyphen before a line break stays. Its offset is in Candidate.Hyphens.
//   - The footer and header of a page around a form feed are dropped.
//   - Colour sequences, overstrikes and Markdown's backslashes are dropped.
//
// # Unclosed wrappers
//
// A wrapper is unclosed if it holds a "<", a blank line, prose or too much text
// (Rules.MaxURL, Rules.MaxLines). Prose is more than three runs of white space away from
// line breaks; in a line after the first one, such white space before a known scheme;
// without "URL:", any such white space in the URL, and "|", unless Rules.Wide is set.
// Unclosed wrappers hide no text: the search continues after the "<", and finds a wrapper
// that opens in the text of the first.
package wrapper
