// Package tnef reads winmail.dat ([MS-OXTNEF]): a message of Outlook that is an attachment of
// mail.
//
// # Terms
//
// A document is a sequence of attributes. An attribute has a level, which says whether it
// belongs to the message or to an attachment, a number, data, and a checksum of the data.
// The attributes of one attachment are consecutive. Two attributes have lists of properties
// (package mapi), which say more than the other attributes do.
//
// # Flow
//
// Open reads the attributes of the message, wherever they are, and checks all checksums.
// Next returns the parts of the message. It then reads the attributes of one attachment
// after the other. A message that is an attachment is a file in the same format.
package tnef

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/mapi"
)

// Magic begins a document.
const Magic = "\x78\x9f\x3e\x22"

// start is the offset of the first attribute, after the magic and a key.
const start = 6

// The numbers of the attributes that are used ([MS-OXTNEF], section 2.1.3.2).
const (
	attFrom              = 0x8000
	attSubject           = 0x8004
	attDateSent          = 0x8005
	attBody              = 0x800C
	attAttachData        = 0x800F
	attAttachTitle       = 0x8010
	attTransportFilename = 0x9001
	attAttachRendData    = 0x9002
	attMessageProperties = 0x9003
	attAttachment        = 0x9005
	attOEMCodePage       = 0x9007
	levelMessage         = 1
	levelAttachment      = 2
)

type reader struct {
	s       *document.Store
	env     *document.Env
	message *mapi.Message
	in      attributes // of the attachments that have not been returned
	parts   []*document.Part
	damaged bool // noted
}

// Open is the Opener of TNEF.
func Open(s *document.Store, env *document.Env) document.Reader {
	if string(s.Bytes(document.Range{To: s.Size()}, len(Magic))) != Magic {
		return nil
	}
	r := &reader{s: s, env: env}
	r.in = attributes{s: s, at: start}
	r.message = r.readMessage()
	return r
}

// note notes that the document is damaged at an attribute or a value, which begins or ends at an offset.
func (r *reader) note(at int64) {
	if !r.damaged {
		r.damaged = true
		r.env.Note(document.Damaged, document.At("", at))
	}
}

// Next implements [document.Reader].
func (r *reader) Next() (*document.Part, error) {
	if p := r.message.Next(); p != nil {
		return p, nil
	}
	for len(r.parts) == 0 {
		o := r.nextAttachment()
		if o == nil {
			return nil, io.EOF
		}
		r.parts = r.message.Attachment(o)
	}
	p := r.parts[0]
	r.parts = r.parts[1:]
	return p, nil
}

// readMessage reads the attributes of the message. It makes r.in begin at the first
// attribute of an attachment, and end where there are no more attributes.
func (r *reader) readMessage() *mapi.Message {
	o := new(mapi.Properties)
	old := new(mapi.Properties) // by other attributes than lists of properties
	in, first := r.in, int64(-1)
	for {
		at := in.at
		a, ok := in.next()
		if in.damaged || ok && !in.isIntact(a) {
			r.note(at)
		}
		if !ok {
			break
		}
		if !r.env.Budget.Object() {
			r.env.Note(document.TooMany, "")
			break
		}
		switch {
		case a.level == levelAttachment:
			if first < 0 {
				first = at
			}
		case a.number == attMessageProperties:
			r.readProperties(a.data, o)
		default:
			r.convert(a, old)
		}
	}
	r.in.end = in.at
	if r.in.at = first; first < 0 {
		r.in.at = r.in.end
	}
	// Strings that are not in UTF-16 are in the code page of an attribute.
	if old[mapi.MessageCodePage].Number > 0 {
		o[mapi.MessageCodePage] = old[mapi.MessageCodePage]
	}
	for p, v := range old {
		if o[p].Type == 0 {
			o[p] = v
		}
	}
	return mapi.NewMessage(o, document.Place{Format: "tnef"}, r.env)
}

// nextAttachment reads the attributes of the next attachment, up to those of another one. It
// returns nil after the last attachment.
func (r *reader) nextAttachment() *mapi.Properties {
	var o, old *mapi.Properties
	for {
		before := r.in
		a, ok := r.in.next()
		if !ok {
			break
		}
		if a.level != levelAttachment {
			continue
		}
		if a.number == attAttachRendData && o != nil {
			r.in = before
			break
		}
		if o == nil {
			o, old = new(mapi.Properties), new(mapi.Properties)
		}
		if a.number == attAttachment {
			r.readProperties(a.data, o)
		} else {
			r.convert(a, old)
		}
	}
	if o == nil {
		return nil
	}
	for p, v := range old {
		if o[p].Type == 0 {
			o[p] = v
		}
	}
	return o
}
