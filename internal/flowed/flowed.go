// Package flowed reads text that is declared text/plain; format=flowed, RFC 3676:
// it puts the lines of each paragraph together again.
//
// # Terms
//
// A line is flowed if its content ends in a space, and fixed else. Its content is
// what follows its quote marks, ">", and the one space that it may be stuffed
// with. How many quote marks it has is its quote depth. Flowed lines of one depth
// and the fixed line behind them are a paragraph.
//
// # Flow
//
// A paragraph becomes a line: its quote marks, a space if there are any, the
// contents of its lines, and the line end of the last one. What goes away, line
// ends, quote marks and stuffing, are gaps in the [offset.Map]. A line end is LF,
// CRLF or CR, and is kept as it is.
//
// What is certain is given out at once. Held back are the end of a flowed line,
// and what the next one begins with up to where one sees whether it goes on
// with the paragraph; with DelSp, a space that may be the last one of its line.
package flowed

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/offset"
)

const (
	// maxParagraph is how many bytes of text a paragraph has before it is
	// broken behind a space; at twice that it is broken anyway.
	maxParagraph = 64 << 10

	// maxLine is how much of a line is looked at at once: its end is searched
	// for in vain where lines end in CR.
	maxLine = 1 << 10

	// maxDepth is the greatest quote depth of a flowed line. Deeper ones are
	// fixed: so many quote marks may have to be held back.
	maxDepth = 1000
)

// signature is the content of the line above a signature. RFC 3676, section 4.2:
// "Such lines end in a space but are neither flowed nor fixed." Here they are
// fixed and begin a paragraph, which is to say that they stand alone.
const signature = "-- "

// A Decoder puts the paragraphs of format=flowed text together again.
type Decoder struct {
	// DelSp is whether the space that makes a line flowed is not part of the
	// text, which is what the parameter DelSp=yes says.
	DelSp bool

	// MaxParagraph is the length in bytes from which on a paragraph is broken at
	// the next space that ends a line; twice as long, it is broken anywhere. 0 is
	// 64 KiB.
	MaxParagraph int

	// Depths says how deep the lines of the text are quoted: each from At (an
	// offset in the text, as m.Len counts) up to the next. What is quoted there
	// cannot be told from what looks like it ("> >", or a stuffed ">") by the
	// text alone. Append and Close add to it; the caller may take away.
	Depths []Depth

	paragraph struct {
		open  bool // its last line is flowed, and the end of that held back
		end   string
		endAt int64
		depth int
		size  int
		space bool // the text so far ends in one
	}
	line struct {
		state   state
		at      int64
		depth   int  // how many quote marks there are, so far
		stuffed bool // there is a space behind them
		settled bool // it is known whether the line goes on with the paragraph
		matched int  // how much of signature the content begins with
		space   bool // the content so far ends in one
		spaceAt int64
	}
	told    int  // the last of Depths
	broken  bool // a paragraph was
	afterCR bool // an LF that comes next belongs to the line end before it
}

// A Depth is how many quote marks the text from At on has before its lines.
type Depth struct {
	At    int64
	Depth int
}

// A state is what of a line is being read.
type state int

const (
	quoteMarks state = iota
	beginning        // of the content, as long as it may be a signature line
	content
)

// Append decodes src, which stands at offset at of the text that is decoded,
// appends it to dst and tells m where each byte came from. Text may be split
// anywhere.
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

// atLine reports whether a line begins that does not go on with a paragraph.
func (d *Decoder) atLine() bool {
	return d.line.state == quoteMarks && d.line.depth == 0 && !d.paragraph.open
}

// fixed copies whole lines that src begins with and that stay as they are: fixed
// ones that are not stuffed, or are behind quote marks. It returns how much of src
// they are. Most lines are such, and cost a tenth of what they do step by step.
func (d *Decoder) fixed(dst, src []byte, at int64, m *offset.Map) ([]byte, int) {
	n, told := 0, 0
	for n < len(src) {
		size := bytes.IndexByte(src[n:min(len(src), n+maxLine)], '\n') + 1
		depth, ok := fixedDepth(src[n : n+size])
		if !ok {
			break
		}
		if depth != d.told {
			m.Copy(n+depth-told, at+int64(told))
			told = n + depth
			d.line.depth = depth
			d.tellDepth(m)
			d.line.depth = 0
		}
		n += size
	}
	m.Copy(n-told, at+int64(told))
	if n > 0 {
		d.paragraph.space = false
	}
	return append(dst, src[:n]...), n
}

// fixedDepth returns how deep a line is quoted that ends in LF or CRLF, and whether
// it is one that stays as it is.
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

// Close appends what was held back, at the end of the text, where a line ends in
// any case.
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

// step reads some of a line and returns how much.
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

// quoteMark reads a quote mark. "Logically, this test for quoted lines is done
// before any other tests (that is, before checking for space-stuffed and
// flowed)."
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

// endQuoteMarks decides about the line whether its depth does. Where that
// differs from the depth of a flowed line before it, the receiver is to use "the
// 'quote-depth-wins' rule, which is to ignore the flowed indicator and treat the
// line as fixed. That is, the change in quote depth ends the paragraph."
func (d *Decoder) endQuoteMarks(dst []byte, stuffed bool, m *offset.Map) []byte {
	l, p := &d.line, &d.paragraph
	l.state, l.stuffed = beginning, stuffed
	if !l.settled && (!p.open || l.depth != p.depth) {
		dst = d.newParagraph(dst, m)
	}
	if l.settled {
		d.tellDepth(m)
		dst = d.separate(dst, m)
	}
	return dst
}

// tellDepth adds the depth of the line to Depths, if it is another one.
func (d *Decoder) tellDepth(m *offset.Map) {
	if depth := d.line.depth; depth != d.told {
		d.told = depth
		d.Depths = append(d.Depths, Depth{m.Len(), depth})
	}
}

// endBeginning decides whether the line is a signature line, which it is if it
// ends here and is all that one has. Else it goes on with an open paragraph.
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

// newParagraph closes the paragraph and begins another one in this line, with
// the quote marks that it has so far.
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

// separate appends the space between quote marks and content: that which the
// line is stuffed with, if it is.
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

// content reads content up to the end of the line, or of src.
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

// endLine reads the first character of a line end: "If the line ends in a space,
// the line is flowed. Otherwise it is fixed." If DelSp is yes, "the trailing space
// immediately prior to the line's CRLF is logically deleted": it has not been
// given out.
func (d *Decoder) endLine(dst, end []byte, at int64, m *offset.Map) []byte {
	l, p := &d.line, &d.paragraph
	goesOn := l.space && l.depth <= maxDepth
	if goesOn && d.full() {
		goesOn, d.broken = false, true
	}
	if goesOn {
		p.open, p.depth = true, l.depth
		p.end, p.endAt = string(end), at
	} else {
		dst = d.put(dst, end, at, m)
	}
	d.afterCR = end[0] == '\r'
	d.line.state, l.depth, l.settled, l.matched, l.space = quoteMarks, 0, false, 0, false
	return dst
}

// Broken reports whether a paragraph was longer than MaxParagraph, and so broken.
func (d *Decoder) Broken() bool { return d.broken }

// full reports whether the paragraph is to be broken here.
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

// put appends text as it stands.
func (d *Decoder) put(dst, text []byte, at int64, m *offset.Map) []byte {
	if len(text) == 0 {
		return dst
	}
	m.Copy(len(text), at)
	d.paragraph.size += len(text)
	d.paragraph.space = text[len(text)-1] == ' '
	return append(dst, text...)
}
