// Package prefilter decides quickly which texts may contain a URL, so that decoders can
// skip the others: header fields, lines within an attachment in base64, attributes in
// HTML. Package find searches the texts that pass.
//
// The rules are a short form of those of package find, and derived from package scheme if
// they name a scheme. A text without a URL may pass; a text with a URL must pass. This is
// tested on all short texts of the bytes that matter.
//
//   - Fields.MayHold looks at a header field. [Marks] finds the hints in a whole header
//     at once, with as few branches as possible. Most fields have no hint and are not
//     looked at one by one.
//   - [Line] looks at a line of an attachment that is not decoded. [Stray] finds the
//     characters in an attachment that base64 does not have, at the speed of memory.
//   - [Text] looks at an invisible text in HTML, such as the value of an attribute.
//     [IsProgram] recognizes URL references that are programs.
//
// Package trigger has the same role for texts that are searched: it marks the bytes that
// may belong to a URL.
package prefilter
