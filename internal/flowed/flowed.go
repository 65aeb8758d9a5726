// Package flowed reads text that is declared as text/plain; format=flowed (RFC 3676): it
// joins the lines of each paragraph.
//
// # Terms
//
// The content of a line is the text after its quote marks (">") and after the one space
// that it may be stuffed with. The number of quote marks of a line is its quote depth. A
// line is flowed if its content ends in a space, and fixed otherwise. Consecutive flowed
// lines of one depth and the fixed line after them are a paragraph.
//
// # Flow
//
// A paragraph becomes one line: its quote marks, a space if there are any, the contents
// of its lines, and the line end of the last one. The line ends, quote marks and stuffing
// that are removed are gaps in the [offset.Map]. A line end is LF, CRLF or CR, and is
// kept unchanged.
//
// The Decoder returns text as soon as it is certain. It holds back the end of a flowed
// line, and the beginning of the next line until it knows whether the line continues the
// paragraph. With DelSp, it also holds back a space that may be the last of its line.
package flowed

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/offset"
)

const (
	// maxParagraph is the length in bytes from which a paragraph is broken after the next
	// space at the end of a line. At twice that length it is broken at the end of any
	// line.
	maxParagraph = 64 << 10

	// maxLine is the number of bytes in which the end of a line is searched at once: in
	// text whose lines end in CR, a search for LF is in vain.
	maxLine = 1 << 10

	// maxDepth is the greatest quote depth of a flowed line. Deeper lines are fixed,
	// since all their quote marks may have to be held back.
	maxDepth = 1000
)

// signature is the content of the line above a signature. RFC 3676, section 4.2: "Such
// lines end in a space but are neither flowed nor fixed." The Decoder treats them as
// fixed lines that begin a paragraph, so that each is a line on its own.
const signature = "-- "

// A Decoder joins the lines of paragraphs in format=flowed text.
type Decoder struct {
	// DelSp is whether the space at the end of a flowed line is not part of the text. The
	// parameter DelSp=yes declares it.
	DelSp bool

	// MaxParagraph is the length in bytes from which a paragraph is broken at the next
	// space that ends a line. At twice that length, it is broken at the end of any line.
	// 0 means 64 KiB.
	MaxParagraph int

	// Depths holds the quote depths of the lines: each is that of the text from At (an
	// offset in the decoded text, as m.Len counts) up to the next. The decoded text alone
	// does not distinguish quote marks from text that looks like them ("> >", or a
	// stuffed ">"). Append and Close add elements; the caller may remove them.
	Depths []Depth

	paragraph struct {
		open  bool // its last line is flowed, and the end of that is held back
		end   string
		endAt int64
		depth int
		size  int
		space bool // the text so far ends in a space
	}
	line struct {
		state   state
		at      int64
		depth   int  // quote marks, so far
		stuffed bool // a space is after the quote marks
		settled bool // it is known whether the line continues the paragraph
		matched int  // bytes of signature that the content begins with
		space   bool // the content so far ends in a space
		spaceAt int64
	}
	lastDepth int  // depth of the last element of Depths
	broken    bool // a paragraph was broken
	afterCR   bool // an LF that comes next belongs to the line end before it
}

// A Depth is the quote depth of the text from offset At on.
type Depth struct {
	At    int64
	Depth int
}

// A state is the part of a line that is being read.
type state int

const (
	quoteMarks state = iota
	beginning        // of the content, as long as it may be a signature line
	content
)

// Append decodes src, appends the result to dst, and adds it to m. The offset of src in
// the encoded text is at. The text may be split anywhere between calls.
func (d *Decoder) Append(dst, src []byte, at int64, m *offset.Map) []byte {
	for i := 0; i < len(src); {
		if d.afterCR {
			d.afterCR = false
			if src[i] == '\n' {
				dst = d.lineFeed(dst, src[i:i+1], at+int64(i), m)
				i++
				continue
			}
		}
		var n int
		if d.atLine() {
			dst, n = d.fixed(dst, src[i:], at+int64(i), m)
		}
		if n == 0 {
			dst, n = d.step(dst, src[i:], at+int64(i), m)
		}
		i += n
	}
	return dst
}

// atLine reports whether a line begins here that cannot continue a paragraph.
func (d *Decoder) atLine() bool {
	return d.line.state == quoteMarks && d.line.depth == 0 && !d.paragraph.open
}

// fixed copies the whole lines at the beginning of src that remain unchanged: fixed lines
// that are not stuffed, or have a space after their quote marks. It returns the number of
// bytes of src that it copied. Most lines are of this kind, and take a tenth of the time
// that they take in step.
func (d *Decoder) fixed(dst, src []byte, at int64, m *offset.Map) ([]byte, int) {
	n, copied := 0, 0
	for n < len(src) {
		size := bytes.IndexByte(src[n:min(len(src), n+maxLine)], '\n') + 1
		depth, ok := fixedDepth(src[n : n+size])
		if !ok {
			break
		}
		if depth != d.lastDepth {
			m.Copy(n+depth-copied, at+int64(copied))
			copied = n + depth
			d.line.depth = depth
			d.addDepth(m)
			d.line.depth = 0
		}
		n += size
	}
	m.Copy(n-copied, at+int64(copied))
	if n > 0 {
		d.paragraph.space = false
	}
	return append(dst, src[:n]...), n
}

// fixedDepth returns the quote depth of a line that ends in LF or CRLF, and whether the
// line remains unchanged.
func fixedDepth(line []byte) (depth int, ok bool) {
	text := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	switch {
	case len(line) == 0 || bytes.IndexByte(text, '\r') >= 0:
		return 0, false
	case len(text) == 0:
		return 0, true
	}
	for depth < len(text) && text[depth] == '>' {
		depth++
	}
	stuffed := depth < len(text) && text[depth] == ' '
	return depth, stuffed == (depth > 0) && text[len(text)-1] != ' '
}

// Close appends the text that was held back. It must be called at the end of the text,
// which ends any line.
func (d *Decoder) Close(dst []byte, m *offset.Map) []byte {
	switch l := &d.line; {
	case l.state == quoteMarks && l.depth == 0:
		return d.closeParagraph(dst, m)
	case l.state == quoteMarks:
		dst = d.endQuoteMarks(dst, false, m)
		return d.endBeginning(dst, true, m)
	case l.state == beginning:
		return d.endBeginning(dst, true, m)
	}
	return dst
}

// step reads a part of a line, and returns its length in src.
func (d *Decoder) step(dst, src []byte, at int64, m *offset.Map) ([]byte, int) {
	c := src[0]
	switch l := &d.line; l.state {
	case quoteMarks:
		if l.depth == 0 {
			l.at = at
		}
		if c == '>' {
			return d.quoteMark(dst, src, at, m), 1
		}
		dst = d.endQuoteMarks(dst, c == ' ', m)
		if c == ' ' {
			return dst, 1
		}
		return dst, 0
	case beginning:
		if l.matched < len(signature) && c == signature[l.matched] {
			l.matched++
			return dst, 1
		}
		return d.endBeginning(dst, c == '\n' || c == '\r', m), 0
	}
	if c == '\n' || c == '\r' {
		return d.endLine(dst, src[:1], at, m), 1
	}
	return d.content(dst, src, at, m)
}

// quoteMark reads a quote mark. "Logically, this test for quoted lines is done before any
// other tests (that is, before checking for space-stuffed and flowed)."
func (d *Decoder) quoteMark(dst, src []byte, at int64, m *offset.Map) []byte {
	l, p := &d.line, &d.paragraph
	l.depth++
	if l.settled {
		return d.put(dst, src[:1], at, m)
	}
	if !p.open || l.depth > p.depth {
		return d.newParagraph(dst, m)
	}
	return dst
}

// endQuoteMarks decides whether the line continues the paragraph, if its quote depth
// decides that. If the depth differs from that of the flowed line before, the receiver is
// to use "the 'quote-depth-wins' rule, which is to ignore the flowed indicator and treat
// the line as fixed. That is, the change in quote depth ends the paragraph."
func (d *Decoder) endQuoteMarks(dst []byte, stuffed bool, m *offset.Map) []byte {
	l, p := &d.line, &d.paragraph
	l.state, l.stuffed = beginning, stuffed
	if !l.settled && (!p.open || l.depth != p.depth) {
		dst = d.newParagraph(dst, m)
	}
	if l.settled {
		d.addDepth(m)
		dst = d.separate(dst, m)
	}
	return dst
}

// addDepth adds the depth of the line to Depths, if it differs from the last one.
func (d *Decoder) addDepth(m *offset.Map) {
	if depth := d.line.depth; depth != d.lastDepth {
		d.lastDepth = depth
		d.Depths = append(d.Depths, Depth{m.Len(), depth})
	}
}

// endBeginning decides whether the line is a signature line: the line ends here, and its
// content is signature. Any other line continues an open paragraph.
func (d *Decoder) endBeginning(dst []byte, atEnd bool, m *offset.Map) []byte {
	l := &d.line
	l.state = content
	if !l.settled {
		if atEnd && l.matched == len(signature) {
			dst = d.newParagraph(dst, m)
			dst = d.separate(dst, m)
		}
		l.settled, d.paragraph.open = true, false
	}
	at := l.at + int64(l.depth)
	if l.stuffed {
		at++
	}
	return d.put(dst, []byte(signature[:l.matched]), at, m)
}

// newParagraph closes the paragraph and begins another one in this line, with the quote
// marks that the line has so far.
func (d *Decoder) newParagraph(dst []byte, m *offset.Map) []byte {
	dst = d.closeParagraph(dst, m)
	d.line.settled = true
	d.paragraph.size = 0
	for i := range d.line.depth {
		dst = d.put(dst, []byte(">"), d.line.at+int64(i), m)
	}
	return dst
}

// closeParagraph appends the line end that was held back.
func (d *Decoder) closeParagraph(dst []byte, m *offset.Map) []byte {
	p := &d.paragraph
	if p.open {
		dst = d.put(dst, []byte(p.end), p.endAt, m)
		p.open = false
	}
	return dst
}

// separate appends the space between quote marks and content. It is the space that the
// line is stuffed with, if it is stuffed.
func (d *Decoder) separate(dst []byte, m *offset.Map) []byte {
	l := &d.line
	if l.depth == 0 {
		return dst
	}
	at := l.at + int64(l.depth)
	if l.stuffed {
		return d.put(dst, []byte(" "), at, m)
	}
	m.Add(1, at, 1, 0)
	d.paragraph.size++
	return append(dst, ' ')
}

// content reads content up to the end of the line or of src.
func (d *Decoder) content(dst, src []byte, at int64, m *offset.Map) ([]byte, int) {
	l := &d.line
	n := lineLen(src[:min(len(src), maxLine)])
	if l.space && d.DelSp {
		dst = d.put(dst, []byte(" "), l.spaceAt, m)
	}
	text := src[:n]
	if l.space = text[n-1] == ' '; l.space && d.DelSp {
		text, l.spaceAt = text[:n-1], at+int64(n-1)
	}
	return d.put(dst, text, at, m), n
}

// lineLen returns the length of the line that src begins with, without its end.
func lineLen(src []byte) int {
	for _, c := range [...]byte{'\n', '\r'} {
		if n := bytes.IndexByte(src, c); n >= 0 {
			src = src[:n]
		}
	}
	return len(src)
}

// endLine reads the first character of a line end: "If the line ends in a space, the line
// is flowed. Otherwise it is fixed." If DelSp is yes, "the trailing space immediately
// prior to the line's CRLF is logically deleted": content has held it back.
func (d *Decoder) endLine(dst, end []byte, at int64, m *offset.Map) []byte {
	l, p := &d.line, &d.paragraph
	flowed := l.space && l.depth <= maxDepth
	if flowed && d.full() {
		flowed, d.broken = false, true
	}
	if flowed {
		p.open, p.depth = true, l.depth
		p.end, p.endAt = string(end), at
	} else {
		dst = d.put(dst, end, at, m)
	}
	d.afterCR = end[0] == '\r'
	d.line.state, l.depth, l.settled, l.matched, l.space = quoteMarks, 0, false, 0, false
	return dst
}

// Broken reports whether a paragraph was longer than MaxParagraph and was broken.
func (d *Decoder) Broken() bool { return d.broken }

// full reports whether the paragraph must be broken here.
func (d *Decoder) full() bool {
	p, limit := &d.paragraph, d.MaxParagraph
	if limit == 0 {
		limit = maxParagraph
	}
	return p.size >= limit && (p.space || p.size >= 2*limit)
}

// lineFeed reads the LF of CRLF.
func (d *Decoder) lineFeed(dst, lf []byte, at int64, m *offset.Map) []byte {
	if p := &d.paragraph; p.open {
		p.end = "\r\n"
		return dst
	}
	return d.put(dst, lf, at, m)
}

// put appends text unchanged.
func (d *Decoder) put(dst, text []byte, at int64, m *offset.Map) []byte {
	if len(text) == 0 {
		return dst
	}
	m.Copy(len(text), at)
	d.paragraph.size += len(text)
	d.paragraph.space = text[len(text)-1] == ' '
	return append(dst, text...)
}
