// Package wrapper finds URLs in text that are between angle brackets, and rejoins those
// that were broken over lines.
//
// RFC 1738, APPENDIX: "it is convenient to have a separate syntactic wrapper
// that delimits the URL and separates it from the rest of the text […]. For
// this purpose, is recommended that angle brackets ("<" and ">"), along with
// the prefix "URL:", be used to delimit the boundaries of the URL."
//
// A wrapper is "<URL:" … ">", in any letter case, or "<" … ">" alone if a URL
// begins after the "<" (RFC 3986, appendix C). [Rules.Next] finds the wrappers in a text
// in memory. A [Candidate] is one of them, with the URL in it rejoined: without white
// space, and at each line break without what belongs to the line and not to its text:
// quote marks, comment leaders, line numbers, and the footer and header of a page.
// Whether the URL is valid is for package parse to say. Package extract finds wrappers and
// all other URLs in a stream.
//
// # Rejoining
//
//   - All white space is dropped: "The whitespace should be ignored when extracting the
//     URL."
//   - Of a continuation line, the quote marks are dropped up to the depth of the
//     line that the wrapper opened in; one ">" more closes the wrapper. Then the
//     initials of who is quoted, the comment leader and the line number are dropped, each
//     only if the first line has the same.
//   - A hyphen before a line break stays, and is noted in Candidate.Hyphens.
//   - The footer and header of a page around a form feed are dropped.
//   - Colour sequences, overstrikes and Markdown's backslashes are dropped.
//
// # Unclosed wrappers
//
// A wrapper that holds a "<", a blank line, prose (more than three runs of
// white space away from line breaks) or too much (Rules.MaxURL, Rules.MaxLines)
// was never closed. It swallows no text: the caller is told where its URL
// begins, and goes on from there.
package wrapper
