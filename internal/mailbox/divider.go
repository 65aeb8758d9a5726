package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// A divider divides the lines of an input into bodies: it recognizes every line that
// may end a body. It looks at lines ahead of the position. It consumes none of them,
// only the first byte of a stuffed line.
type divider struct {
	in         *lines
	separators      // between messages
	nesting         // the parts, with their boundaries
	wire       bool // lines are in the wire format of news, which stuffs dots
	inField    bool // the body is a field too long to be held, which ends at the first line that does not continue it

	seek bool    // the body may have data in it
	lead preface // to the data that follows the body, if the delimiter is beginOfData

	searched searched // of the lines that untilDivider looks for
	strays   strays
}

// maxChunk is the number of bytes that are decoded at once. They are still in the
// processor's cache when they are decoded.
const maxChunk = 32 << 10

// reset prepares d for another input in the format f.
func (d *divider) reset(f detect.Format) {
	*d = divider{in: d.in, separators: separators{format: f}, nesting: nesting{frames: d.frames[:0]}}
}

// A delimiter is the end of a body or a header.
type delimiter struct {
	kind  delimiterKind
	frame int // index of the frame that the boundary belongs to
}

type delimiterKind uint8

const (
	none        delimiterKind = iota
	boundary                  // "--boundary"
	closing                   // "--boundary--"
	separator                 // lines before the next message
	endOfField                // end of a field too long to be held
	beginOfData               // lines before data in a text
	endOfData                 // end of data in a text
	endOfInput
)

// chunk returns the length of the next lines of a body and, if it is known, the
// delimiter that follows them. base64 says that the body is base64. A line too long for
// the window is returned in pieces. So is a line that is incomplete in the window,
// unless it is base64: chunk does not wait for the rest of it.
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
				if end.kind == beginOfData {
					n += d.lead.size
				}
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

// plainLines returns the length of the lines that begin n bytes after the position and
// that mayDelimit rejects, up to the end of the chunk. It searches for the bytes that a
// delimiter begins with, which takes far less time than a test of each line. In the
// rarer formats it returns 0.
func (d *divider) plainLines(n int, base64 bool) int {
	if d.inField || d.in.data.kind != noData || d.wire || d.format == detect.MMDF || d.format == detect.Batch {
		return 0
	}
	eol, at := d.in.end(), d.in.offset()+int64(n)
	lines := d.in.rest(n)
	lines = lines[:min(len(lines), maxChunk-n)]
	if base64 {
		return bytes.LastIndexByte(lines[:d.strays.index(lines, at)], eol) + 1
	}
	return d.untilDivider(lines, at)
}

// untilDivider returns the length of the lines before the first line that begins with
// "--", if a multipart is open, with "From " or its quoted form, in an mbox, or like the
// line before data, if seek is set. The last line may be incomplete: it does not count. at
// is the offset of lines in the input. A match of mayDivide that is not at the beginning of
// a line means that the rest of that line can be skipped.
func (d *divider) untilDivider(lines []byte, at int64) int {
	multipart, mbox, eol := len(d.frames) > 0, d.format == detect.Mbox, d.in.end()
	if !multipart && !mbox && !d.seek {
		return bytes.LastIndexByte(lines, eol) + 1
	}
	seen := d.searched.prefix(lines, at)
	for n := seen; n < len(lines); {
		if n += mayDivide(lines[n:]); n == len(lines) {
			break
		}
		begin, wanted := n, false
		switch lines[n] {
		case '-':
			wanted = multipart
		case 'F':
			for begin > seen && lines[begin-1] == '>' {
				begin--
			}
			wanted = mbox && bytes.HasPrefix(lines[n:], []byte(detect.FromLine))
		case 'b':
			if begin >= 2 && lines[begin-1] == 'y' && lines[begin-2] == '=' {
				begin -= 2
			}
			wanted = d.seek
		}
		if wanted && (begin == 0 || lines[begin-1] == eol) {
			d.searched = searched(at + int64(begin))
			return begin
		}
		i := bytes.IndexByte(lines[n:], eol)
		if i < 0 {
			break
		}
		n += i + 1
	}
	n := bytes.LastIndexByte(lines, eol) + 1
	d.searched = searched(at + int64(n))
	return n
}

// mayDelimit reports whether a line that begins with b may be a delimiter or a stuffed
// line. It is called for every line and rejects nearly all of them by their first two
// bytes.
func (d *divider) mayDelimit(b []byte) bool {
	if d.inField || d.in.data.kind != noData || len(b) < 2 {
		return true
	}
	switch b[0] {
	case 'b', '=':
		return d.seek && mayBeginData(b)
	case '-':
		return b[1] == '-' && len(d.frames) > 0
	case 'F':
		return b[1] == 'r' && d.format == detect.Mbox
	case '>':
		return (b[1] == '>' || b[1] == 'F') && d.format == detect.Mbox
	case '.':
		return b[1] == '.' && d.wire
	case detect.MMDFLine[0]:
		return d.format == detect.MMDF
	case detect.BatchLine[0]:
		return d.format == detect.Batch
	}
	return false
}

// isStuffed reports whether the first byte of line was added when the message was
// stored: the ">" before "From ", always in mboxrd and as far as it can be recognized
// in other formats, or the "." before another one in the wire format of news (RFC 3977,
// section 3.1.1).
func (d *divider) isStuffed(line []byte) bool {
	switch line[0] {
	case '>':
		return d.format == detect.Mbox && detect.IsQuotedFrom(line)
	case '.':
		return d.wire && len(line) > 1 && line[1] == '.'
	}
	return false
}

// delimiterAt returns the delimiter of a body, or of a field that is read like one, at
// the line that begins n bytes after the position.
func (d *divider) delimiterAt(n int) delimiter {
	if d.inField {
		if detect.IsFolded(d.in.lineAt(n)) {
			return delimiter{}
		}
		return delimiter{kind: endOfField}
	}
	end := d.dividerAt(n)
	if end.kind == none && (d.seek || d.in.data.kind != noData) {
		end.kind = d.dataAt(n)
	}
	return end
}

// dividerAt returns the delimiter between parts or messages at the line that begins n
// bytes after the position.
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

// searched is the input offset up to which a search, from the position on, has found
// nothing. The next search need not examine these bytes again if the lines before it
// ended for another reason. So the total time is linear.
type searched int64

// prefix returns the number of bytes of text, which is at the offset at, that have been
// searched.
func (s searched) prefix(text []byte, at int64) int {
	return int(min(max(0, int64(s)-at), int64(len(text))))
}

// strays finds strays in a base64 body: bytes that prefilter.Stray looks for. There are
// none in the input from the offset from on, up to searched.
type strays struct {
	from     int64
	searched searched
}

// index returns the index of the first stray in text, which is at the offset at of the
// input, or len(text). In base64 "F" is frequent and a stray is not, so this search is
// faster than mayDivide.
func (s *strays) index(text []byte, at int64) int {
	n := s.searched.prefix(text, at)
	if n == 0 {
		s.from = at
	}
	n += prefilter.Stray(text[n:])
	s.searched = searched(at + int64(n))
	return n
}

// occurIn reports whether raw, which is at the offset at of the input, has a stray. If
// raw is all base64, index has already examined everything but the first and the last
// line.
func (s *strays) occurIn(raw []byte, at int64) bool {
	to := s.searched.prefix(raw, at)
	from := min(to, int(max(0, s.from-at)))
	return prefilter.Stray(raw[:from]) < from || prefilter.Stray(raw[to:]) < len(raw)-to
}

// maxHead is the number of bytes of a body that are examined to choose between two
// declarations.
const maxHead = 4 << 10

// headHas reports whether is returns true for a line in the head of the body, or for
// the line that ends the body.
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

// endsBody reports whether line, which begins n bytes after the position, separates
// messages or is a known boundary.
func (d *divider) endsBody(n int, line []byte) bool {
	if line[0] != '-' {
		return d.mayDelimit(line) && d.dividerAt(n).kind != none
	}
	return d.isBoundary(line)
}
