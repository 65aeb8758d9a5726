package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// A divider divides the lines of an input into bodies: it knows all that may end one. It
// reads ahead in the lines, and does not consume them, but for the bytes that stuff a line.
type divider struct {
	in         *lines
	separators      // of messages
	nesting         // of the parts, with their boundaries
	wire       bool // lines are as they come over the wire
	inField    bool // the body is a field too long to be held: it ends where no line goes on with it

	noDivider absence // of lines that untilDivider looks for
	strays    strays
}

// maxChunk is how much is decoded at once. What is decoded is read from the
// processor's cache then.
const maxChunk = 32 << 10

// reset makes ready for another input in that format.
func (d *divider) reset(f Format) {
	*d = divider{in: d.in, separators: separators{format: f}, nesting: nesting{frames: d.frames[:0]}}
}

// A delimiter is where a body, or a header, ends.
type delimiter struct {
	kind  delimiterKind
	frame int // index of the frame whose boundary it is
}

type delimiterKind uint8

const (
	none       delimiterKind = iota
	boundary                 // "--boundary"
	closing                  // "--boundary--"
	separator                // what is before the next message
	endOfField               // of one that is longer than what is held
	endOfInput
)

// chunk returns the length of the next lines of a body, which is in base64 or not, and
// what ends it after them, if that is known. A line too long for the window comes in pieces,
// and unless it is base64 so does one that has not come whole, rather than wait for the rest
// of it.
func (d *divider) chunk(base64 bool) (n int, end delimiter) {
	in, eol := d.in, d.in.end()
	for n < maxChunk {
		rest := in.rest(n)
		if len(rest) == 0 {
			if n > 0 {
				break
			}
			if !in.fill() {
				return 0, delimiter{kind: endOfInput}
			}
			continue
		}
		if (n > 0 || !in.midLine) && d.mayDelimit(rest) {
			if end := d.delimiterAt(n); end.kind != none {
				return n, end
			}
			if d.isStuffed(in.rest(n)) {
				if n > 0 {
					break
				}
				in.skip(1)
				in.midLine = true
				continue
			}
			rest = in.rest(n)
		}
		rest = rest[:min(len(rest), maxLine)]
		i := bytes.IndexByte(rest, eol)
		if i >= 0 {
			n += i + 1
			if n < maxChunk {
				n += d.plainLines(n, base64)
			}
			continue
		}
		if n > 0 {
			break
		}
		if !base64 || len(rest) == maxLine || !in.fill() {
			return len(rest), delimiter{}
		}
	}
	return n, delimiter{}
}

// plainLines returns the length of lines that begin n bytes after the place and
// of which mayDelimit says no, up to the end of the chunk. It looks for what such
// lines begin with, which takes far less time than to look at each; but not
// in the rarer formats.
func (d *divider) plainLines(n int, base64 bool) int {
	if d.inField || d.wire || d.format == MMDF || d.format == Batch {
		return 0
	}
	eol, at := d.in.end(), d.in.offset()+int64(n)
	lines := d.in.rest(n)
	lines = lines[:min(len(lines), maxChunk-n)]
	if base64 {
		return bytes.LastIndexByte(lines[:d.strays.index(lines, at)], eol) + 1
	}
	return d.untilDivider(lines[:bytes.LastIndexByte(lines, eol)+1], at)
}

// untilDivider returns the length of the lines, which begin at an offset of the input,
// before the first that begins with "--", if that may be a delimiter here, or with
// "From " or that quoted, in an mbox. There is none after what mayDivide finds in any
// other place of a line.
func (d *divider) untilDivider(lines []byte, at int64) int {
	multipart, mbox := len(d.frames) > 0, d.format == Mbox
	if !multipart && !mbox {
		return len(lines)
	}
	eol, looked := d.in.end(), d.noDivider.looked(lines, at)
	n := looked
	for {
		if n += mayDivide(lines[n:]); n == len(lines) {
			break
		}
		begin := n
		if lines[n] == 'F' {
			for begin > looked && lines[begin-1] == '>' {
				begin--
			}
		}
		wanted := multipart && lines[n] == '-' || mbox && bytes.HasPrefix(lines[n:], []byte(fromLine))
		if wanted && (begin == 0 || lines[begin-1] == eol) {
			n = begin
			break
		}
		n += bytes.IndexByte(lines[n:], eol) + 1
	}
	d.noDivider = absence(at + int64(n))
	return n
}

// mayDelimit reports whether what begins with b may be a delimiter, or one of the
// stuffed lines that are looked for along with them. It is asked about every
// line, and says no to nearly all of them by their first two bytes.
func (d *divider) mayDelimit(b []byte) bool {
	if d.inField || len(b) < 2 {
		return true
	}
	switch b[0] {
	case '-':
		return b[1] == '-' && len(d.frames) > 0
	case 'F':
		return b[1] == 'r' && d.format == Mbox
	case '>':
		return (b[1] == '>' || b[1] == 'F') && d.format == Mbox
	case '.':
		return b[1] == '.' && d.wire
	case mmdfLine[0]:
		return d.format == MMDF
	case batchLine[0]:
		return d.format == Batch
	}
	return false
}

// isStuffed reports whether the first byte of line was added when the message was stored:
// the ">" before "From ", always in mboxrd and as far as can be known in others, and the "."
// before another one in the wire format of news (RFC 3977, section 3.1.1).
func (d *divider) isStuffed(line []byte) bool {
	switch line[0] {
	case '>':
		return d.format == Mbox && isQuotedFrom(line)
	case '.':
		return d.wire && len(line) > 1 && line[1] == '.'
	}
	return false
}

// delimiterAt returns which delimiter the line is that begins n bytes after
// the place, of a body or of what is read as one.
func (d *divider) delimiterAt(n int) delimiter {
	if d.inField {
		if isFolded(d.in.lineAt(n)) {
			return delimiter{}
		}
		return delimiter{kind: endOfField}
	}
	return d.dividerAt(n)
}

// dividerAt returns which delimiter the line is that begins n bytes after the
// place, of parts or of messages.
func (d *divider) dividerAt(n int) delimiter {
	line := d.in.lineAt(n)
	if len(line) > 1 && line[0] == '-' && line[1] == '-' {
		return d.boundaryAt(d.in, n, line)
	}
	if d.separatesAt(d.in, n, line) {
		return delimiter{kind: separator}
	}
	return delimiter{}
}

// An absence is the offset in the input up to which something is known not to be,
// from the place on. What has been looked at need not be again when the next
// lines end sooner for another reason: so time is linear.
type absence int64

// looked returns how much of text, which is at an offset, has been looked at.
func (a absence) looked(text []byte, at int64) int {
	return int(min(max(0, int64(a)-at), int64(len(text))))
}

// strays looks for strays in a body in base64. None is in the input from an offset on, as
// far as the absence says.
type strays struct {
	from int64
	none absence
}

// index returns the index of the first stray in text, which is at an offset
// of the input; the length of text if there is none. In a body in base64 "F" is
// frequent and strays are not.
func (s *strays) index(text []byte, at int64) int {
	n := s.none.looked(text, at)
	if n == 0 {
		s.from = at
	}
	n += prefilter.Stray(text[n:])
	s.none = absence(at + int64(n))
	return n
}

// areIn reports whether raw, at an offset of the input, has a stray. If all is base64,
// index has looked at everything but the first line and the last.
func (s *strays) areIn(raw []byte, at int64) bool {
	to := s.none.looked(raw, at)
	from := min(to, int(max(0, s.from-at)))
	return prefilter.Stray(raw[:from]) < from || prefilter.Stray(raw[to:]) < len(raw)-to
}

// maxHead is how many bytes of a body are looked at to choose between two declarations.
const maxHead = 4 << 10

// headHas reports whether is holds for a line of the head of the body, or for the line
// that ends it.
func (d *divider) headHas(is func(line []byte) bool) bool {
	for n := 0; n < maxHead; n += len(d.in.lineAt(n)) {
		line := d.in.lineAt(n)
		if len(line) == 0 || is(line) {
			return len(line) > 0
		}
		if d.endsBody(n, line) {
			break
		}
	}
	return false
}

// endsBody reports whether line, which begins n bytes after the place, divides messages
// or is a known boundary.
func (d *divider) endsBody(n int, line []byte) bool {
	if line[0] != '-' {
		return d.mayDelimit(line) && d.dividerAt(n).kind != none
	}
	return d.isBoundary(line)
}
