package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// A block is a header that has been read, or as much of it as is held. A header that is
// longer is one block after another.
type block struct {
	held
	origin
	part    string // the number of the part whose header it is
	next    int    // index of the field that comes next
	seen    int    // fields before this index have been looked up
	more    bool   // the header goes on after raw, perhaps its last field
	resumed bool   // what was before raw has been given
}

// begin makes h an empty block at an offset of the input, which is in that line.
func (h *block) begin(at, line int64, part string) {
	h.held.begin()
	h.origin, h.part = origin{at: at, line: line}, part
	h.next, h.seen, h.more, h.resumed = 0, 0, false, false
}

// keepLast drops all but the last field, which may not be whole.
func (h *block) keepLast(in *lines) {
	i := len(h.fields) - 1
	h.lineOf(i, in)
	h.at += int64(h.fields[i].From)
	h.held.keepLast()
	h.next, h.seen, h.counted = 0, 0, 0
}

// lineOf returns the number of the line that a field begins in, which is not
// before the last one that was asked about.
func (h *block) lineOf(i int, in *lines) int64 { return h.goTo(h.fields[i].From, h.raw, in) }

// An origin is where the bytes of a header were in the input.
type origin struct {
	at      int64 // offset of the first
	line    int64 // number of the line that the one at counted is in; 0 if lines are not counted
	counted int32
}

// goTo goes on to the byte of raw at to, not before counted, and returns the number of its line.
func (o *origin) goTo(to int32, raw []byte, in *lines) int64 {
	o.line += in.count(raw[o.counted:to])
	o.counted = to
	return o.line
}

// held is the bytes of a header, taken apart into fields. These are in order, and the last
// one ends at size. Others may be missing unless all is set: those that nothing may be asked
// of. While lines are added size may be greater than len(raw); then it is equal.
type held struct {
	raw    []byte
	size   int32
	fields []field
	all    bool
	marks  prefilter.Marks
}

func (h *held) begin() { h.raw, h.fields, h.size = h.raw[:0], h.fields[:0], 0 }

// keepLast drops all but the last field.
func (h *held) keepLast() {
	last := h.fields[len(h.fields)-1]
	h.raw = h.raw[:copy(h.raw, h.raw[last.From:])]
	h.size = int32(len(h.raw))
	last.From, last.To = 0, h.size
	h.fields = append(h.fields[:0], last)
}

// A field is a header field, or a line that is none. It may be hinted though it has
// no hint of prefilter.Marks.
type field struct {
	prefilter.Field       // in the raw of held
	name            int32 // its length, 0 of a line that is no field; or unnamed
}

// unnamed is the length of a name that has not been looked for: up to the first colon.
const unnamed = -1

// field returns the field with that index, and its name.
func (h *held) field(i int) (name, raw []byte) {
	f := &h.fields[i]
	raw = h.raw[f.From:f.To]
	if f.name == unnamed {
		f.name = int32(bytes.IndexByte(raw, ':'))
	}
	return raw[:f.name], raw
}

// addLines adds the fields of the lines that text begins with, and returns the length
// of those. There are no more when a line has no end or is not such a line.
func (h *held) addLines(text []byte) (n int, more bool) {
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
func (h *held) addMarked(text []byte) int {
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

// addLine adds a line, unless it might not be of the header.
func (h *held) addLine(line []byte) bool {
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
func (h *held) append(line []byte, name int, rest bool) {
	h.add(len(line), name, rest || header.IsContinuation(line))
	h.fields[len(h.fields)-1].Hinted = true
	h.raw = append(h.raw, line...)
}

// add adds a field that has that many bytes, or makes the last one longer if it
// goes on.
func (h *held) add(size, name int, goesOn bool) {
	if !goesOn || len(h.fields) == 0 {
		h.fields = append(h.fields, field{prefilter.Field{From: h.size}, int32(name)})
	}
	h.size += int32(size)
	h.fields[len(h.fields)-1].To = h.size
}
