package legacy

import (
	"bufio"
	"encoding/binary"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// The types of records ([MS-XLS] 2.3.1) that are read.
const (
	recFormula    = 0x06
	recEOF        = 0x0A
	recName       = 0x18
	recNote       = 0x1C
	recFilePass   = 0x2F
	recInterface  = 0xE1
	recRevisions  = 0x138 // RRDHead
	recUsers      = 0x194 // UsrExcl
	recLock       = 0x195
	recRevision   = 0x196 // RRDInfo
	recContinue   = 0x3C
	recCodePage   = 0x42
	recObject     = 0x5D
	recSheet      = 0x85
	recImages     = 0xEB
	recDrawing    = 0xEC
	recRString    = 0xD6
	recSST        = 0xFC
	recLabelSST   = 0xFD
	recSupBook    = 0x1AE
	recTextObject = 0x1B6
	recLink       = 0x1B8
	recLabel      = 0x204
	recString     = 0x207
	recLinkTip    = 0x800
	recBOF        = 0x809
	recTheme      = 0x896
	recShapeProps = 0x8A4 // XML of DrawingML, as are the next two
	recTextProps  = 0x8A5
	recRichText   = 0x8A6
)

const maxRecord = 1 << 20 // bytes of a record with those that continue it

// A records reads the records of a stream.
type records struct {
	in   *bufio.Reader
	at   int64 // the offset of the record
	end  int64 // the offset after it
	kind uint16
	body []byte
	err  error

	decrypt func(p []byte, at int64) // decrypts bytes at an offset of the stream; nil: they are not encrypted
}

func newRecords(st *cfb.Stream) *records {
	return &records{in: bufio.NewReaderSize(io.NewSectionReader(st, 0, st.Size()), 16<<10)}
}

// next reads a record, and reports whether there is one. Its body is shorter if the stream
// ends.
func (r *records) next() bool {
	r.at = r.end
	var head [4]byte
	if _, r.err = io.ReadFull(r.in, head[:]); r.err != nil {
		return false
	}
	r.kind = binary.LittleEndian.Uint16(head[:])
	size := int(binary.LittleEndian.Uint16(head[2:]))
	r.end += 4 + int64(size)
	r.body = r.body[:0]
	r.grow(size, r.at+4, r.kind)
	return true
}

// grow reads n bytes, at an offset, to the end of the body: those of a record of a kind.
func (r *records) grow(n int, at int64, kind uint16) {
	k := len(r.body)
	for cap(r.body) < k+n {
		r.body = append(r.body[:cap(r.body)], 0)
	}
	r.body = r.body[:k+n]
	got, _ := io.ReadFull(r.in, r.body[k:])
	r.body = r.body[:k+got]
	if r.decrypt == nil {
		return
	}
	plain := 0 // [MS-XLS] 2.2.10
	switch kind {
	case recBOF, recFilePass, recInterface, recRevisions, recUsers, recLock, recRevision:
		return
	case recSheet: // the offset of its first record
		plain = min(4, got)
	}
	r.decrypt(r.body[k+plain:], at+int64(plain))
}

// more appends the next record to the body if it continues it, and reports whether it does.
func (r *records) more() bool {
	head, err := r.in.Peek(4)
	if err != nil || binary.LittleEndian.Uint16(head) != recContinue || len(r.body) > maxRecord {
		return false
	}
	size := int(binary.LittleEndian.Uint16(head[2:]))
	r.in.Discard(4)
	r.end += 4 + int64(size)
	r.grow(size, r.end-int64(size), recContinue)
	return true
}

// refill replaces what is left of the body by the next record, if it continues it.
func (r *records) refill(left []byte) ([]byte, bool) {
	r.body = append(r.body[:0], left...)
	if !r.more() {
		return left, false
	}
	return r.body, true
}

// unicodeText returns the characters of a text in p: n of them, after a byte of flags
// ([MS-XLS] 2.5.293).
func unicodeText(p []byte, n int) string {
	if len(p) == 0 {
		return ""
	}
	isWide := p[0]&1 != 0
	p = p[1:]
	if isWide {
		return wide.Text(p[:min(2*n, len(p))])
	}
	return narrowText(p[:min(n, len(p))])
}

// narrowText returns the text of the lower bytes of units of UTF-16.
func narrowText(p []byte) string {
	for i, c := range p {
		if c >= 0x80 {
			u := make([]rune, len(p))
			copy(u, []rune(string(p[:i])))
			for j := i; j < len(p); j++ {
				u[j] = rune(p[j])
			}
			return string(u)
		}
	}
	return string(p)
}

// A continued reads data that records continue. Its p is what is left of the last one.
type continued struct {
	r *records
	p []byte
}

// need makes p have n bytes. It returns false if the records have fewer.
func (c *continued) need(n int) bool {
	for len(c.p) < n {
		var ok bool
		if c.p, ok = c.r.refill(c.p); !ok {
			return false
		}
	}
	return true
}

// skip skips n bytes. It returns false if the records have fewer.
func (c *continued) skip(n int64) bool {
	for n > int64(len(c.p)) {
		n -= int64(len(c.p))
		var ok bool
		if c.p, ok = c.r.refill(nil); !ok {
			return false
		}
	}
	c.p = c.p[n:]
	return true
}

// head reads the head of a text: its characters, its flags, and the bytes after it.
func (c *continued) head() (n int, flags byte, extra int64, ok bool) {
	le := binary.LittleEndian
	if !c.need(3) {
		return 0, 0, 0, false
	}
	n, flags = int(le.Uint16(c.p)), c.p[2]
	c.p = c.p[3:]
	if flags&8 != 0 { // runs of formats
		if !c.need(2) {
			return 0, 0, 0, false
		}
		extra += 4 * int64(le.Uint16(c.p))
		c.p = c.p[2:]
	}
	if flags&4 != 0 { // phonetic data
		if !c.need(4) {
			return 0, 0, 0, false
		}
		extra += int64(le.Uint32(c.p))
		c.p = c.p[4:]
	}
	return n, flags, extra, true
}

// text appends a text of n characters to b, in UTF-16. A text that is continued has a new
// byte of flags in the next record. It is not ok if the text is cut off.
func (c *continued) text(b []byte, n int, flags byte) (text []byte, ok bool) {
	for {
		width := 1 + int(flags&1)
		k := min(n, len(c.p)/width)
		if width == 1 {
			for _, char := range c.p[:k] {
				b = append(b, char, 0)
			}
		} else {
			b = append(b, c.p[:2*k]...)
		}
		c.p = c.p[width*k:]
		if n -= k; n == 0 {
			return b, true
		}
		if c.p, ok = c.r.refill(nil); !ok || len(c.p) == 0 {
			return b, false
		}
		flags = c.p[0]
		c.p = c.p[1:]
	}
}

// sharedStrings calls f for each text of the table of shared strings ([MS-XLS] 2.4.265),
// until f returns false.
func (r *records) sharedStrings(f func(s string) bool) {
	if len(r.body) < 8 {
		return
	}
	c := continued{r, r.body[8:]}
	var text []byte
	for {
		n, flags, extra, ok := c.head()
		if !ok {
			return
		}
		text, ok = c.text(text[:0], n, flags)
		if !f(wide.Text(text)) || !ok || !c.skip(extra) {
			return
		}
	}
}

// literals calls f for each text in a formula ([MS-XLS] 2.5.198.89). Texts that "&" or
// CONCATENATE joins are one. The formula is not parsed: what looks like a text and has a
// printable text is one.
func literals(p []byte, wide bool, f func(s string)) {
	var texts []string // operands of what may join them
	flush := func() {
		for _, s := range texts {
			f(s)
		}
		texts = texts[:0]
	}
	for i := 0; i < len(p); {
		if text, size := literal(p[i:], wide); size > 0 {
			texts = append(texts, text)
			i += size
			continue
		}
		n, size := joins(p[i:])
		if n > len(texts) || size == 0 {
			flush()
			n, size = 0, 1
		}
		if n > 0 {
			first := len(texts) - n
			texts = append(texts[:first], strings.Join(texts[first:], ""))
		}
		i += size
	}
	flush()
}

// joins returns the number of texts that the token at the beginning of p joins, and its size;
// 0 texts for a token without a meaning for the result. The size is 0 for other tokens.
func joins(p []byte) (n, size int) {
	const concatenate = 0x150 // the function ([MS-XLS] 2.5.198.17)
	switch {
	case p[0] == 0x08:
		return 2, 1
	case p[0] == 0x15: // parentheses
		return 0, 1
	case len(p) >= 4 && p[0] == 0x19 && p[1] == 0x40: // spaces
		return 0, 4
	case len(p) >= 4 && (p[0] == 0x22 || p[0] == 0x42 || p[0] == 0x62) && p[1] > 0 && int(p[2])|int(p[3])<<8 == concatenate:
		return int(p[1]), 4
	}
	return 0, 0
}

// literal returns the text of the token at the beginning of p, and the size of the token; 0
// if it is not a printable text.
func literal(p []byte, wide bool) (text string, size int) {
	if len(p) < 3 || p[0] != 0x17 || p[1] == 0 {
		return "", 0
	}
	n := int(p[1])
	switch {
	case !wide: // BIFF5
		if size = 2 + n; size <= len(p) {
			text = narrowText(p[2:size])
		}
	case p[2] > 1:
		return "", 0
	default:
		if size = 3 + n*(1+int(p[2])); size <= len(p) {
			text = unicodeText(p[2:size], n)
		}
	}
	if size > len(p) || !printableText(text) {
		return "", 0
	}
	return text, size
}

func printableText(s string) bool {
	for _, c := range s {
		if c < ' ' && c != '\n' && c != '\t' && c != '\r' || c == 0xFFFD {
			return false
		}
	}
	return true
}
