// Package link reads the links of Microsoft Office that several formats have: the
// instructions of fields, as in RTF, .doc and .docx, and the monikers of hyperlinks and of
// OLE objects.
//
// A field has an instruction, such as `HYPERLINK "http://a.example/" \o "tip"` (ECMA-376
// part 1, 17.16), and a result, which a reader sees. A moniker is the name of an object in
// binary form ([MS-OSHARED] 2.3.7): a URL moniker has a URL, a file moniker a path. A
// hyperlink object has a moniker, a location within its target, and a friendly name.
package link
