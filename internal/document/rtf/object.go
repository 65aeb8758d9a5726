package rtf

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/link"
)

// headSize is the number of bytes of an object that its head is looked for in.
const headSize = 64 << 10

// A hexDecoder decodes hexadecimal digits. Other characters are ignored.
type hexDecoder struct {
	high byte
	half bool // there is a high
}

func (h *hexDecoder) append(dst, src []byte) []byte {
	for _, c := range src {
		d := ascii.HexDigit(c)
		switch {
		case d < 0:
		case h.half:
			dst = append(dst, h.high<<4|byte(d))
			h.half = false
		default:
			h.high, h.half = byte(d), true
		}
	}
	return dst
}

// digits appends digits to the object.
func (r *reader) digits(c []byte) {
	var buf [bufSize]byte
	for len(c) > 0 {
		n := min(len(c), len(buf))
		r.store(r.hex.append(buf[:0], c[:n]))
		c = c[n:]
	}
}

// store appends bytes to the object, which is cut off if they cannot be stored.
func (r *reader) store(p []byte) {
	if len(p) == 0 || r.stopped {
		return
	}
	if !r.env.Budget.Take(int64(len(p))) {
		r.stop(document.TooMuch)
		return
	}
	if _, err := r.object.Write(p); err != nil {
		r.env.Note(document.NotStored, err.Error())
	}
}

// leaveObject makes the parts of the OLE object.
func (r *reader) leaveObject() {
	size := r.object.Size()
	if size == 0 {
		return
	}
	to := r.p.lex.offset()
	head := r.object.Bytes(document.Range{From: 0, To: headSize}, headSize)
	from, end, name := int64(0), size, ""
	o, ok := link.ParseOLE1(head)
	switch {
	case ok && o.Linked:
		r.target(o.Topic, "oleLink", r.objFrom, to, "", "")
		return
	case ok && o.From < size:
		from, end = o.From, min(size, o.From+o.Size)
		if n, ok := link.ParseNative(head[from:]); ok {
			name = n.Name
			if strings.Contains(n.Path, "://") {
				r.target(n.Path, "oleObject", r.objFrom, to, "", "")
			}
			from, end = from+n.From, min(size, from+n.From+n.Size)
		}
	default: // the head is damaged, as in documents that mean to deceive scanners
		from = max(r.object.Index([]byte(cfb.Magic), 0), 0)
	}
	if data := r.object.Bytes(document.Range{From: from, To: end}, headSize); !bytes.HasPrefix(data, []byte(cfb.Magic)) {
		for _, ref := range link.Monikers(data) {
			r.target(ref, "oleLink", r.objFrom, to, "", "")
		}
	}
	if from >= end {
		return
	}
	// The object is valid until the next one: a File is the last part of the queue.
	part := document.Part{Kind: document.File, Place: place("oleObject"), Name: name}
	part.Content = r.object.Section(document.Range{From: from, To: end})
	r.add(part, r.objFrom, to, 0)
}

// addHTML adds the HTML that the document was made of.
func (r *reader) addHTML() {
	h, ok := HTML(r.s.Section(document.Range{From: 0, To: r.s.Size()}))
	if !ok {
		return
	}
	part := document.Part{Kind: document.File, Place: place(""), Media: "text/html; charset=utf-8"}
	part.Content = r.env.Budget.Reader(h)
	r.add(part, 0, r.s.Size(), 0)
}
