package tnef

import (
	"encoding/binary"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/mapi"
)

// properties reads a list of properties ([MS-OXTNEF], section 2.1.3.4).
type properties struct {
	s       *document.Store
	at, end int64
	failed  bool // there are fewer bytes than the list says
}

// take returns the range of the next n bytes, which padding to a multiple of four follows.
func (in *properties) take(n int64) document.Range {
	if n > in.end-in.at {
		n, in.failed = in.end-in.at, true
	}
	at := document.Range{From: in.at, To: in.at + n}
	in.at = min(in.at+(n+3)&^3, in.end)
	return at
}

// number reads a number of 32 bits.
func (in *properties) number() uint32 {
	at := in.take(4)
	if b := in.s.Bytes(at, 4); len(b) == 4 {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

// firstNamed is the first identifier of a property that has a name.
const firstNamed = 0x8000

// guidSize is the size of a GUID in bytes.
const guidSize = 16

// readProperties reads a list of properties.
func (r *reader) readProperties(list document.Range, o *mapi.Properties) {
	in := &properties{s: r.s, at: list.From, end: list.To}
	for n := in.number(); n > 0 && !in.failed; n-- {
		if !r.env.Budget.Object() {
			r.env.Note(document.TooMany, "")
			return
		}
		tag := in.number()
		t, id := mapi.Type(tag), uint16(tag>>16)
		if id >= firstNamed {
			in.take(guidSize)
			if kind := in.number(); kind == 0 {
				in.number()
			} else {
				in.take(int64(in.number()))
			}
		}
		p, used := mapi.Lookup(id)
		values := uint32(1)
		if t&mapi.Multiple != 0 || t.IsVariable() {
			values = in.number()
		}
		for i := uint32(0); i < values && !in.failed; i++ {
			size := int64(t.Size())
			if t.IsVariable() {
				size = int64(in.number())
			} else if size == 0 {
				in.failed = true // an unknown type
				break
			}
			if at := in.take(size); used && i == 0 && o[p].Type == 0 {
				o[p] = r.property(t, at)
			}
		}
	}
	if in.failed {
		r.note(in.at)
	}
}

// property returns the value of type t in a range.
func (r *reader) property(t mapi.Type, at document.Range) mapi.Value {
	switch {
	case t == mapi.Object:
		at.From = min(at.From+guidSize, at.To) // which interface the object has
	case !t.IsVariable():
		var b [8]byte
		copy(b[:], r.s.Bytes(at, len(b)))
		return mapi.Value{Type: t, Number: int64(binary.LittleEndian.Uint64(b[:]))}
	}
	return r.value(t, at)
}
