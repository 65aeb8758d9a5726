package legacy

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/link"
	"github.com/urlgrep/urlgrep/internal/document/wide"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// headSize is the number of bytes of an OLE object that its head is looked for in.
const headSize = 64 << 10

// A once is a source that has been read.
type once struct{}

func (once) step() bool { return false }

// openNative adds the file in an OLE package ([MS-OLEDS] 2.3.6).
func openNative(r *reader, i int) source {
	st := r.f.Open(i)
	head := st.Bytes(headSize)
	if len(head) < 4 {
		return once{}
	}
	from, size, name := int64(4), st.Size()-4, ""
	if n, ok := link.ParseNative(head[4:]); ok {
		name = n.Name
		from, size = from+n.From, min(n.Size, st.Size()-from-n.From)
		if strings.Contains(n.Path, "://") {
			r.target(n.Path, "oleObject", "")
		}
	}
	r.file(st, from, size, name)
	return once{}
}

// openFile adds a file that is a stream.
func openFile(r *reader, i int) source {
	st := r.f.Open(i)
	switch head := string(st.Bytes(8)); {
	case strings.HasPrefix(head, "PK\x03\x04"), strings.HasPrefix(head, "%PDF"), strings.HasPrefix(head, `{\rt`), head == cfb.Magic:
		r.file(st, 0, st.Size(), "")
	case strings.HasPrefix(head, "CHNKINK"):
		return &raw{r: r, st: st}
	}
	return once{}
}

// rawSize is the number of bytes that a raw reads at a time.
const rawSize = 64 << 10

// A raw looks for URLs in a stream of a format that is not read: the text of Publisher, and
// of PowerPoint 95.
type raw struct {
	r  *reader
	st *cfb.Stream
	at int64
}

// step implements source. The next bytes overlap these, as a URL may begin in them.
func (s *raw) step() bool {
	p := streamBytes(s.st, s.at, rawSize, rawSize)
	const overlap = 4 << 10
	if s.at += rawSize - overlap; s.at+overlap < s.st.Size() {
		s.r.scan(p, len(p)-overlap)
		return !s.r.stopped
	}
	s.r.scan(p, len(p))
	return false
}

// scan adds the texts in p that may have a URL: printable characters, of one byte or two,
// around one of the marks. A text begins before the offset limit. It ends where a length
// before it says, or where the printable characters do.
func (r *reader) scan(p []byte, limit int) {
	for width := 1; width <= 2; width++ {
		for _, mark := range marks {
			r.scanFor(p, limit, width, mark)
		}
	}
}

// marks are what the URLs that scan looks for have.
var marks = append([]string{"://"}, scheme.OpaquePrefixes(scheme.Ordinary)...)

// scanFor is scan for a width and a mark.
func (r *reader) scanFor(p []byte, limit, width int, mark string) {
	sep, slashes := []byte(mark), []byte("://")
	if width == 2 {
		sep, slashes = []byte(strings.Join(strings.Split(mark, ""), "\x00")+"\x00"), []byte(":\x00/\x00/\x00")
	}
	for at := 0; ; {
		i := bytes.Index(p[at:], sep)
		if i < 0 || at+i >= limit {
			return
		}
		from, to := at+i, at+i
		// Bytes before a text in UTF-16 look like ideographs: they are not part of it.
		for from-width >= at && isPrintable(p[from-width:from]) && (width == 1 || p[from-1] < 3) {
			from -= width
		}
		for to+width <= len(p) && isPrintable(p[to:to+width]) {
			to += width
		}
		from, to = counted(p, from, to, sep, width)
		switch {
		case mark != "://" && bytes.Contains(p[from:to], slashes): // it has been found
		case width == 1:
			r.line(narrowText(p[from:to]))
		default:
			r.line(wide.Text(p[from:to]))
		}
		at = max(to, at+i+len(sep))
	}
}

// counted returns the range of the text in p[from:to] that has sep: a part of it, if the number
// of its characters is before it, as one byte or two, and as in BIFF8 with a byte of flags
// ([MS-XLS] 2.5.293 and 2.5.294) or in UTF-16 without. A number that is a character may be
// text: it counts only if the text ends there anyway, or another one with sep follows.
func counted(p []byte, from, to int, sep []byte, width int) (int, int) {
	le := binary.LittleEndian
	mid := from + bytes.Index(p[from:to], sep) + len(sep)
	fits := func(s, n int) bool { return s+width*n > mid && s+width*n <= to }
	for s := from; s <= from+width && s < mid; s += width {
		if s >= 3 && int(p[s-1]) == width-1 {
			for _, n := range [...]int{int(le.Uint16(p[s-3:])), int(p[s-2])} {
				if fits(s, n) {
					return s, s + width*n
				}
			}
		}
		if s < 2 || width == 1 {
			continue
		}
		n := int(le.Uint16(p[s-2:]))
		if end := s + width*n; fits(s, n) && (n < ' ' && (n < '\t' || n > '\r') || end == to || bytes.Contains(p[end:min(to, end+maxBetween)], sep)) {
			return s, end
		}
	}
	return from, to
}

// maxBetween is the number of bytes after a counted text in which the next one begins.
const maxBetween = 32

// isPrintable reports whether a unit of one or two bytes is a character of a text.
func isPrintable(unit []byte) bool {
	c := uint16(unit[0])
	if len(unit) == 2 {
		c |= uint16(unit[1]) << 8
	}
	return c >= ' ' && c != 0x7F && (c < 0xD800 || c >= 0xE000)
}

func (r *reader) file(st *cfb.Stream, from, size int64, name string) {
	if size > 0 && r.object() {
		if name == "" && strings.Contains(r.w.Place.Member, "/") { // one of several objects
			name = r.w.Place.Member
		}
		r.w.File(document.Part{Range: st.Range(from), Name: name}, io.NewSectionReader(st, from, size))
	}
}

// openMoniker adds the links of an OLE object ([MS-OLEDS] 2.3.3).
func openMoniker(r *reader, i int) source {
	for _, ref := range link.Monikers(r.f.Open(i).Bytes(headSize)) {
		r.target(ref, "oleLink", "")
	}
	return once{}
}
