package mailbox

import (
	"bytes"
	"encoding/binary"

	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// A block is a header that has been read, or as much of it as is held.
type block struct {
	raw     []byte
	size    int32   // of the fields
	fields  []field // all, or those that something may be asked of, and the last
	all     bool
	next    int   // index of the field that comes next
	seen    int   // fields before this index have been looked up
	at      int64 // offset of raw in the input
	line    int64 // number of the line that raw[counted] is in
	counted int32
	more    bool // the header goes on behind raw, perhaps its last field
	part    string

	resumed bool // what stood before raw has been given
	marks   prefilter.Marks
}

// A field is a header field, or a line that is none. It may be hinted though it has
// none of prefilter.Marks' hints.
type field struct {
	prefilter.Field       // in the block's raw
	name            int32 // its length, 0 of a line that is no field; or unnamed
}

// unnamed is the length of a name that has not been looked for: up to the first colon.
const unnamed = -1

// field returns the field with that index, and its name.
func (h *block) field(i int) (name, raw []byte) {
	f := &h.fields[i]
	raw = h.raw[f.From:f.To]
	if f.name == unnamed {
		f.name = int32(bytes.IndexByte(raw, ':'))
	}
	return raw[:f.name], raw
}

// beginHeader reads a header, of a message or of a part.
func (r *Reader) beginHeader(part string, e entity) {
	r.entity = e
	r.head.begin(r.in.offset(), r.in.line, part)
	r.head.all = !r.hinted || r.asksInfo()
	r.readHeader()
	if e := &r.entity; e.digest && e.media.Type == "" {
		e.media.Type, e.media.Subtype = "message", "rfc822"
	}
}

func (h *block) begin(at, line int64, part string) {
	h.raw, h.fields, h.size = h.raw[:0], h.fields[:0], 0
	h.next, h.seen, h.counted = 0, 0, 0
	h.at, h.line, h.part = at, line, part
	h.more, h.resumed = false, false
}

// readHeader reads the lines of a header up to its end, or to the limit of what
// is held of it.
func (r *Reader) readHeader() {
	h := &r.head
	h.more = false
	for {
		r.readFields()
		line := r.in.lineAt(0)
		if len(line) == 0 {
			break
		}
		if isBlank(line) && !r.in.midLine {
			r.in.consumeLine(line)
			break
		}
		name := len(header.FieldName(line))
		if !r.in.midLine && (line[0] == '-' || name == 0 && !isHeaderLine(line)) {
			if r.headerEndsAt(line) {
				break
			}
			if line = r.in.lineAt(0); header.IsContinuation(line) {
				line = r.whiteLines(line)
				r.in.line += r.in.count(line[:len(line)-1])
			}
		}
		if len(h.raw) > 0 && len(h.raw)+len(line) > r.opts.Limits.Header {
			h.more = true
			break
		}
		h.append(line, name, r.in.midLine)
		r.in.consumeLine(line)
	}
	r.lookUp()
	r.state = inFields
}

// readFields reads lines as long as they are what nearly all lines of a header
// are: whole, in the window, and a field or one that goes on with it.
func (r *Reader) readFields() {
	if r.in.midLine || r.in.end() != '\n' {
		return
	}
	h, text := &r.head, r.in.rest(0)
	if bytes.HasPrefix(text, []byte(fromLine)) {
		return
	}
	text = text[:max(0, min(len(text), maxLine, r.opts.Limits.Header-len(h.raw)))]
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

// addLines adds the fields of the lines that text begins with, and returns the length
// of those. There are no more when a line has no end or is not such a line.
func (h *block) addLines(text []byte) (n int, more bool) {
	if len(text) == 0 || text[0] == '\n' || text[0] == '\r' {
		return 0, false
	}
	if len(h.fields) > 0 || !header.IsContinuation(text) {
		if n = h.addMarked(text); n > 0 {
			return n, true
		}
	}
	line := text[:bytes.IndexByte(text, '\n')+1]
	if !h.addLine(line) {
		return 0, false
	}
	f := &h.fields[len(h.fields)-1]
	f.Hinted = f.Hinted || prefilter.HasHint(line)
	return len(line), true
}

// addMarked adds the fields of the lines that can be marked, and returns the length of
// those.
func (h *block) addMarked(text []byte) int {
	n := h.marks.Find(text, h.all)
	fields := h.marks.Fields
	if n > 0 && len(h.fields) > 0 && header.IsContinuation(text) {
		f := &h.fields[len(h.fields)-1]
		f.To = h.size + fields[0].To
		f.Hinted = f.Hinted || fields[0].Hinted
		fields = fields[1:]
	}
	for _, f := range fields {
		f.From += h.size
		f.To += h.size
		h.fields = append(h.fields, field{f, unnamed})
	}
	h.size += int32(n)
	return n
}

// addLine adds a line, unless it might be none of the header.
func (h *block) addLine(line []byte) bool {
	name, goesOn := 0, header.IsContinuation(line)
	if !goesOn {
		name = len(header.FieldName(line))
	}
	if name == 0 && !isFolded(line) || line[0] == '-' {
		return false
	}
	h.add(len(line), name, goesOn)
	return true
}

// append adds a line, which begins with a name of that length, or the rest of a
// line.
func (h *block) append(line []byte, name int, rest bool) {
	h.add(len(line), name, rest || header.IsContinuation(line))
	h.fields[len(h.fields)-1].Hinted = true
	h.raw = append(h.raw, line...)
}

// add adds a field that has that many bytes, or makes the last one longer if it
// goes on.
func (h *block) add(size, name int, goesOn bool) {
	if !goesOn || len(h.fields) == 0 {
		h.fields = append(h.fields, field{prefilter.Field{From: h.size}, int32(name)})
	}
	h.size += int32(size)
	h.fields[len(h.fields)-1].To = h.size
}

// headerEndsAt reports whether line, the next one, which is not blank and does not
// look like a field, is none of the header: a delimiter, or one that no field follows.
func (r *Reader) headerEndsAt(line []byte) bool {
	switch {
	case r.firstLine(line) && len(r.div.frames) == 0:
		return false
	case bytes.HasPrefix(line, []byte("--")) && r.declares(line):
		return true
	case r.div.mayDelimit(line) && r.div.dividerAt(0).kind != none:
		return true
	}
	line = r.in.lineAt(0)
	if isHeaderLine(line) || r.firstLine(line) {
		return false
	}
	if isHeaderLine(r.in.lineAt(r.lineAfter(line))) {
		r.shared.note(oddHeader)
		return false
	}
	r.shared.note(oddBody)
	return true
}

// lineAfter returns how many bytes after the place the line after line begins, which is
// the next one. After a line of white space it skips others of the kind: RFC 5322, section
// 4.2 takes them for folding.
func (r *Reader) lineAfter(line []byte) int {
	n := len(line)
	if !isWhite(line) {
		return n
	}
	for {
		size := r.whiteLine(n)
		if size == 0 || n+size > maxWhite {
			return n
		}
		n += size
	}
}

// whiteLine returns the length of the line that begins n bytes after the place if it
// consists of white space, and 0 if not.
func (r *Reader) whiteLine(n int) int {
	rest := r.in.rest(n)
	i := 0
	for i < len(rest) && (rest[i] == ' ' || rest[i] == '\t') {
		i++
	}
	if i > 0 && i < len(rest) && rest[i] == r.in.end() {
		return i + 1
	}
	if line := r.in.lineAt(n); isWhite(line) && !isBlank(line) {
		return len(line)
	}
	return 0
}

// whiteLines returns line, which is the next one and part of the header. If it is white
// space, the lines of white space after it come with it, as far as they can be held:
// whether the header goes on after them is then decided once for all of them.
func (r *Reader) whiteLines(line []byte) []byte {
	if !isWhite(line) {
		return line
	}
	if n := r.lineAfter(line); len(r.head.raw)+n <= r.opts.Limits.Header {
		return r.in.rest(0)[:n]
	}
	return r.in.lineAt(0)
}

// maxWhite is how many bytes of lines of white space are looked past.
const maxWhite = 1 << 10

// firstLine reports whether line is a From_ line at the beginning of a message,
// in whatever format that is. That of one within another may also divide the
// messages of an mbox: what does is to be known without what is above.
func (r *Reader) firstLine(line []byte) bool {
	h := &r.head
	return len(h.raw) == 0 && !h.resumed && r.entity.message && bytes.HasPrefix(line, []byte(fromLine))
}

// declares reports whether line, in a header, is the boundary that the same
// header has declared: the blank line between has got lost.
func (r *Reader) declares(line []byte) bool {
	r.lookUp()
	b := r.entity.media.Param("boundary")
	return b != "" && string(trimWhite(line[2:])) == b
}

// lookUp finds the fields that say something about the body or the message,
// among those that have not been looked at yet.
func (r *Reader) lookUp() {
	h := &r.head
	about := r.asksInfo()
	for ; h.seen < len(h.fields); h.seen++ {
		switch start := h.raw[h.fields[h.seen].From:]; {
		case start[0]|0x20 == 'c':
			if isContent(start) {
				r.contentField(h.field(h.seen))
			}
		case about:
			r.info.field(h.field(h.seen))
		}
	}
}

// asksInfo reports whether the fields of the header say something about a message that
// is asked for.
func (r *Reader) asksInfo() bool {
	return r.entity.message && (!r.opts.SkipPlaces || r.div.format == Message)
}

// isContent reports whether what begins with b may be a field that contentField asks
// for: Content-Type, Content-Transfer-Encoding, Content-Base.
func isContent(b []byte) bool {
	const name = "content-"
	if len(b) <= len(name) || binary.LittleEndian.Uint64(b)|lowerCase != binary.LittleEndian.Uint64([]byte(name)) {
		return false
	}
	next := b[len(name)] | 0x20
	return next == 't' || next == 'b'
}

// lowerCase has in each byte the bit in which the cases of letters differ.
const lowerCase = 0x2020202020202020

// nextField goes to the next field of the header that is wanted. There is none
// when all have been given, or when the last one may go on after what is held.
func (r *Reader) nextField() bool {
	h := &r.head
	n := len(h.fields)
	if h.more {
		n--
	}
	for h.next < n {
		i := h.next
		h.next++
		if r.hinted && !h.fields[i].Hinted {
			continue
		}
		if name, raw := h.field(i); r.wants == nil || r.wants(name, raw) {
			r.beginField(name, raw, r.lineOfField(i))
			return true
		}
	}
	return false
}

// lineOfField returns the number of the line that a field begins in, which is none
// before the last one that was asked about.
func (r *Reader) lineOfField(i int) int64 {
	h := &r.head
	from := h.fields[i].From
	h.line += r.in.count(h.raw[h.counted:from])
	h.counted = from
	return h.line
}

// beginField begins the segment of a field, which was given last.
func (r *Reader) beginField(name, raw []byte, line int64) {
	r.beginStream(Field, r.head.part)
	r.state = inFields
	r.seg.given, r.body.delim = true, delimiter{kind: endOfField}
	r.seg.Name, r.seg.Line = name, line
	at, to := r.head.at+int64(r.head.counted), &r.body.stream.stages[0]
	tooLong := len(raw) > r.opts.Limits.Field
	if tooLong {
		r.shared.note(oddLongField)
	}
	if tooLong || bytes.IndexByte(raw[:len(raw)-1], r.in.end()) < 0 && !isEncoded(raw) {
		r.body.hold(raw, at)
		return
	}
	r.seg.Plain = false
	to.buf = r.words.AppendText(to.buf[:0], raw, at, line, &to.m)
	if r.words.TooLong() {
		r.shared.note(oddWord)
	}
	if label := r.words.Doubted(); label != "" {
		r.shared.noteName(oddLabel, label)
	}
	r.body.pending.text = to.buf
}

// isEncoded reports whether there may be encoded words (RFC 2047) or parameters
// (RFC 2231) in a field.
func isEncoded(field []byte) bool {
	return bytes.Contains(field, []byte("=?")) || bytes.IndexByte(field, '*') >= 0
}

// goOn goes on with a header of which no more than raw was held. Its last field
// may not be whole.
func (r *Reader) goOn() {
	h := &r.head
	i := len(h.fields) - 1
	last := h.fields[i]
	if last.From == 0 {
		r.beginLongField()
		return
	}
	r.lineOfField(i)
	h.at += int64(last.From)
	h.raw = h.raw[:copy(h.raw, h.raw[last.From:])]
	h.size = int32(len(h.raw))
	last.From, last.To = 0, h.size
	h.fields = append(h.fields[:0], last)
	h.next, h.seen, h.counted = 0, 0, 0
	r.readHeader()
}

// beginLongField reads a field as a body that is longer than what is held of a
// header, of which it is the first: as it is, and streaming.
func (r *Reader) beginLongField() {
	h := &r.head
	r.shared.note(oddLongHeader)
	r.beginStream(Field, h.part)
	r.div.inField = true
	r.seg.Name, _ = h.field(0)
	r.seg.Line = r.lineOfField(0)
	r.body.hold(h.raw, h.at)
}

// endLongField goes on with the header after it.
func (r *Reader) endLongField() {
	r.div.inField = false
	r.head.begin(r.in.offset(), r.in.line, r.head.part)
	r.head.resumed = true
	r.readHeader()
}
