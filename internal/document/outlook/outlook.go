// Package outlook reads the messages that Outlook saves as files: .msg ([MS-OXMSG]).
//
// # Terms
//
// A document is a compound file (package cfb). A message is a storage: the root, or the
// storage of an attachment that is a message. A storage of a message has a storage for each
// attachment. The stream of properties in a storage has the properties of fixed size. Each
// other property is a stream, which has the identifier and the type in its name (section
// 2.1.2).
//
// # Flow
//
// New recognizes a message by the names in the root. Next returns the parts of a message
// (package mapi), then those of its attachments, and then those of the messages that are
// attachments. It does not read OLE objects.
package outlook

import (
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/mapi"
)

// The names of storages and streams ([MS-OXMSG], section 2).
const (
	propertyStream   = "__properties_version1.0"
	propertyPrefix   = "__substg1.0_"         // the identifier and the type follow, with 4 hexadecimal digits each
	attachmentPrefix = "__attach_version1.0_" // "#" and a number follow
)

// The sizes of the headers of streams of properties ([MS-OXMSG], section 2.4.1).
const (
	rootHeader       = 32
	embeddedHeader   = 24
	attachmentHeader = 8
)

type reader struct {
	f           *cfb.File
	env         *document.Env
	message     *mapi.Message
	at          embedded // message
	attachments []int    // the storages of attachments of message that have not been read
	parts       []*document.Part
	within      []embedded // messages that are attachments of message
	next        []embedded // messages that have not been read, the next one last
}

// An embedded is a message.
type embedded struct {
	storage  int
	path     string // the names of the messages that it is attached to, and its own
	depth    int
	codePage int64 // of the message that it is attached to
}

// New begins to read a message. It returns nil if f is no message.
func New(f *cfb.File, env *document.Env) document.Reader {
	if !slices.ContainsFunc(f.Children(0), func(i int) bool {
		return isNamed(f, i, propertyStream) || isNamed(f, i, propertyPrefix)
	}) {
		return nil
	}
	return &reader{f: f, env: env, next: []embedded{{}}}
}

// isNamed reports whether the name of an entry begins with prefix.
func isNamed(f *cfb.File, i int, prefix string) bool {
	name := f.Entries[i].Name
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

// Next implements [document.Reader].
func (r *reader) Next() (*document.Part, error) {
	for {
		if r.message != nil {
			if p := r.message.Next(); p != nil {
				return p, nil
			}
		}
		switch {
		case len(r.parts) > 0:
			p := r.parts[0]
			r.parts = r.parts[1:]
			return p, nil
		case len(r.attachments) > 0:
			i := r.attachments[0]
			r.attachments = r.attachments[1:]
			r.readAttachment(i)
		case !r.readMessage():
			return nil, io.EOF
		}
	}
}

// readMessage begins to read the next message. It returns false after the
// last one.
func (r *reader) readMessage() bool {
	for i := len(r.within) - 1; i >= 0; i-- {
		r.next = append(r.next, r.within[i])
	}
	r.within = r.within[:0]
	if len(r.next) == 0 {
		return false
	}
	r.at = r.next[len(r.next)-1]
	r.next = r.next[:len(r.next)-1]
	header := embeddedHeader
	if r.at.depth == 0 {
		header = rootHeader
	}
	o := r.properties(r.at.storage, header)
	if o.CodePage() == 0 {
		o[mapi.MessageCodePage] = mapi.Value{Type: mapi.Int32, Number: r.at.codePage}
	}
	r.message = mapi.NewMessage(o, document.Place{Format: "msg", Member: r.at.path}, r.env)
	for _, i := range r.f.Children(r.at.storage) {
		if isNamed(r.f, i, attachmentPrefix) {
			r.attachments = append(r.attachments, i)
		}
	}
	slices.SortStableFunc(r.attachments, func(i, j int) int { return strings.Compare(r.f.Entries[i].Name, r.f.Entries[j].Name) })
	return true
}

// maxPath is the maximum length in bytes of the path of a message.
const maxPath = 1 << 10

// readAttachment reads the attachment in a storage.
func (r *reader) readAttachment(storage int) {
	o := r.properties(storage, attachmentHeader)
	r.parts = r.message.Attachment(o)
	object := r.f.Child(storage, propertyPrefix+propertyName(mapi.ID(mapi.AttachData), mapi.Object))
	if object < 0 || !r.f.Entries[object].Storage {
		return
	}
	if r.f.Child(object, propertyStream) < 0 {
		return // an OLE object
	}
	if r.at.depth+1 == document.MaxDepth {
		r.env.Note(document.TooDeep, "")
		return
	}
	e := embedded{object, r.message.Name(o), r.at.depth + 1, r.message.Properties.CodePage()}
	if r.at.path != "" && len(r.at.path)+len(e.path) < maxPath {
		e.path = r.at.path + "/" + e.path
	}
	r.within = append(r.within, e)
}

// propertyName returns the end of the name of the stream of a property.
func propertyName(id uint16, t mapi.Type) string {
	n := strconv.FormatUint(1<<32|uint64(id)<<16|uint64(t), 16)
	return n[1:]
}

// propertySize is the size of a property in a stream of properties.
const propertySize = 16

// properties reads the properties of a message or an attachment.
func (r *reader) properties(storage, header int) *mapi.Properties {
	o := new(mapi.Properties)
	for _, i := range r.f.Children(storage) {
		switch {
		case isNamed(r.f, i, propertyStream):
			r.fixed(i, header, o)
		case isNamed(r.f, i, propertyPrefix) && !r.f.Entries[i].Storage:
			tag, err := strconv.ParseUint(r.f.Entries[i].Name[len(propertyPrefix):], 16, 32)
			if err != nil {
				continue // one of several values
			}
			if p, ok := mapi.Lookup(uint16(tag >> 16)); ok && o[p].Type == 0 {
				o[p] = r.stream(mapi.Type(tag), i)
			}
		}
	}
	return o
}

// fixed reads a stream of properties.
func (r *reader) fixed(i, header int, o *mapi.Properties) {
	st := r.f.Open(i)
	var b [propertySize]byte
	for at := int64(header); at+propertySize <= st.Size(); at += propertySize {
		if !r.env.Budget.Object() {
			r.env.Note(document.TooMany, "")
			return
		}
		if n, _ := st.ReadAt(b[:], at); n < len(b) {
			return
		}
		t := mapi.Type(binary.LittleEndian.Uint16(b[:]))
		if p, ok := mapi.Lookup(binary.LittleEndian.Uint16(b[2:])); ok && t.Size() > 0 && t.Size() <= 8 && o[p].Type == 0 {
			n := int64(binary.LittleEndian.Uint64(b[8:]))
			shift := 64 - 8*t.Size()
			o[p] = mapi.Value{Type: t, Number: n << shift >> shift}
		}
	}
}

// stream returns the value of a property that is a stream.
func (r *reader) stream(t mapi.Type, i int) mapi.Value {
	st := r.f.Open(i)
	v := mapi.Value{Type: t, Size: st.Size(), Exact: st.IsWhole()}
	if v.Size > 0 {
		v.Range = st.Range(0)
	}
	v.Open = func() io.Reader { return io.NewSectionReader(st, 0, st.Size()) }
	return v
}
