package tnef

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/mapi"
)

// An attribute has a level, a number and data.
type attribute struct {
	level  byte
	number uint16
	data   document.Range
}

// attributes reads the attributes in a Store.
type attributes struct {
	s       *document.Store
	at, end int64 // end is 0 if it is not known
	damaged bool  // whether next had to skip bytes, or data is cut
}

// The sizes of what is before and after the data of an attribute.
const (
	headerSize   = 1 + 4 + 4
	checksumSize = 2
)

// next returns the next attribute, or false after the last one.
func (in *attributes) next() (a attribute, ok bool) {
	size := in.s.Size()
	if in.end > 0 {
		size = in.end
	}
	in.damaged = false
	for ; in.at < size; in.at++ {
		var h [headerSize]byte
		if n, _ := in.s.ReadAt(h[:], in.at); n < len(h) {
			break
		}
		a = attribute{h[0], binary.LittleEndian.Uint16(h[1:]), document.Range{From: in.at + headerSize}}
		kind := binary.LittleEndian.Uint16(h[3:])
		a.data.To = a.data.From + int64(binary.LittleEndian.Uint32(h[5:]))
		cut := a.data.To > size
		// The type of an attribute is at most atpDword. After damage, only what is hardly
		// anything else is an attribute: a number that is used, and data that is there.
		if a.level != levelMessage && a.level != levelAttachment || kind > atpDword ||
			in.damaged && (cut || a.number < 0x8000 || a.number > attOEMCodePage) {
			in.damaged = true
			in.skip()
			continue
		}
		in.damaged = in.damaged || cut
		a.data.To = min(a.data.To, size)
		in.at = min(a.data.To+checksumSize, size)
		return a, true
	}
	in.damaged = in.damaged || in.at < size
	in.at = size
	return a, false
}

// skip advances to the last byte before one that may be the level of an attribute.
func (in *attributes) skip() {
	const window = 4 << 10
	for {
		b := in.s.Bytes(document.Range{From: in.at + 1, To: in.at + 1 + window}, window)
		if i := bytes.IndexAny(b, "\x01\x02"); i >= 0 {
			in.at += int64(i)
			return
		}
		if in.at += int64(len(b)); len(b) < window {
			return
		}
	}
}

// atpDword is the largest type of attributes.
const atpDword = 8

// isIntact reports whether the checksum of an attribute is right: the sum of its bytes.
func (in *attributes) isIntact(a attribute) bool {
	var want [checksumSize]byte
	if n, _ := in.s.ReadAt(want[:], a.data.To); n < len(want) {
		return false
	}
	sum := uint16(0)
	buf := make([]byte, min(32<<10, a.data.To-a.data.From))
	for at := a.data.From; at < a.data.To; {
		n, err := in.s.ReadAt(buf[:min(int64(len(buf)), a.data.To-at)], at)
		for _, c := range buf[:n] {
			sum += uint16(c)
		}
		if at += int64(n); err != nil && n == 0 {
			return false
		}
	}
	return sum == binary.LittleEndian.Uint16(want[:])
}

// maxSmall is the maximum size in bytes of an attribute that is read as a whole.
const maxSmall = 64 << 10

// convert sets the property that an attribute means.
func (r *reader) convert(a attribute, o *mapi.Properties) {
	small := func() []byte { return r.s.Bytes(a.data, maxSmall) }
	switch a.number {
	case attOEMCodePage:
		if b := small(); len(b) >= 4 {
			o[mapi.MessageCodePage] = mapi.Value{Type: mapi.Int32, Number: int64(binary.LittleEndian.Uint32(b))}
		}
	case attDateSent:
		if b := small(); len(b) >= 12 {
			var n [6]int
			for i := range n {
				n[i] = int(binary.LittleEndian.Uint16(b[2*i:]))
			}
			t := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], 0, time.UTC)
			o[mapi.SubmitTime] = mapi.TimeValue(t)
		}
	case attFrom:
		// A structure of four numbers precedes the name and the address ([MS-OXTNEF],
		// section 2.1.3.3.1).
		if b := small(); len(b) > 8 {
			name, rest, _ := bytes.Cut(b[8:], []byte{0})
			address, _, _ := bytes.Cut(rest, []byte{0})
			_, address, _ = bytes.Cut(address, []byte(":"))
			at := a.data.From + 8
			o[mapi.RepresentedName] = r.value(mapi.String8, document.Range{From: at, To: at + int64(len(name))})
			if i := strings.LastIndex(string(b), string(address)); i > 0 {
				at := a.data.From + int64(i)
				o[mapi.RepresentedAddress] = r.value(mapi.String8, document.Range{From: at, To: at + int64(len(address))})
			}
		}
	case attSubject:
		o[mapi.Subject] = r.value(mapi.String8, a.data)
	case attBody:
		o[mapi.Body] = r.value(mapi.String8, a.data)
	case attAttachTitle:
		o[mapi.AttachLongName] = r.value(mapi.String8, a.data)
	case attTransportFilename:
		o[mapi.AttachName] = r.value(mapi.String8, a.data)
	case attAttachData:
		o[mapi.AttachData] = r.value(mapi.Binary, a.data)
	}
}

// value returns a value of variable size. The zeros at the end of a string are no part of it.
func (r *reader) value(t mapi.Type, at document.Range) mapi.Value {
	at.From, at.To = min(at.From, r.s.Size()), min(at.To, r.s.Size())
	if t == mapi.String8 || t == mapi.String {
		width := int64(1)
		if t == mapi.String {
			width = 2
		}
		for at.To-at.From >= width {
			var last [2]byte
			r.s.ReadAt(last[:width], at.To-width)
			if last != [2]byte{} {
				break
			}
			at.To -= width
		}
	}
	return mapi.Value{Type: t, Size: at.To - at.From, Range: at, Exact: true, Open: func() io.Reader { return r.s.Section(at) }}
}
