package link

import (
	"bytes"
	"encoding/binary"
)

// A Native is the native data of an OLE package: a file that is embedded in a document.
type Native struct {
	Name string // the name of the file, or its label
	Path string // where the file came from: a path or a URL
	From int64  // the offset of the file in the data
	Size int64  // of the file
}

// ParseNative parses the native data of an OLE package, without the size before it. Its head
// has everything but the file. The data are: 2 bytes, label, path, 4 bytes, the size of a
// path and this path, the size of the file, and the file. Texts end in NUL.
func ParseNative(head []byte) (n Native, ok bool) {
	if len(head) < 12 || head[0] != 2 || head[1] != 0 {
		return n, false
	}
	at := 2
	text := func() []byte {
		i := bytes.IndexByte(head[at:], 0)
		if i < 0 {
			at = len(head)
			return nil
		}
		p := head[at : at+i]
		at += i + 1
		return p
	}
	n.Name, n.Path = ANSI(text()), ANSI(text())
	if at += 4; at+4 > len(head) {
		return n, false
	}
	at += 4 + int(min(binary.LittleEndian.Uint32(head[at:]), uint32(len(head))))
	if at+4 > len(head) {
		return n, false
	}
	n.Size, n.From = int64(binary.LittleEndian.Uint32(head[at:])), int64(at+4)
	return n, true
}

// An OLE1 is an object of OLE 1.0 ([MS-OLEDS] 2.2), as in RTF.
type OLE1 struct {
	Linked bool
	Class  string
	Topic  string // of a link: the file or the URL
	From   int64  // the offset of the native data of an embedded object
	Size   int64  // of the native data
}

// ParseOLE1 parses the head of an object.
func ParseOLE1(head []byte) (o OLE1, ok bool) {
	if len(head) < 12 {
		return o, false
	}
	format := binary.LittleEndian.Uint32(head[4:])
	if format != 1 && format != 2 {
		return o, false
	}
	o.Linked = format == 1
	at := 8
	text := func() string {
		if at+4 > len(head) {
			at = len(head)
			ok = false
			return ""
		}
		n := int64(binary.LittleEndian.Uint32(head[at:]))
		if at += 4; n > int64(len(head)-at) {
			at, ok = len(head), false
			return ""
		}
		s := ANSI(head[at : at+int(n)])
		at += int(n)
		return s
	}
	ok = true
	o.Class, o.Topic = text(), text()
	text()
	if o.Linked || !ok {
		return o, ok
	}
	if at+4 > len(head) {
		return o, false
	}
	o.Size, o.From = int64(binary.LittleEndian.Uint32(head[at:])), int64(at+4)
	return o, true
}
