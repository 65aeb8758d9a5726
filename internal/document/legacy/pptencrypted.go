package legacy

import (
	"cmp"
	"encoding/binary"
	"slices"
	"sort"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/officecrypt"
)

// pptCrypt is the record with the parameters of the encryption ([MS-PPT] 2.3.7).
const pptCrypt = 0x2F14

// A pptSealed is a record that is encrypted, with its header. Its number in the directory is that of its block.
type pptSealed struct {
	from, to int64
	id       uint32
}

// unlockPPT makes st decrypt what it reads, the stream of the entry i. current is what follows the token of the stream
// Current User. It returns false if that is not possible, and has noted why.
func (r *reader) unlockPPT(i int, st *cfb.Stream, current []byte) bool {
	objects, session := r.pptObjects(st, current)
	k := slices.IndexFunc(objects, func(o pptSealed) bool { return session != 0 && o.id == session })
	if k < 0 {
		r.env.Note(document.Encrypted, r.f.Entries[i].Path)
		return false
	}
	info, kind := pptRecord(st, objects[k].from)
	if kind != pptCrypt {
		r.env.Note(document.Encrypted, r.f.Entries[i].Path)
		return false
	}
	c := r.unlockRC4(i, streamBytes(st, info.From, info.To-info.From, maxInfo), officecrypt.UsualPowerPoint)
	if c == nil {
		return false
	}
	objects = slices.DeleteFunc(objects, func(o pptSealed) bool { return o.id == session })
	for n := range objects { // the size of a record is encrypted, too
		o := &objects[n]
		var head [8]byte
		st.ReadAt(head[:], o.from)
		c.Decrypt(head[:], o.id, 0)
		o.to = min(o.from+8+int64(binary.LittleEndian.Uint32(head[4:])), st.Size())
		if n+1 < len(objects) {
			o.to = min(o.to, objects[n+1].from)
		}
	}
	st.Decrypt = func(p []byte, at int64) {
		to := at + int64(len(p))
		for n := sort.Search(len(objects), func(n int) bool { return objects[n].to > at }); n < len(objects) && objects[n].from < to; n++ {
			o := objects[n]
			from := max(at, o.from)
			c.Decrypt(p[from-at:min(to, o.to)-at], o.id, from-o.from)
		}
	}
	return true
}

// pptRecord returns the range of the body of the record at an offset, and its type.
func pptRecord(st *cfb.Stream, at int64) (body document.Range, kind uint16) {
	head := streamBytes(st, at, 8, 8)
	if len(head) < 8 {
		return body, 0
	}
	le := binary.LittleEndian
	return document.Range{From: at + 8, To: min(at+8+int64(le.Uint32(head[4:])), st.Size())}, le.Uint16(head[2:])
}

// pptObjects returns the objects of all edits, in the order of their offsets, and the number of the one with the
// parameters of the encryption, or 0. The records that it reads are not encrypted.
func (r *reader) pptObjects(st *cfb.Stream, current []byte) (objects []pptSealed, session uint32) {
	le := binary.LittleEndian
	if len(current) < 4 {
		return nil, 0
	}
	for at, before := int64(le.Uint32(current)), st.Size(); at > 0 && at < before && r.object(); {
		body, kind := pptRecord(st, at)
		p := streamBytes(st, body.From, body.To-body.From, 32)
		if kind != pptUserEdit || len(p) < 16 {
			break
		}
		if len(p) >= 32 && session == 0 {
			session = le.Uint32(p[28:])
		}
		directory, kind := pptRecord(st, int64(le.Uint32(p[12:])))
		b := streamBytes(st, directory.From, directory.To-directory.From, maxAtom)
		for kind == pptDirectory && len(b) >= 4 {
			id, n := le.Uint32(b)&0xFFFFF, int(le.Uint32(b)>>20)
			for b = b[4:]; n > 0 && len(b) >= 4 && r.object(); n-- {
				objects = append(objects, pptSealed{from: int64(le.Uint32(b)), id: id})
				id, b = id+1, b[4:]
			}
		}
		at, before = int64(le.Uint32(p[8:])), at
	}
	slices.SortFunc(objects, func(a, b pptSealed) int { return cmp.Compare(a.from, b.from) })
	return slices.CompactFunc(objects, func(a, b pptSealed) bool { return a.from == b.from }), session
}
