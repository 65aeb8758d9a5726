// Package cms reads messages of S/MIME that carry their content (RFC 8551): signed data and
// compressed data of the Cryptographic Message Syntax (RFC 5652, RFC 3274). It verifies no
// signature.
//
// # Terms
//
// A ContentInfo has the identifier of a content type, and a content of that type. Signed
// data encapsulates a content with the identifier of its type (RFC 5652, section 5.2). An
// OCTET STRING has that content. The string can be divided into chunks (ITU-T X.690,
// section 8.7.3): software does so if it signs while it reads. Armour is the text that
// encloses a document in base64 (RFC 7468, section 8). Base64 without armour is a document,
// too.
//
// # Flow
//
// Open recognizes a document by the first elements of its ContentInfo. Next advances through
// the elements (ber.go) up to the encapsulated content. It skips the other elements by their
// lengths, and does not read those after the content: certificates and signatures. If the
// content is signed or compressed data itself, Next continues within it. The innermost
// content is the only part. A detached signature and a list of certificates have no part.
package cms

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zlib"

	"github.com/urlgrep/urlgrep/internal/document"
)

// A contentType is a content type of CMS.
type contentType struct {
	id         string // the contents of its OBJECT IDENTIFIER
	name       string
	sequence   int  // which SEQUENCE among its elements encapsulates the content, from 1
	encrypted  bool // the content is encrypted
	compressed bool // the content is compressed by zlib
}

// The first octets of the identifiers: those of PKCS #7 and of S/MIME.
const (
	pkcs7 = "\x2a\x86\x48\x86\xf7\x0d\x01\x07"
	smime = "\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01"
)

// contentTypes are the content types that a document can have.
var contentTypes = []contentType{
	{id: pkcs7 + "\x02", name: "signed data", sequence: 1},
	{id: pkcs7 + "\x03", name: "enveloped data", encrypted: true},
	{id: pkcs7 + "\x04", name: "signed and enveloped data", encrypted: true},
	{id: pkcs7 + "\x05", name: "digested data", sequence: 2},
	{id: pkcs7 + "\x06", name: "encrypted data", encrypted: true},
	{id: smime + "\x02", name: "authenticated data", sequence: 2},
	{id: smime + "\x09", name: "compressed data", sequence: 2, compressed: true},
	{id: smime + "\x17", name: "authenticated and enveloped data", encrypted: true},
}

// lookup returns the content type with an identifier, or nil.
func lookup(id string) *contentType {
	for i := range contentTypes {
		if contentTypes[i].id == id {
			return &contentTypes[i]
		}
	}
	return nil
}

type reader struct {
	env   *document.Env
	store *document.Store
	in    *input
	part  document.Part
	read  bool // the part has been returned
	end   bool // an error has been noted
}

// Open is the Opener of CMS.
func Open(s *document.Store, env *document.Env) document.Reader {
	whole := document.Range{To: s.Size()}
	head := s.Bytes(whole, armourSize)
	r := &reader{env: env, store: s}
	r.part = document.Part{Kind: document.File, Place: document.Place{Format: "cms"}, Exact: true}
	r.in = newInput(s.Section(whole), 0)
	if isText(head) {
		r.part.Range, r.part.Exact = armoured(s), false
		r.in = newInput(decode(&digits{r: s.Section(r.part.Range)}), 0)
		head, _ = r.in.r.Peek(infoSize)
	}
	if is, _ := isInfo(head); !is {
		return nil
	}
	return r
}

// Next implements [document.Reader].
func (r *reader) Next() (*document.Part, error) {
	if r.read {
		return nil, io.EOF
	}
	r.read = true
	found, err := r.content()
	if err != nil {
		r.note(err)
	}
	if !found {
		return nil, io.EOF
	}
	head, _ := r.in.r.Peek(entitySize)
	if len(head) == 0 {
		r.Read(make([]byte, 1)) // notes why there is nothing
		return nil, io.EOF
	}
	if isEntity(head) {
		r.part.Media, r.part.Entity = "message/rfc822", true
	}
	r.part.Content = r
	return &r.part, nil
}

// Read reads the content.
func (r *reader) Read(p []byte) (int, error) {
	if r.end {
		return 0, io.EOF
	}
	n, err := r.in.r.Read(p)
	if err != nil && err != io.EOF {
		r.note(err)
		r.end, err = true, io.EOF
	}
	return n, err
}

// note notes an error.
func (r *reader) note(err error) {
	d := document.Damaged
	var e *defectError
	switch {
	case errors.Is(err, document.ErrTooMuch):
		d = document.TooMuch
	case errors.As(err, &e):
		r.env.Note(e.defect, e.detail)
		return
	}
	r.env.Note(d, "")
}

// A defectError is a defect other than Damaged.
type defectError struct {
	defect document.Defect
	detail string
}

func (e *defectError) Error() string { return document.Texts[e.defect] }

// content makes r.in the innermost content. It returns false if there is no content.
func (r *reader) content() (found bool, err error) {
	var typ *contentType
	e, err := r.in.header()
	for depth := 0; err == nil; depth++ {
		if depth == document.MaxDepth {
			return false, &defectError{defect: document.TooDeep}
		}
		if !r.env.Budget.Object() {
			return false, &defectError{defect: document.TooMany}
		}
		if typ, err = r.in.content(e, typ); err != nil {
			return false, err
		}
		if typ.encrypted {
			return false, &defectError{document.Encrypted, typ.name}
		}
		var inner *contentType
		if inner, e, err = r.in.encapsulated(typ); err != nil || e == (element{}) {
			return false, err
		}
		if e.tag == sequence && inner != nil && !typ.compressed {
			typ = inner // PKCS #7 has no OCTET STRING around the content
			continue
		}
		if err = r.enter(e, typ.compressed); err != nil || inner == nil {
			return err == nil, err
		}
		typ = inner
		e, err = r.in.header()
	}
	return false, err
}

// enter makes r.in the contents of an element that it has read the header of.
func (r *reader) enter(e element, compressed bool) error {
	if e.tag != octetString && e.tag != octetString|constructed && e.length < 0 {
		return &defectError{document.Unsupported, "content of unknown type"}
	}
	if r.part.Exact {
		end := r.in.at + e.length
		if e.length < 0 {
			rest := newInput(r.store.Section(document.Range{From: r.in.at, To: r.store.Size()}), r.in.at)
			io.Copy(io.Discard, rest.contents(e))
			end = rest.at
		}
		r.part.Range = document.Range{From: r.in.at, To: min(end, r.store.Size())}
		r.part.Exact = e.tag != octetString|constructed && !compressed
	}
	contents := r.env.Budget.Reader(r.in.contents(e))
	in := newInput(contents, r.in.at)
	if compressed {
		z, err := zlib.NewReader(in.r)
		if err != nil {
			return err
		}
		in = newInput(r.env.Budget.Reader(z), 0)
	}
	r.in = in
	return nil
}
