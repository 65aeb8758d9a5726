package escape

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// maxSpread is the number of bytes that an escape sequence or a line end may be spread
// over. If it is longer, it is copied unchanged.
const maxSpread = 998

// A calendar decodes the content lines of iCalendar (RFC 5545, section 3.1) and vCard
// (RFC 6350, section 3.2, and the earlier versions 3.0 and 2.1):
//
//	name *(";" parameter) ":" value
//
// A line break before a blank in such a line is a fold. A line that is not a content line
// is copied unchanged, and so is the line break before a blank after it. The lines BEGIN
// and END are too short to be folded: a blank after them indents a whole object, or is in
// other text.
//
// A line ends in LF, which may have one or two CRs before it, or in CR.
type calendar struct {
	part  part
	empty bool // the line has no bytes so far

	head  [len("begin:")]byte // the beginning of the line
	nhead int

	// The line end that is held back, as it may be that of a fold or of a soft line
	// break.
	end   [3]byte
	nend  int
	endAt int64

	params params
	mark   octet // the escape character that is held back: "^" in a parameter, "\" in a value; c is 0 without one
	value  value

	next int64 // offset after the last src
}

// A part is the part of a line that is being read.
type part uint8

const (
	inName  part = iota // of the property, possibly after the name of a group and a dot
	inParam             // one of its parameters
	inValue             // its value
	inText              // of a line that is not a content line
)

// An octet is a byte of the text before escape sequences are decoded, from offset at to
// offset till of the encoded text.
type octet struct {
	c        byte
	at, till int64
}

func (o octet) appendTo(dst []byte, m *offset.Map) []byte {
	m.Add(1, o.at, 1, int(o.till-o.at))
	return append(dst, o.c)
}

func newCalendar() Decoder {
	d := new(calendar)
	d.Reset()
	return d
}

// Reset begins a new text.
func (d *calendar) Reset() {
	d.value.begin(params{})
	*d = calendar{value: d.value, empty: true}
}

// Append decodes src. See [Decoder].
func (d *calendar) Append(dst, src []byte, at int64, m *offset.Map) []byte {
	d.next = at + int64(len(src))
	for i := 0; i < len(src); {
		if d.empty && d.nend == 0 {
			if n := unchanged(src[i:]); n > 0 {
				dst = copied(dst, src[i:i+n], at+int64(i), m)
				i += n
				continue
			}
		}
		c := src[i]
		if d.nend > 0 || c == '\n' || c == '\r' {
			var took bool
			if dst, took = d.lineEnd(dst, c, at+int64(i), m); took {
				i++
			}
			continue
		}
		n := i + lineLen(src[i:])
		dst = d.content(dst, src[i:n], at+int64(i), m)
		i = n
	}
	return d.flush(dst, false, m)
}

// Close appends what has been held back. See [Decoder].
func (d *calendar) Close(dst []byte, m *offset.Map) []byte {
	if d.nend == 2 && d.end[1] == '\r' {
		dst = d.cutEnd(dst, m)
	}
	if d.nend > 0 {
		return d.endLine(dst, m)
	}
	return d.endValue(dst, m)
}

// Held returns the number of bytes that are held back. See [Decoder].
func (d *calendar) Held() int {
	at := d.next
	if d.nend > 0 {
		at = d.endAt
	}
	return int(d.next - d.first(at))
}

// maxPiece is the number of bytes in which the end of a line is searched at once, and of
// those that are decoded from a character set at once.
const maxPiece = 1 << 10

// unchanged returns the length of the whole lines at the beginning of src that are copied
// as they are: they have no parameters, backslashes and folds. Most lines are of this
// kind, and take a third of the time that they take one part after the other.
func unchanged(src []byte) (n int) {
	if !ascii.Is(src[0], ascii.AlphaDigit) {
		return 0
	}
	src = src[:min(len(src), maxPiece)]
	plain := src
	if i := bytes.IndexByte(src, '\\'); i >= 0 {
		plain = src[:i]
	}
	for {
		line := plain[n:]
		size := bytes.IndexByte(line, '\n') + 1
		if size == 0 || n+size == len(src) || src[n+size] == ' ' || src[n+size] == '\t' {
			return n
		}
		if cr := bytes.IndexByte(line[:size], '\r'); cr >= 0 && cr != size-2 {
			return n
		}
		if name := nameLen(line); line[name] != ':' || !ascii.Is(line[0], ascii.AlphaDigit) {
			return n
		}
		n += size
	}
}

// nameLen returns the number of characters at the beginning of b that may be in the name
// of a property. Names of the standards have letters, digits and hyphens; programs also
// write the others.
func nameLen(b []byte) (n int) {
	for n < len(b) && (ascii.Is(b[n], ascii.AlphaDigit) || strings.IndexByte("-._/", b[n]) >= 0) {
		n++
	}
	return n
}

// lineLen returns the length of the text up to the first CR or LF, or up to maxPiece.
func lineLen(src []byte) int {
	src = src[:min(len(src), maxPiece)]
	if n := bytes.IndexByte(src, '\n'); n >= 0 {
		src = src[:n]
	}
	if n := bytes.IndexByte(src, '\r'); n >= 0 {
		return n
	}
	return len(src)
}

// lineEnd reads c, which is a CR or LF, or follows the line end that is held back. took
// is whether c has been consumed.
func (d *calendar) lineEnd(dst []byte, c byte, at int64, m *offset.Map) (_ []byte, took bool) {
	switch {
	case d.nend == 0:
		d.endAt = at
	case d.end[d.nend-1] == '\n':
		return d.afterLine(dst, c, m)
	case c == '\n':
	case d.nend == 2: // two CRs that no LF follows
		dst = d.cutEnd(dst, m)
		fallthrough
	default:
		if c != '\r' {
			return d.afterLine(dst, c, m)
		}
	}
	d.end[d.nend] = c
	d.nend++
	return dst, true
}

// cutEnd makes the first of two CRs a line end.
func (d *calendar) cutEnd(dst []byte, m *offset.Map) []byte {
	d.nend = 1
	dst, _ = d.afterLine(dst, '\r', m)
	d.endAt++
	d.nend = 1
	return dst
}

// afterLine decides by the byte c whether the line break before it, which is held back,
// is a fold, a soft line break or the end of the line. If c is a blank, it is part of a
// fold.
func (d *calendar) afterLine(dst []byte, c byte, m *offset.Map) (_ []byte, took bool) {
	blank := c == ' ' || c == '\t'
	switch {
	case d.part == inValue && d.value.breaksSoftly():
	case blank && d.part != inText && !d.empty && !d.isBorder():
	default:
		return d.endLine(dst, m), false
	}
	if d.endAt-d.first(d.endAt) > maxSpread {
		dst = d.giveUp(dst, m)
	}
	d.nend = 0
	return dst, blank
}

// isBorder reports whether the line begins or ends an object.
func (d *calendar) isBorder() bool {
	head := d.head[:d.nhead]
	return ascii.EqualFold(head, "begin:") || len(head) >= len("end:") && ascii.EqualFold(head[:len("end:")], "end:")
}

// endLine appends the line end, and begins a new line.
func (d *calendar) endLine(dst []byte, m *offset.Map) []byte {
	if !d.empty {
		dst = d.endValue(dst, m)
		d.params = params{}
	}
	m.Copy(d.nend, d.endAt)
	dst = append(dst, d.end[:d.nend]...)
	d.part, d.empty, d.nend, d.nhead = inName, true, 0, 0
	return dst
}

// endValue ends a value or a parameter, and appends the bytes of it that are held back.
func (d *calendar) endValue(dst []byte, m *offset.Map) []byte {
	dst = d.finish(dst, m)
	dst = d.flush(dst, true, m)
	dst = d.putMark(dst, m)
	dst = d.value.ref.release(dst, m)
	d.value.begin(params{})
	return dst
}

// giveUp appends an incomplete escape sequence or character unchanged.
func (d *calendar) giveUp(dst []byte, m *offset.Map) []byte {
	dst = d.surrender(dst, m)
	dst = d.flush(dst, true, m)
	dst = d.putMark(dst, m)
	return d.value.ref.release(dst, m)
}

// first returns the offset of the first byte that is held back before offset at, or at if
// no byte is.
func (d *calendar) first(at int64) int64 {
	if d.mark.c != 0 {
		at = d.mark.at
	}
	return min(at, d.value.first(at))
}

// content decodes b, which is content of a line.
func (d *calendar) content(dst, b []byte, at int64, m *offset.Map) []byte {
	d.nhead += copy(d.head[d.nhead:], b)
	for len(b) > 0 {
		n := 0
		switch d.part {
		case inName:
			n = d.name(b)
			dst = copied(dst, b[:n], at, m)
		case inParam:
			dst, n = d.param(dst, b, at, m)
		case inValue:
			n = len(b)
			dst = d.decode(dst, b, at, m)
		case inText:
			n = len(b)
			dst = copied(dst, b, at, m)
		}
		b, at = b[n:], at+int64(n)
		d.empty = false
	}
	return dst
}

// name reads a part of the name of a property, or the character after it, and returns its
// length. A name begins with a letter or digit.
func (d *calendar) name(b []byte) int {
	n := nameLen(b)
	if d.empty && n > 0 && !ascii.Is(b[0], ascii.AlphaDigit) {
		n = 0
	}
	switch {
	case n > 0:
		return n
	case b[0] == ':' && !d.empty:
		d.beginValue()
	case b[0] == ';' && !d.empty:
		d.part = inParam
	default:
		d.part = inText
	}
	return 1
}

// param reads parameters up to the colon after them, and returns their length. In their
// values, "^n", "^^" and "^'" are escape sequences (RFC 6868).
func (d *calendar) param(dst, b []byte, at int64, m *offset.Map) ([]byte, int) {
	done := 0
	for i, c := range b {
		if d.mark.c != 0 {
			caret := d.mark
			d.mark = octet{}
			end := at + int64(i) + 1
			if k := strings.IndexByte("n^'", c); k >= 0 {
				dst = octet{"\n^\""[k], caret.at, end}.appendTo(dst, m)
				done = i + 1
				continue
			}
			dst = caret.appendTo(dst, m)
		}
		switch {
		case c == '^':
			d.params.read(c)
			dst = copied(dst, b[done:i], at+int64(done), m)
			d.mark = octet{'^', at + int64(i), at + int64(i) + 1}
			done = i + 1
		case d.params.read(c):
			d.beginValue()
			return copied(dst, b[done:i+1], at+int64(done), m), i + 1
		}
	}
	return copied(dst, b[done:], at+int64(done), m), len(b)
}

// beginValue begins the value of the property.
func (d *calendar) beginValue() {
	d.part = inValue
	d.value.begin(d.params)
}

// unescape decodes b, which is part of a value.
func (d *calendar) unescape(dst, b []byte, at int64, m *offset.Map) []byte {
	for len(b) > 0 {
		n := bytes.IndexByte(b, '\\')
		switch {
		case d.mark.c != 0 || d.value.html && b[0] != '\\':
			dst = d.put(dst, octet{b[0], at, at + 1}, m)
			n = 1
		case n < 0:
			return copied(dst, b, at, m)
		default:
			dst = copied(dst, b[:n], at, m)
			d.mark = octet{'\\', at + int64(n), at + int64(n) + 1}
			n++
		}
		b, at = b[n:], at+int64(n)
	}
	return dst
}

// put appends a character of a value, or holds it back if it begins an escape sequence.
// RFC 5545, section 3.3.11 has "\\\\", "\;", "\,", "\n" and "\N". Some programs also
// escape colons.
func (d *calendar) put(dst []byte, o octet, m *offset.Map) []byte {
	if d.mark.c != 0 {
		switch o.c {
		case 'n', 'N':
			o.c = '\n'
			fallthrough
		case '\\', ';', ',', ':':
			o.at = d.mark.at
			d.mark = octet{}
			return d.emit(dst, o, m)
		}
		dst = d.putMark(dst, m)
	}
	if o.c == '\\' {
		d.mark = o
		return dst
	}
	return d.emit(dst, o, m)
}

// emit appends a character of a value after its escape sequences have been decoded.
func (d *calendar) emit(dst []byte, o octet, m *offset.Map) []byte {
	if d.value.html {
		return d.value.ref.put(dst, o, m)
	}
	return o.appendTo(dst, m)
}

// putMark appends an escape character that begins no escape sequence.
func (d *calendar) putMark(dst []byte, m *offset.Map) []byte {
	if mark := d.mark; mark.c != 0 {
		d.mark = octet{}
		return d.emit(dst, mark, m)
	}
	return dst
}

// params are the parameters of a property that say how its value is written.
type params struct {
	encoding encoding
	charset  string // the name of the character set of the octets that are encoded, or ""
	html     bool   // the value is HTML

	token  [64]byte // the parameter so far, in capitals and without quotes
	ntoken int      // more than len(token) if it is too long
	quoted bool
}

// read reads the next character, and reports whether it is the colon after the
// parameters.
func (p *params) read(c byte) bool {
	switch {
	case c == '"':
		p.quoted = !p.quoted
		return false
	case p.quoted || c != ';' && c != ':':
		if p.ntoken < len(p.token) {
			p.token[p.ntoken] = upper(c)
		}
		p.ntoken++
		return false
	}
	if p.ntoken <= len(p.token) {
		p.settle(p.token[:p.ntoken])
	}
	p.ntoken = 0
	return c == ':'
}

// settle interprets a parameter. In vCard 2.1, the name of one may be omitted.
func (p *params) settle(token []byte) {
	switch string(token) {
	case "ENCODING=QUOTED-PRINTABLE", "QUOTED-PRINTABLE":
		p.encoding = inQuotedPrintable
	case "ENCODING=BASE64", "ENCODING=B", "BASE64":
		p.encoding = inBase64
	case "FMTTYPE=TEXT/HTML":
		p.html = true
	}
	if label, ok := bytes.CutPrefix(token, []byte("CHARSET=")); ok {
		p.charset = string(label)
	}
}

// upper returns c in upper case if it is a letter.
func upper(c byte) byte {
	if ascii.Is(c, ascii.Alpha) {
		c &^= 0x20
	}
	return c
}
