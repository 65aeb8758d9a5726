package mailbox

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/header"
)

// A headReader reads the header of an entity. The header ends with a blank line, with a
// delimiter, or with a line that is not a field and has no field after it.
//
// begin, nextBlock and resume each consume a block. After that lookUp has examined all its
// fields, and next returns them. entity has the declarations of all fields examined
// since begin. It is complete after the last block, whose more is false.
type headReader struct {
	set   *settings
	in    *lines
	div   *divider // asked whether a line that does not look like a field is a delimiter
	notes *notes
	info  *Info // of the innermost message: the one with this header, unless it is the header of a part

	block  block
	entity entity
	cache  cache
	words  header.Decoder // of encoded words in fields
}

// begin reads the header of e, which is a message or a part with the given number.
func (r *headReader) begin(part string, e entity) {
	r.entity = e
	r.block.begin(r.in.offset(), r.in.line, part)
	r.block.all = !r.set.hinted || r.needsInfo()
	r.read()
	if e := &r.entity; e.digest && e.media.Type == "" {
		e.media.Type, e.media.Subtype = "message", "rfc822"
	}
}

// read reads the lines of a header up to its end, or up to the limit of bytes to hold.
func (r *headReader) read() {
	h := &r.block
	h.more = false
	for {
		r.readFields()
		if rest := r.in.rest(0); len(rest) > 0 && rest[0] == '\n' && !r.in.midLine && r.in.end() == '\n' {
			r.in.consumeLine(rest[:1]) // nearly all headers end so
			break
		}
		line := r.in.lineAt(0)
		if len(line) == 0 {
			break
		}
		if ascii.IsBlankLine(line) && !r.in.midLine {
			r.in.consumeLine(line)
			break
		}
		name := len(header.FieldName(line))
		if !r.in.midLine && (line[0] == '-' || name == 0 && !detect.IsFolded(line) && !detect.IsQuotedFrom(line)) &&
			!(r.firstLine(line) && len(r.div.frames) == 0) {
			if r.endsAt(line) {
				break
			}
			if line = r.in.lineAt(0); header.IsContinuation(line) {
				line = r.whiteLines(line)
				r.in.line += r.in.count(line[:len(line)-1])
			}
		}
		if len(h.raw) > 0 && len(h.raw)+len(line) > r.set.Limits.Header {
			h.more = true
			break
		}
		h.append(line, name, r.in.midLine)
		r.in.consumeLine(line)
	}
	r.lookUp()
}

// readFields reads lines while they are like nearly all header lines: complete, in the
// window, and a field or the continuation of one.
func (r *headReader) readFields() {
	if r.in.midLine || r.in.end() != '\n' {
		return
	}
	h, text := &r.block, r.in.rest(0)
	if bytes.HasPrefix(text, []byte(detect.FromLine)) {
		return
	}
	text = text[:max(0, min(len(text), maxLine, r.set.Limits.Header-len(h.raw)))]
	n := 0
	for more := true; more; {
		var size int
		size, more = h.addLines(text[n:])
		n += size
	}
	if n > 0 {
		h.raw = append(h.raw, text[:n]...)
		r.in.skip(n)
		r.in.blank = false
	}
}

// endsAt reports whether the header ends before line, the next one, which is not blank
// and does not look like a field. It ends at a delimiter, and at a line without a field
// after it.
func (r *headReader) endsAt(line []byte) bool {
	switch {
	case bytes.HasPrefix(line, []byte("--")) && r.declares(line):
		return true
	case r.div.mayDelimit(line) && r.div.dividerAt(0).kind != none:
		return true
	}
	line = r.in.lineAt(0)
	if detect.IsHeaderLine(line) || r.firstLine(line) {
		return false
	}
	if detect.IsHeaderLine(r.in.lineAt(r.in.lineAfter(line))) {
		r.notes.note(defectHeader)
		return false
	}
	r.notes.note(defectBody)
	return true
}

// whiteLines returns line, which is the next one and part of the header. If line is
// white space, whiteLines returns it with the lines of white space that follow, as far
// as they can be held. So the decision whether the header continues after them is made
// once for all.
func (r *headReader) whiteLines(line []byte) []byte {
	if !ascii.IsWhiteLine(line) {
		return line
	}
	if n := r.in.lineAfter(line); len(r.block.raw)+n <= r.set.Limits.Header {
		return r.in.rest(0)[:n]
	}
	return r.in.lineAt(0)
}

// firstLine reports whether line is a From_ line at the beginning of a message, in any
// format. In a nested message such a line may also separate the messages of an mbox:
// separators must be recognizable without the lines above them.
func (r *headReader) firstLine(line []byte) bool {
	h := &r.block
	return len(h.raw) == 0 && !h.resumed && r.entity.message && bytes.HasPrefix(line, []byte(detect.FromLine))
}

// declares reports whether line, in a header, is the boundary that the same header has
// declared, so that the blank line between them is missing.
func (r *headReader) declares(line []byte) bool {
	r.lookUp()
	b := r.entity.media.Param("boundary")
	return b != "" && string(trimWhite(line[2:])) == b
}

// lookUp examines the new fields and stores the values of those that describe the body
// or the message.
func (r *headReader) lookUp() {
	h := &r.block
	about := r.needsInfo()
	for ; h.seen < len(h.fields); h.seen++ {
		switch start := h.raw[h.fields[h.seen].From:]; {
		case start[0]|0x20 == 'c':
			if isContent(start) {
				r.contentField(h.seen)
			}
		case about && mayInform(start[0]):
			r.info.field(h.field(h.seen))
		}
	}
}

// needsInfo reports whether the header is one of a message and its Info is needed.
func (r *headReader) needsInfo() bool {
	return r.entity.message && (!r.set.SkipPlaces || r.set.Select != nil || r.div.format == detect.Message)
}

// contentField stores the i-th field of the block, if it is defined by MIME.
func (r *headReader) contentField(i int) {
	field := r.block.text(i)
	if f := r.cache.fields.find(field); f != nil {
		r.declare(f)
		return
	}
	name, _ := r.block.field(i)
	switch body := header.Body(field[len(name):]); {
	case isNamed(name, "Content-Type"):
		f := r.cache.add(field, body, true)
		r.declare(&f)
	case isNamed(name, "Content-Transfer-Encoding"):
		f := r.cache.add(field, body, false)
		r.declare(&f)
	case isNamed(name, "Content-Base"):
		r.contentURL(&r.entity.base, body)
	case isNamed(name, "Content-Location"):
		r.contentURL(&r.entity.location, body)
	}
}

// declare stores what f declares. The first of several fields with one name counts, unless
// entity.choose finds that the body agrees with another.
func (r *headReader) declare(f *contentField) {
	e := &r.entity
	switch {
	case f.isType:
		if e.other != nil && e.other.media.Type != "" {
			break
		}
		if f.media.More {
			r.notes.note(defectParameters)
		}
		if e.media.Type == "" {
			e.media = f.media
		} else if f.media.Type != "" && differs(&e.media, &f.media) {
			r.declareAgain("Content-Type").media = f.media
		}
	case e.encoding == "":
		e.encoding = f.encoding
	case f.encoding != "" && f.encoding != e.encoding && !(isIdentity(f.encoding) && isIdentity(e.encoding)):
		if d := r.declareAgain("Content-Transfer-Encoding"); d.encoding == "" {
			d.encoding = f.encoding
		}
	}
}

// contentURL sets to to the URL in the body of a field, if it is absolute and to is
// empty.
func (r *headReader) contentURL(to *string, body []byte) {
	if *to != "" {
		return
	}
	if url := r.words.Text(body); strings.Contains(url, "://") {
		*to = strings.Trim(url, `"<>`)
	}
}

// isContent reports whether b may begin a field that contentField handles:
// Content-Type, Content-Transfer-Encoding, Content-Base or Content-Location.
func isContent(b []byte) bool {
	const name = "content-"
	if len(b) <= len(name) || binary.LittleEndian.Uint64(b)|lowerCase != binary.LittleEndian.Uint64([]byte(name)) {
		return false
	}
	next := b[len(name)] | 0x20
	return next == 't' || next == 'b' || next == 'l'
}

// lowerCase has in each byte the bit in which upper and lower case letters differ.
const lowerCase = 0x2020202020202020

// declareAgain notes a repeated field with the given name and returns the declaration
// that holds its value.
func (r *headReader) declareAgain(name string) *declaration {
	r.notes.noteName(defectRepeated, name)
	if r.entity.other == nil {
		r.entity.other = new(declaration)
	}
	return r.entity.other
}

// next returns the next wanted field, with its name and the number of its line. It
// returns false if all fields of the block have been returned, if the only one left may
// continue after the block, or if the message is not selected.
func (r *headReader) next() (name, raw []byte, line int64, ok bool) {
	h := &r.block
	if r.info.unselected {
		return nil, nil, 0, false
	}
	n := len(h.fields)
	if h.more {
		n--
	}
	for h.next < n {
		i := h.next
		h.next++
		if r.set.hinted && !h.fields[i].Hinted {
			continue
		}
		if name, raw := h.field(i); r.set.wants == nil || r.set.wants(name, raw) {
			return name, raw, h.lineOf(i, r.in), true
		}
	}
	return nil, nil, 0, false
}

// nextBlock reads the next block of a header that is too long to be held at once. It
// returns false if the first field of the block is also the last one and may be
// incomplete: then the field is too long.
func (r *headReader) nextBlock() bool {
	if r.block.fields[len(r.block.fields)-1].From == 0 {
		return false
	}
	r.block.keepLast(r.in)
	r.read()
	return true
}

// resume continues a header after a field that was too long.
func (r *headReader) resume() {
	r.block.begin(r.in.offset(), r.in.line, r.block.part)
	r.block.resumed = true
	r.read()
}
