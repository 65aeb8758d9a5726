// Package wrapper finds URLs between angle brackets in text, and rejoins URLs that are
// broken over lines. The public package of the same name exports a part of it; package
// internal/find uses all of it.
//
// RFC 1738, APPENDIX: "it is convenient to have a separate syntactic wrapper that
// delimits the URL and separates it from the rest of the text […]. For this purpose, is
// recommended that angle brackets ("<" and ">"), along with the prefix "URL:", be used to
// delimit the boundaries of the URL."
//
// # Terms
//
// A wrapper is "<URL:" … ">", in any letter case, or "<" … ">" if a URL begins after the
// "<" (RFC 3986, Appendix C). A [Candidate] is a wrapper found in text, with the URL in
// it. The URL is rejoined: white space is dropped, and at each line break also the
// [Prefix] of the next line, which belongs to the line and not to its text. A Candidate
// may hold an invalid URL.
//
// # Flow
//
// [Rules.Next] looks for a "<", and [Rules.Scan] decides about one. Scan reads the
// scheme, which the table [Schemes] describes, then the text up to the first ">". It
// appends that text to the URL without white space. At each line break [Prefix.Continue]
// finds the beginning of the text in the next line.
//
// The result of Scan depends only on the bytes passed to it. Scan never guesses at their
// end: if more bytes could change the answer, it reports [Cut]. The caller provides more
// bytes and decides how many to keep (package extract).
//
// The table of schemes also distinguishes a URL in running text, without brackets, from
// any other word with a colon: see [Schemes.Before] and [Schemes.Begins].
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
// Unclosed wrappers hide no text: the Candidate holds the beginning of its URL, and the
// caller continues the search from there.
package wrapper
