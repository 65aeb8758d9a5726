package document

import (
	"fmt"
	"strings"
)

// A Defect is what a Reader could not read, or a limit that a document exceeds.
type Defect uint8

// The defects.
const (
	Repaired    Defect = iota // a table of the document is damaged, and its contents have been found without it
	Damaged                   // the document is damaged; what can be read has been read
	Encrypted                 // the document needs a key, or a method that is not known
	Locked                    // the document needs a password, and none of Env.Passwords is right
	Untried                   // the same, but there are more documents than Budget allows to try the passwords with
	Unsupported               // a stream has an encoding that is not decoded
	TooLarge                  // the document is longer than the Store holds
	TooMany                   // more objects than Budget allows
	TooMuch                   // more decoded bytes than Budget allows
	TooDeep                   // documents within documents, or structures, nested too deeply
	NotStored                 // a temporary file failed; the document is not at fault
	Unread                    // no reader of documents is imported
	NumDefects
)

// At returns the detail of a Note about something at an offset of the document, in bytes.
func At(what string, offset int64) string {
	return strings.TrimSpace(fmt.Sprintf("%s at byte %d", what, offset))
}

// Texts has the description of each Defect.
var Texts = [NumDefects]string{
	"a damaged document, repaired",
	"a damaged document, read as far as possible",
	"an encrypted document, not read",
	"an encrypted document that no given password opens, not read",
	"encrypted documents too many to try all passwords, not read",
	"a document with data in an unknown encoding",
	"a document too large, read up to the limit",
	"a document with too many objects, the last ones not read",
	"a document with too much compressed data, read up to the limit",
	"documents nested too deeply, the innermost not read",
	"a document read in part, as its temporary file failed",
	"a document, not read: package extract/documents reads it",
}
