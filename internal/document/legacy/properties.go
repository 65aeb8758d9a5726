package legacy

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/document/link"
	"github.com/urlgrep/urlgrep/internal/document/wide"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// The types of properties ([MS-OLEPS] 2.15).
const (
	vtI2      = 2
	vtVariant = 12
	vtText    = 30
	vtWide    = 31
	vtBlob    = 65
	vtVector  = 0x1000
)

const (
	maxProperties = 1 << 20 // bytes of a stream of properties that are read
	maxPerSection = 4096    // properties of a section
	linkBase      = "_PID_LINKBASE"
	links         = "_PID_HLINKS"
)

// A property is a property of a property set.
type property struct {
	name  string // of a user-defined property, or ""
	kind  uint32
	value []byte // and what follows it
	page  int    // the code page of texts
}

// properties calls f for the properties of a property set ([MS-OLEPS] 2.21). Offsets that
// are beyond the end are ignored.
func properties(data []byte, f func(p property)) {
	le := binary.LittleEndian
	if len(data) < 28 || le.Uint16(data) != 0xFFFE {
		return
	}
	for n := range int(min(le.Uint32(data[24:]), 2)) {
		at := 28 + 20*n
		if at+20 > len(data) {
			return
		}
		from := int64(le.Uint32(data[at+16:]))
		if from+8 > int64(len(data)) {
			continue
		}
		section(data[from:], f)
	}
}

func section(data []byte, f func(p property)) {
	le := binary.LittleEndian
	count := min(int(min(le.Uint32(data[4:]), maxPerSection)), (len(data)-8)/8)
	each := func(f func(id uint32, value []byte)) {
		for i := range count {
			id, at := le.Uint32(data[8+8*i:]), int64(le.Uint32(data[12+8*i:]))
			if at+4 <= int64(len(data)) {
				f(id, data[at:])
			}
		}
	}
	page := 1252
	each(func(id uint32, v []byte) {
		if id == 1 && len(v) >= 6 && le.Uint32(v) == vtI2 {
			page = int(le.Uint16(v[4:]))
		}
	})
	names := map[uint32]string{}
	each(func(id uint32, v []byte) {
		if id == 0 && len(names) == 0 {
			dictionary(v, page, names)
		}
	})
	each(func(id uint32, v []byte) {
		if id > 1 {
			f(property{names[id], le.Uint32(v) & 0xFFFF, v[4:], page})
		}
	})
}

// dictionary reads the names of user-defined properties ([MS-OLEPS] 2.17).
func dictionary(v []byte, page int, names map[uint32]string) {
	le := binary.LittleEndian
	count := le.Uint32(v)
	v = v[4:]
	for range min(count, maxPerSection) {
		if len(v) < 8 {
			return
		}
		id, n := le.Uint32(v), int64(le.Uint32(v[4:]))
		v = v[8:]
		if page == 1200 {
			n = (2*n + 3) &^ 3
		}
		if n > int64(len(v)) {
			return
		}
		if page == 1200 {
			names[id] = wide.UntilNUL(v[:n])
		} else {
			names[id] = link.ANSI(v[:n])
		}
		v = v[n:]
	}
}

// texts calls f for the texts of a value, and returns the bytes after it.
func (p property) texts(kind uint32, v []byte, f func(s string)) []byte {
	le := binary.LittleEndian
	switch {
	case len(v) < 4:
		return nil
	case kind&vtVector != 0:
		n := le.Uint32(v)
		v = v[4:]
		for ; n > 0 && len(v) > 0; n-- {
			v = p.texts(kind&^vtVector, v, f)
		}
		return v
	case kind == vtVariant:
		return p.texts(le.Uint32(v)&0xFFFF, v[4:], f)
	case kind == vtText || kind == vtWide || kind == vtBlob:
		n := int64(le.Uint32(v))
		if kind == vtWide {
			n *= 2
		}
		v = v[4:]
		n = min(n, int64(len(v)))
		switch {
		case kind == vtBlob:
		case kind == vtWide || p.page == 1200:
			f(wide.UntilNUL(v[:n]))
		default:
			f(decode(v[:n], p.page))
		}
		return v[min((n+3)&^3, int64(len(v))):]
	}
	return v[4:]
}

// decode returns the text of p in a code page, up to a NUL.
func decode(p []byte, page int) string {
	if i := strings.IndexByte(string(p), 0); i >= 0 {
		p = p[:i]
	}
	c, err := charset.Lookup("cp" + strconv.Itoa(page))
	if err != nil {
		c, _ = charset.Lookup("windows-1252")
	}
	if page == 65001 {
		return strings.ToValidUTF8(string(p), "\uFFFD")
	}
	var d charset.Decoder
	var m offset.Map
	d.Reset(c)
	return strings.ToValidUTF8(string(d.Append(nil, p, 0, &m, true)), "\uFFFD")
}

// openProperties adds the texts of a property set, and the hyperlinks in it that the
// document does not have.
func openProperties(r *reader, i int) source {
	properties(r.f.Open(i).Bytes(maxProperties), func(p property) {
		switch {
		case p.name == linkBase:
		case p.name == links && p.kind == vtBlob && len(p.value) > 8:
			r.linkProperties(p)
		default:
			p.texts(p.kind, p.value, r.line)
		}
	})
	return once{}
}

// linkProperties adds the links of _PID_HLINKS ([MS-OSHARED] 2.3.3.1.18): there are six
// variants for a link, the fifth and the sixth of which are its target and its location.
func (r *reader) linkProperties(p property) {
	n := 0
	target := ""
	p.texts(vtVector|vtVariant, p.value[4:], func(s string) {
		if n++; n%2 == 1 {
			target = s
			return
		}
		if s != "" && target != "" && !strings.Contains(target, "#") {
			target += "#" + s
		}
		r.unseen(target, "hyperlink", "")
	})
}

// readBase reads the base of relative references.
func (r *reader) readBase() {
	i := r.f.Child(0, "\x05DocumentSummaryInformation")
	if i < 0 {
		return
	}
	properties(r.f.Open(i).Bytes(maxProperties), func(p property) {
		if p.name != linkBase || len(p.value) < 4 {
			return
		}
		if p.kind == vtBlob {
			r.w.Base = wide.UntilNUL(p.value[4:])
		} else {
			p.texts(p.kind, p.value, func(s string) { r.w.Base = s })
		}
		if !strings.Contains(r.w.Base, "://") { // a directory, or nothing
			r.w.Base = ""
			return
		}
		r.enter(i)
		r.target(r.w.Base, "hyperlinkBase", "")
	})
}
