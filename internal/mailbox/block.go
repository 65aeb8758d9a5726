package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// A block is a header that has been read, or the part of it that is held. A longer
// header is read as a sequence of blocks.
type block struct {
	fieldList
	origin
	part    string // number of the part that has this header
	next    int    // index of the field to return next
	seen    int    // fields before this index have been looked up
	more    bool   // the header continues after raw, perhaps within its last field
	resumed bool   // the bytes before raw have been returned
}

// begin makes h an empty block at an offset of the input, which is in the given line.
func (h *block) begin(at, line int64, part string) {
	h.fieldList.begin()
	h.origin, h.part = origin{at: at, line: line}, part
	h.next, h.seen, h.more, h.resumed = 0, 0, false, false
}

// keepLast drops all fields but the last, which may be incomplete.
func (h *block) keepLast(in *lines) {
	i := len(h.fields) - 1
	h.lineOf(i, in)
	h.at += int64(h.fields[i].From)
	h.fieldList.keepLast()
	h.next, h.seen, h.counted = 0, 0, 0
}

// lineOf returns the number of the line in which field i begins. i must not decrease
// from call to call.
func (h *block) lineOf(i int, in *lines) int64 { return h.goTo(h.fields[i].From, h.raw, in) }

// An origin is the place of a header's bytes in the input.
type origin struct {
	at      int64 // offset of the first byte
	line    int64 // number of the line that contains raw[counted]; 0 if lines are not counted
	counted int32
}

// goTo advances to raw[to], where to ≥ counted, and returns the number of its line.
func (o *origin) goTo(to int32, raw []byte, in *lines) int64 {
	o.line += in.count(raw[o.counted:to])
	o.counted = to
	return o.line
}

// A fieldList holds the bytes of a header and its fields. The fields are in order, and the
// last one ends at size. Unless all is set, fields that no caller needs may be missing.
// size may exceed len(raw) while lines are added, and equals it otherwise.
type fieldList struct {
	raw    []byte
	size   int32
	fields []field
	all    bool
	marks  prefilter.Marks
}

func (h *fieldList) begin() { h.raw, h.fields, h.size = h.raw[:0], h.fields[:0], 0 }

// keepLast drops all but the last field.
func (h *fieldList) keepLast() {
	last := h.fields[len(h.fields)-1]
	h.raw = h.raw[:copy(h.raw, h.raw[last.From:])]
	h.size = int32(len(h.raw))
	last.From, last.To = 0, h.size
	h.fields = append(h.fields[:0], last)
}

// A field is a header field, or a line that is not a field. It may be marked as Hinted
// without having a hint of prefilter.Marks.
type field struct {
	prefilter.Field       // offsets in fieldList.raw
	name            int32 // length of the name; 0 for a line that is not a field; or unnamed
}

// unnamed as the length of a name means that the end of the name, the first colon, has
// not been looked for.
const unnamed = -1

// text returns the i-th field.
func (h *fieldList) text(i int) []byte { return h.raw[h.fields[i].From:h.fields[i].To] }

// field returns the i-th field and its name.
func (h *fieldList) field(i int) (name, raw []byte) {
	f := &h.fields[i]
	raw = h.text(i)
	if f.name == unnamed {
		f.name = int32(bytes.IndexByte(raw, ':'))
	}
	return raw[:f.name], raw
}

// addLines adds the fields of the lines at the beginning of text and returns the length
// of these lines. more is false after a line without an end or one that is not a header
// line.
func (h *fieldList) addLines(text []byte) (n int, more bool) {
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

// addMarked adds the fields of the lines that prefilter.Marks recognizes and returns
// the length of these lines.
func (h *fieldList) addMarked(text []byte) int {
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

// addLine adds a line. It returns false for a line that may not belong to the header.
func (h *fieldList) addLine(line []byte) bool {
	name, continues := 0, header.IsContinuation(line)
	if !continues {
		name = len(header.FieldName(line))
	}
	if name == 0 && !detect.IsFolded(line) || line[0] == '-' {
		return false
	}
	h.add(len(line), name, continues)
	return true
}

// append adds a line whose field name has the given length, or the rest of a line.
func (h *fieldList) append(line []byte, name int, rest bool) {
	h.add(len(line), name, rest || header.IsContinuation(line))
	h.fields[len(h.fields)-1].Hinted = true
	h.raw = append(h.raw, line...)
}

// add adds a field of size bytes, or extends the last one if continues is true.
func (h *fieldList) add(size, name int, continues bool) {
	if !continues || len(h.fields) == 0 {
		h.fields = append(h.fields, field{prefilter.Field{From: h.size}, int32(name)})
	}
	h.size += int32(size)
	h.fields[len(h.fields)-1].To = h.size
}
