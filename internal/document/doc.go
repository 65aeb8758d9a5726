// Package document defines what the readers of documents have in common: PDF, office
// files, Outlook mail, web archives. The readers are in the packages within this directory;
// package formats lists them.
//
// # Terms
//
// A document is a file that has text and links in a structure, and not in lines.
// A [Reader] returns its parts. A [Part] is a text, the target of a link, or a file that is
// within the document, such as the HTML of a message or an attached document. A part has a
// [Place] that a person can find, such as a page or a cell, and a [Range] of bytes of the
// document: those of the stream that the part was read from.
//
// # Flow
//
// Package mailbox recognizes a document by its first bytes, as an input, as the body of a
// part of mail, or as a file within another document. A [Store] gives
// random access to the bytes, in the input or in a copy. Package mailbox opens a Reader, and reads
// the content of each part as it reads the body of a part of mail. So a Reader does not know where
// its document comes from, and it neither finds URLs nor reads HTML.
//
// # Nothing is lost
//
// A damaged document is no error. A Reader returns what it can read, and notes a [Defect].
// It never panics, and it ends in time linear in the size of the document. A [Budget]
// bounds what it may do: it is shared by all documents of an input.
package document
