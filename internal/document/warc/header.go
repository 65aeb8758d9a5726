package warc

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
)

// A header has the lines of the fields of a record, or of a header of HTTP, up to a blank line.
type header struct {
	raw   []byte
	in    document.Range // of the header in the archive, with the blank line
	exact bool           // the text is the bytes in the archive
}

// fields reads a header of at most limit bytes, or of any length if limit is negative. What is
// after maxHeader bytes is lost.
func (r *reader) fields(limit int64) *header {
	h := &header{exact: true}
	h.in.From = r.in.offset()
	for noted := false; ; {
		rest := int64(-1)
		if limit >= 0 {
			rest = limit - (r.in.offset() - h.in.From)
		}
		line, err := r.in.line(rest)
		if err != nil {
			break
		}
		if len(h.raw)+len(line) <= maxHeader {
			h.raw = append(h.raw, line...)
		} else if !noted {
			noted = true
			r.env.Note(document.TooLarge, "a header")
		}
		if len(bytes.TrimRight(line, "\r\n")) == 0 {
			break
		}
	}
	h.in.To = r.in.offset()
	return h
}

// size returns the number of bytes of h in the archive.
func (h *header) size() int64 { return h.in.To - h.in.From }

// find returns the value of the first field with a name, and its index in h.raw.
func (h *header) find(name string) (value string, at int) {
	for i := 0; i < len(h.raw); {
		n := bytes.IndexByte(h.raw[i:], '\n') + 1
		if n == 0 {
			n = len(h.raw) - i
		}
		for i+n < len(h.raw) && (h.raw[i+n] == ' ' || h.raw[i+n] == '\t') { // folded
			k := bytes.IndexByte(h.raw[i+n:], '\n') + 1
			if k == 0 {
				k = len(h.raw) - i - n
			}
			n += k
		}
		key, v, ok := strings.Cut(string(h.raw[i:i+n]), ":")
		if ok && strings.EqualFold(strings.TrimSpace(key), name) {
			lead := len(v) - len(strings.TrimLeft(v, " \t"))
			return strings.Join(strings.Fields(v), " "), i + len(key) + 1 + lead
		}
		i += n
	}
	return "", 0
}

// get returns the value of a field, or "".
func (h *header) get(name string) string {
	v, _ := h.find(name)
	return v
}

// at returns the place of the value of a field.
func (h *header) at(name string) document.Range {
	v, i := h.find(name)
	from := h.in.From + int64(i)
	return document.Range{From: from, To: min(from+int64(len(v)), h.in.To)}
}

// text returns the header as text.
func (h *header) text() []byte {
	if !utf8.Valid(h.raw) {
		h.exact = false
		return bytes.ToValidUTF8(h.raw, []byte("\uFFFD"))
	}
	return h.raw
}

// message returns the fields of a record as those of a message.
func (h *header) message() []byte {
	var b bytes.Buffer
	for _, f := range [...]struct{ name, value string }{
		{"Subject", strings.Trim(h.get("WARC-Target-URI"), "<> ")},
		{"Date", date(h.get("WARC-Date"))},
		{"Message-ID", h.get("WARC-Record-ID")},
	} {
		if f.value != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", f.name, strings.ToValidUTF8(f.value, "\uFFFD"))
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return b.Bytes()
}
