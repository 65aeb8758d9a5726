package mailbox

import (
	"bytes"
	"strconv"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

// A frame is a multipart or a message that the place is in. They nest.
type frame struct {
	multipart bool
	boundary  string // of a multipart; "" when it is not known yet
	digest    bool   // parts are messages unless they say otherwise (RFC 2046, 5.1.5)
	prefix    string // of the numbers of its parts
	parts     int    // begun so far
	closed    bool   // the closing boundary has been seen
	outer     Info   // of a message: the one around it
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
	separator                // what stands before the next message
	endOfField               // of one that is longer than what is held
	endOfInput
)

// mayDelimit reports whether what begins with b may be a delimiter, or one of the
// stuffed lines that are looked for along with them. It is asked about every
// line, and says no to nearly all of them by their first two bytes.
func (r *Reader) mayDelimit(b []byte) bool {
	if r.inHeader || len(b) < 2 {
		return true
	}
	switch b[0] {
	case '-':
		return b[1] == '-' && len(r.frames) > 0
	case 'F':
		return b[1] == 'r' && r.format == Mbox
	case '>':
		return (b[1] == '>' || b[1] == 'F') && r.format == Mbox
	case '.':
		return b[1] == '.' && r.wire
	case mmdfLine[0]:
		return r.format == MMDF
	case batchLine[0]:
		return r.format == Batch
	}
	return false
}

// delimiterAt returns which delimiter the line is that begins n bytes behind
// the place, of a body or of what is read as one.
func (r *Reader) delimiterAt(n int) delimiter {
	if r.inHeader {
		if isFolded(r.in.lineAt(n)) {
			return delimiter{}
		}
		return delimiter{kind: endOfField}
	}
	return r.dividerAt(n)
}

// dividerAt returns which delimiter the line is that begins n bytes behind the
// place, of parts or of messages.
func (r *Reader) dividerAt(n int) delimiter {
	line := r.in.lineAt(n)
	switch line[0] {
	case '-':
		if len(line) > 1 && line[1] == '-' {
			if d := r.boundaryAt(n, line); d.kind != none {
				return d
			}
		}
	case 'F':
		if r.format == Mbox && bytes.HasPrefix(line, []byte(fromLine)) && r.separatorAt(n, len(line)) {
			return delimiter{kind: separator}
		}
	case mmdfLine[0]:
		if r.format == MMDF && bytes.HasPrefix(line, []byte(mmdfLine)) {
			return delimiter{kind: separator}
		}
	case batchLine[0]:
		if r.format == Batch && isBatchLine(line) {
			at, size := r.in.offset()+int64(n), len(line)
			if at >= r.batchEnd || isCommonField(r.in.lineAt(n+size)) {
				return delimiter{kind: separator}
			}
		}
	}
	return delimiter{}
}

// separatorAt reports whether the "From " line of that size that begins n bytes
// behind the place divides messages. A longer one than maxFrom does not: the lines
// behind it might not be in the window.
func (r *Reader) separatorAt(n, size int) bool {
	if size > maxFrom {
		return false
	}
	near := neighbourhood{afterBlank: r.in.afterBlank(n)}
	next := len(r.in.lineAt(n + size))
	if r.dateless {
		near.next2 = r.in.lineAt(n + size + next)
	}
	near.line = r.in.rest(n)[:size] // now, as the window may have moved
	near.next1 = r.in.rest(n + size)[:next]
	near.next1 = near.next1[:min(len(near.next1), maxFrom)]
	near.next2 = near.next2[:min(len(near.next2), maxFrom)]
	return near.separates(r.dateless)
}

// boundaryAt returns the delimiter that a line that begins with "--" is.
// All frames are tried, the innermost first, by the whole line, since one
// boundary may be the beginning of another. "Boundary delimiters must not
// appear within the encapsulated material" (RFC 2046, 5.1.1).
func (r *Reader) boundaryAt(n int, line []byte) delimiter {
	text := trimWhite(line[2:])
	if len(text) == 0 || len(text) > maxBoundary+len("--") {
		return delimiter{}
	}
	for i := len(r.frames) - 1; i >= 0; i-- {
		f := &r.frames[i]
		if !f.multipart || f.boundary == "" {
			continue
		}
		rest, ok := bytes.CutPrefix(text, []byte(f.boundary))
		switch {
		case !ok:
		case len(rest) == 0:
			return delimiter{boundary, r.open(i)}
		case string(rest) == "--":
			return delimiter{closing, r.open(i)}
		}
	}
	next := r.in.lineAt(n + len(line)) // which may move the window
	text = trimWhite(r.in.lineAt(n)[2:])
	if i := len(r.frames) - 1; i >= 0 && r.frames[i].adopts(text, next) {
		r.shared.note(oddBoundary)
		r.frames[i].boundary = string(text)
		return delimiter{boundary, i}
	}
	return delimiter{}
}

// open returns the frame whose boundary frame i has, and which is not closed yet.
// If all of them are closed, frame i goes on.
func (r *Reader) open(i int) int {
	for k := i; k >= 0; k-- {
		if f := &r.frames[k]; f.multipart && !f.closed && f.boundary == r.frames[i].boundary {
			return k
		}
	}
	return i
}

// adopts reports whether a multipart takes text, behind "--", for its boundary:
// because none was declared, or because the one declared has not been seen and a
// field of a part's header follows.
func (f *frame) adopts(text, next []byte) bool {
	if !f.multipart || f.parts > 0 || bytes.IndexByte(text, ' ') >= 0 ||
		!bytes.ContainsFunc(text, func(c rune) bool { return c < 0x80 && ascii.Is(byte(c), ascii.AlphaDigit) }) {
		return false
	}
	return f.boundary == "" || isContentField(next)
}

func isContentField(line []byte) bool {
	name := header.FieldName(line)
	return len(name) > len("Content-") && bytes.EqualFold(name[:len("Content-")], []byte("Content-"))
}

// push goes into a multipart or a message. It returns false when they are
// nested too deep.
func (r *Reader) push(f frame) bool {
	if len(r.frames)+r.depth >= r.opts.Limits.Depth {
		r.shared.note(oddDepth)
		return false
	}
	r.frames = append(r.frames, f)
	return true
}

// popTo goes out of all frames behind the first n.
func (r *Reader) popTo(n int) {
	for len(r.frames) > n {
		f := &r.frames[len(r.frames)-1]
		switch {
		case !f.multipart:
			r.info = f.outer
		case !f.closed:
			r.shared.note(oddUnclosed)
		}
		r.frames = r.frames[:len(r.frames)-1]
	}
}

// number returns the number of a part: those of RFC 9051, section 6.4.5.
func (f *frame) number() string { return join(f.prefix, f.parts) }

func join(prefix string, n int) string {
	if prefix == "" {
		return strconv.Itoa(n)
	}
	return prefix + "." + strconv.Itoa(n)
}
