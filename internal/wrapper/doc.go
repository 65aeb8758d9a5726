// Package wrapper finds URLs that are between angle brackets in text, and rejoins those
// that were broken over lines. The package of the same name outside of internal has the
// part of it that is for everybody; package find goes by the rest.
//
// RFC 1738, APPENDIX: "it is convenient to have a separate syntactic wrapper
// that delimits the URL and separates it from the rest of the text […]. For
// this purpose, is recommended that angle brackets ("<" and ">"), along with
// the prefix "URL:", be used to delimit the boundaries of the URL."
//
// # Terms
//
// A wrapper is "<URL:" … ">", in any letter case, or "<" … ">" alone where a
// URL begins behind the "<" (RFC 3986, Appendix C). A [Candidate] is a wrapper
// found in text, with the URL in it rejoined: white space dropped, and with
// each line break what belongs to the line and not to its text, a [Prefix].
// Whether the URL is valid is not decided here.
//
// # Flow
//
// [Rules.Next] looks for a "<"; [Rules.Scan] decides about one: it reads the
// scheme, by the table [Schemes]; then what follows to the first ">", and
// appends it to the URL, dropping white space on the way; at each line break
// [Prefix.Continue] says where the text of the next line begins. Scan is a
// function of the bytes it is given alone, and never guesses at their edge:
// when more of them could change the answer, it asks for more. What asks for
// bytes, and how many are kept, is the caller's business (package extract).
//
// The table of schemes is also what tells a URL in running text, without
// brackets, from any other word with a colon: [Schemes.Before] and
// [Schemes.Begins].
//
// # Rejoining
//
//   - All white space is dropped, wherever it stands: "The whitespace should be
//     ignored when extracting the URL."
//   - Of a continuation line, the quote marks are dropped up to the depth of the
//     line that the wrapper opened in; one ">" more closes the wrapper. Then the
//     initials of who is quoted, the comment leader and the line number go, each
//     only where the first line has the same.
//   - A hyphen before a line break stays, and is noted in Candidate.Hyphens.
//   - A page's footer and header around a form feed are dropped.
//   - Colour sequences, overstrikes and Markdown's backslashes are dropped.
//
// # Unclosed wrappers
//
// A wrapper that holds a "<", a blank line, prose (more than three runs of
// white space away from line breaks) or too much (Rules.MaxURL, Rules.MaxLines)
// was never closed. It swallows no text: the caller is told where its URL
// begins, and scans on from there.
package wrapper
