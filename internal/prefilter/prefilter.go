// Package prefilter tells which texts may have a URL in them, so that decoders need not
// decode the others: header fields, lines within an attachment in base64, attributes in
// HTML. It is a first look. What it lets pass is searched by package find.
//
// The rules are those of package find in short, and derived from package scheme where they
// name a scheme. They may let pass what has no URL, but must let pass what has one. That is
// tested on all short texts of the bytes that matter.
//
//   - Fields.MayHold looks at a header field. [Marks] finds the hints in a whole header at
//     once, with as few branches as possible: most fields have none, and are not looked at
//     one by one.
//   - [Line] looks at a line of an attachment that is not decoded, and [Stray] finds the
//     bytes of such lines, at the speed of memory.
//   - [Text] looks at a text in HTML that is not shown, as the value of an attribute.
//     [IsProgram] tells which references are none to anything.
//
// Package trigger, which marks the bytes of a text that a URL may be found by, is the same
// for what is searched.
package prefilter
