// Package object reads the structure of PDF (ISO 32000-2, clause 7): objects, streams,
// pages. It knows nothing about text or links.
//
// # Terms
//
// An [Object] is a value of Go; a [Ref] refers to an indirect object by its number. A
// [Stream] is a dictionary and a range of bytes of the file, which [File.Data] decrypts and
// decodes. A [Page] is a leaf of the page tree with the values that it inherits.
//
// # Flow
//
// [Open] finds the objects: by the cross-reference tables and streams (7.5.4, 7.5.8), each
// entry of which is checked, or, if one is missing or wrong, by a scan of the whole file.
// Objects are parsed when they are asked for. [File.Pages] returns the pages in their
// order, and [File.Objects] all live objects.
//
// # Limits
//
// Each object and each byte that is parsed or decoded counts in the Budget. A part of it is
// held for objects, so that the links of a file are read even if its text has used up the
// rest. When all is used up, objects are null and data ends. No method fails or panics: what
// is damaged or missing is null, and is noted.
package object

import "github.com/urlgrep/urlgrep/internal/document"

// An Object is nil (null), a bool, a float64 (any number), a Name, a String, an Array, a
// Dict, a *Stream, or a Ref. Objects must not be changed.
type Object any

type (
	// A Name is a name without its solidus, with #xx decoded (7.3.5).
	Name string

	// A String is a string, decrypted, with its escapes decoded (7.3.4). Its bytes are not
	// necessarily text: see Text.
	String string

	// An Array is an array (7.3.6).
	Array []Object

	// A Ref is the number of an indirect object (7.3.10). Generations are ignored.
	Ref int

	// A Dict is a dictionary (7.3.7) in the order of the file.
	Dict []Entry

	// An Entry is an entry of a Dict.
	Entry struct {
		Key   Name
		Value Object
	}
)

// Get returns the value of a key, not resolved, or nil. It takes linear time.
func (d Dict) Get(key Name) Object {
	for i := range d {
		if d[i].Key == key {
			return d[i].Value
		}
	}
	return nil
}

// A Stream is a stream (7.3.8).
type Stream struct {
	Dict  Dict
	Range document.Range // the bytes of the file between "stream" and "endstream"
	Num   int            // the number of the object
	gen   int
}
