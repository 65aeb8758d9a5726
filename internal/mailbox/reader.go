package mailbox

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// Options say how a mailbox is read. The zero value is the default.
type Options struct {
	AllParts   bool       // read attachments that hold no text as well
	Limits     Limits     // of what is held and how deep it goes
	Note       func(Note) // is told what was odd about each message; may be nil
	SkipPlaces bool       // neither lines nor what Info says of a message are asked for

	// Fields tells which header fields are wanted; nil wants all. It is not asked about
	// fields too long to be held, which are.
	Fields *prefilter.Fields
}

// settings are what does not change as long as there is a Reader.
type settings struct {
	Options                               // with all limits
	wants   func(name, field []byte) bool // whether a header field is wanted; nil wants all
	hinted  bool                          // none is wanted that has no hint: see prefilter.Marks
}

// A Reader reads the segments of a mailbox, one after the other. It must not
// be used by several goroutines at once.
//
// The types of the fields have invariants of their own. None of them knows the Reader: div
// has a pointer to in, body one to div, and head to both. A Reader that reads what another one
// decodes is a child of that. Its body has a pointer to that of the other Reader.
type Reader struct {
	set    settings
	shared *shared // with the child
	in     lines
	div    divider
	msgs   messages
	head   headReader
	body   body
	seg    segment
	child  *Reader // used if state is inNested, and kept for the next time
	state  state
}

// A state is what Next goes on in.
type state uint8

const (
	between  state = iota // before a message or the end of the input
	inFields              // in head, some of whose fields may have been returned
	inBody                // in body, at seg
	inNested              // in body, which child reads
	atEnd                 // after all
)

// NewReader returns a Reader, which reads nothing before it is Reset.
func NewReader(o *Options) *Reader {
	var set settings
	if o != nil {
		set.Options = *o
	}
	set.Limits = set.Limits.WithDefaults()
	if f := set.Fields; f != nil {
		set.wants, set.hinted = f.MayHold, f.Hinted()
	}
	return newReader(set, new(shared), fileRead)
}

// newReader returns a Reader that reads that many bytes at once.
func newReader(set settings, s *shared, size int) *Reader {
	r := &Reader{set: set, shared: s, state: atEnd}
	r.in.size, r.in.err = size, io.EOF
	r.div.in = &r.in
	r.body.div = &r.div
	r.head = headReader{set: &r.set, in: &r.in, div: &r.div, notes: &s.notes, info: &r.msgs.info}
	r.head.words.MaxWord = set.Limits.Word
	return r
}

// Reset makes r read the mailbox in src, which is in a format that must not be
// Text. It keeps the memory that it has. An Mbox that begins as another kind of
// mailbox is read as that.
func (r *Reader) Reset(src io.Reader, f Format) {
	r.shared.reset()
	r.begin(src, f, nil)
	r.skipMark()
}

// begin makes ready to read src, which is decoded from the input of outer if that is not nil.
// What is large is used again.
func (r *Reader) begin(src io.Reader, f Format, outer *body) {
	line := int64(1)
	if r.set.SkipPlaces {
		line = 0
	}
	r.in.reset(src, line)
	r.div.reset(f)
	r.msgs.reset()
	r.body.reset(outer)
	r.state = between
}

// skipMark skips what may be before the first line: a byte order mark,
// blank lines.
func (r *Reader) skipMark() {
	if r.div.isHTML() {
		return
	}
	if bytes.HasPrefix(r.in.lineAt(0), []byte(utf8BOM)) {
		r.in.skip(len(utf8BOM))
	}
	for line := r.in.lineAt(0); len(line) > 0 && isWhite(line); line = r.in.lineAt(0) {
		r.in.skip(len(line))
	}
	r.div.begin(r.in.lineAt(0))
}

// Next goes to the next segment, and passes over what has not been read of the
// last one. The error at the end is io.EOF, or that of the input, everything
// before which has been read.
//
// These are the states, what may come next in each, and the state after that:
//
//	between   a message                   inFields, or inBody of an HTML document
//	          the end of the input        atEnd
//	inFields  a field                     inFields; Next returns
//	          a field too long to hold    inBody
//	          a message or a report       inFields
//	          an encoded message          inNested
//	          any other body              inBody
//	inBody    a segment                   inBody; Next returns
//	          the end of a long field     inFields
//	          a part                      inFields
//	          the end of a multipart      inBody: its epilogue
//	          the end of a message        between
//	          the end of the input        atEnd
//	inNested  a segment of the child      inNested; Next returns
//	          what comes after a body     as in inBody
func (r *Reader) Next() (*Segment, error) {
	for {
		switch r.state {
		case between:
			r.beginMessage()
		case inFields:
			if name, raw, line, ok := r.head.next(); ok {
				r.beginField(name, raw, line)
				return &r.seg.Segment, nil
			}
			r.endHeader()
		case inBody:
			if r.nextSegment() {
				return &r.seg.Segment, nil
			}
			r.endBody()
		case inNested:
			if seg, err := r.child.Next(); err == nil {
				return seg, nil
			}
			r.div.parts = r.child.div.parts
			r.endBody()
		case atEnd:
			return nil, r.in.err
		}
	}
}

// Read reads text of the segment. The error at its end is io.EOF, which comes with the
// last of the text where that is known to be it: most texts take one call so.
func (r *Reader) Read(p []byte) (int, error) {
	return r.innermost().body.Read(p)
}

// beginMessage goes to the next message of the mailbox, or to the end. What divides it
// from the last one is of its header where that may hold text.
func (r *Reader) beginMessage() {
	r.report()
	r.div.frames = r.div.frames[:0]
	if r.body.outer == nil {
		r.div.parts = 0
	}
	if r.msgs.leave(&r.in) {
		r.state, r.in.err = atEnd, io.EOF
		return
	}
	r.div.skip(&r.in)
	if len(r.in.rest(0)) == 0 && !r.in.fill() {
		r.state = atEnd
		return
	}
	r.msgs.next(r.body.outer.start(r.in.offset()))
	r.in.midLine, r.in.blank = false, true
	if r.div.isHTML() {
		r.head.entity = entity{}
		r.head.entity.media.Type, r.head.entity.media.Subtype = "text", "html"
		r.beginLeaf("")
		return
	}
	crlf := r.div.format == Message && bytes.HasSuffix(r.in.lineAt(0), []byte("\r\n"))
	r.beginEntity(r.div.prefix, entity{message: true})
	r.div.wire = crlf && r.msgs.info.newsgroups.to > 0
}

// beginEntity goes to the header of e, which is a message or a part with that number.
func (r *Reader) beginEntity(part string, e entity) {
	if e.message {
		r.shared.serial++
		r.msgs.info.reset(r.msgs.index, r.shared.serial)
	}
	r.head.begin(part, e)
	r.state = inFields
}

// beginField begins the segment of a field.
func (r *Reader) beginField(name, raw []byte, line int64) {
	r.beginText(Field, r.head.block.part)
	r.state = inFields
	r.body.delim.kind = endOfField
	r.seg.Name, r.seg.Line = name, line
	at := r.head.block.at + int64(r.head.block.counted)
	tooLong := len(raw) > r.set.Limits.Field
	if tooLong {
		r.shared.note(oddLongField)
	}
	if tooLong || bytes.IndexByte(raw[:len(raw)-1], r.in.end()) < 0 && !isEncoded(raw) {
		r.body.hold(raw, at)
		return
	}
	r.seg.Plain = false
	to, words := &r.body.stream.stage[0], &r.head.words
	to.buf = words.AppendText(to.buf[:0], raw, at, line, &to.m)
	if words.TooLong() {
		r.shared.note(oddWord)
	}
	if label := words.Doubted(); label != "" {
		r.shared.noteName(oddLabel, label)
	}
	r.body.pending.text = to.buf
}

// isEncoded reports whether there may be encoded words (RFC 2047) or parameters
// (RFC 2231) in a field.
func isEncoded(field []byte) bool {
	return bytes.Contains(field, []byte("=?")) || bytes.IndexByte(field, '*') >= 0
}

// endHeader goes on after the fields that are held of a header.
func (r *Reader) endHeader() {
	switch {
	case !r.head.block.more:
		r.beginBody()
	case !r.head.goOn():
		r.beginLongField()
	}
}

// beginLongField reads a field as a body that is longer than what is held of a
// header, of which it is the first: as it is, and streaming.
func (r *Reader) beginLongField() {
	h := &r.head.block
	r.shared.note(oddLongHeader)
	r.beginText(Field, h.part)
	r.div.inField = true
	r.seg.Name, _ = h.field(0)
	r.seg.Line = h.lineOf(0, &r.in)
	r.body.hold(h.raw, h.at)
}

// endLongField goes on with the header after it.
func (r *Reader) endLongField() {
	r.div.inField = false
	r.head.resume()
	r.state = inFields
}

// beginBody goes to what is after a header.
func (r *Reader) beginBody() {
	e, part := &r.head.entity, r.head.block.part
	if e.other != nil {
		e.choose(&r.div)
	}
	leaf := part
	if e.message {
		leaf = join(part, 1) // the body of a message that is not a multipart is its part 1
	}
	switch {
	case e.media.Type == "multipart":
		if r.beginMultipart(part) {
			return
		}
		*e, leaf = entity{}, part // as text
	case e.isMessage():
		if r.beginNested(leaf) {
			return
		}
	case e.isReport():
		if r.beginReport(leaf) {
			return
		}
	}
	r.beginLeaf(leaf)
}

// push goes into a frame. It returns false if that is nested too deep.
func (r *Reader) push(f frame) bool {
	if !r.div.push(f, r.set.Limits.Depth) {
		r.shared.note(oddDepth)
		return false
	}
	return true
}

// beginMultipart goes to the preamble of a multipart, or returns false.
func (r *Reader) beginMultipart(part string) bool {
	media := &r.head.entity.media
	b := media.Param("boundary")
	if len(b) > maxBoundary {
		r.shared.note(oddLongBoundary)
	}
	if !r.push(frame{multipart: true, prefix: part, boundary: b, digest: media.Subtype == "digest"}) {
		return false
	}
	r.beginText(Body, part)
	return true
}

// beginPart goes to the next part of a multipart.
func (r *Reader) beginPart(f *frame) {
	f.parts++
	f.closed = false
	r.div.parts++
	number, digest := f.number(), f.digest
	if r.div.parts > r.set.Limits.Parts {
		r.shared.note(oddParts)
		for i := range r.div.frames {
			r.div.frames[i].closed = true
		}
		r.popTo(0)
		r.beginText(Body, "")
		return
	}
	r.beginEntity(number, entity{digest: digest})
}

// endMultipart goes to the epilogue of a multipart.
func (r *Reader) endMultipart(f *frame) {
	f.closed = true
	r.beginText(Body, f.prefix)
}

// beginReport goes to the next block of a report. It returns false if no field
// comes next: what does is text.
func (r *Reader) beginReport(part string) bool {
	line := r.in.lineAt(0)
	for ; len(line) > 0 && isBlank(line); line = r.in.lineAt(0) {
		r.in.consumeLine(line)
	}
	if header.FieldName(line) == nil || r.div.mayDelimit(line) && r.div.dividerAt(0).kind != none {
		return false
	}
	media := r.head.entity.media
	r.beginEntity(part, entity{})
	r.head.entity = entity{declaration: declaration{media: media}}
	return true
}

// beginNested goes into a message within the message. It returns false if that
// is nested too deep.
func (r *Reader) beginNested(part string) bool {
	switch r.head.entity.encoding {
	case "base64", "quoted-printable":
		return r.beginDecoded(part)
	}
	if !r.push(frame{prefix: part, outer: r.msgs.info}) {
		return false
	}
	r.msgs.info.raw = nil // the frame has it
	r.beginEntity(part, entity{message: true})
	return true
}

// beginDecoded goes into a message that has a transfer encoding, which RFC 2046,
// 5.2.1 forbids and mailers do: another reader reads what this one decodes.
func (r *Reader) beginDecoded(part string) bool {
	if r.body.encoded() >= r.set.Limits.Encoded {
		r.shared.note(oddEncoded)
		return false
	}
	r.beginText(Body, part)
	r.setTransfer(r.head.entity.encoding)
	if r.child == nil {
		r.child = newReader(r.set, r.shared, nestedRead)
	}
	c := r.child
	c.begin(&r.body, Message, &r.body)
	c.msgs.index = r.msgs.index - 1
	c.div.prefix, c.div.parts, c.div.around = part, r.div.parts, r.div.depth()+1
	r.state = inNested
	return true
}

// beginLeaf begins a body that is no multipart and no message.
func (r *Reader) beginLeaf(part string) {
	r.beginText(Body, part)
	e := &r.head.entity
	if !r.set.AllParts && e.holdsNoText(&r.in) {
		r.shared.passed++
		r.body.skip()
	} else {
		r.decode(e)
		r.seg.base, r.seg.Base = e.base, e.base
	}
	r.seg.Plain = r.body.isPlain()
}

// beginText makes ready for a body in no encoding, and the segment that it
// begins with.
func (r *Reader) beginText(kind Kind, part string) {
	r.body.begin()
	r.seg = segment{Segment: Segment{Kind: kind, Info: &r.msgs.info, Part: part, Line: r.in.line, Plain: r.body.isPlain()}}
	r.seg.bases.from = r.in.offset()
	if r.div.isHTML() {
		r.seg.Info = nil
	}
	r.state = inBody
}

// nextSegment goes to the next segment of a body: its first, or one after a
// cut. It returns false at the end of the body.
func (r *Reader) nextSegment() bool {
	if !r.seg.given {
		r.seg.given = true
		return true
	}
	cut := r.body.nextCut()
	if cut == nil {
		return false
	}
	r.seg.cut(cut)
	r.body.discard(cut.At)
	return true
}

// endBody goes on with what is after a body.
func (r *Reader) endBody() {
	r.body.note(&r.shared.notes)
	switch d := r.body.delim; d.kind {
	case endOfInput:
		r.div.inField = false
		r.popTo(0)
		r.report()
		r.state = atEnd
	case separator:
		if r.div.format == Batch && r.in.offset() != r.div.batchEnd {
			r.shared.note(oddBatch)
		}
		r.popTo(0)
		r.state = between
	case endOfField:
		r.endLongField()
	case boundary:
		r.popTo(d.frame + 1)
		r.in.skipLine()
		r.beginPart(&r.div.frames[d.frame])
	case closing:
		r.popTo(d.frame + 1)
		r.in.skipLine()
		r.endMultipart(&r.div.frames[d.frame])
	}
}

// popTo goes out of all frames after the first n.
func (r *Reader) popTo(n int) {
	for len(r.div.frames) > n {
		f := r.div.pop()
		if f.adopted {
			r.shared.note(oddBoundary)
		}
		switch {
		case !f.multipart:
			r.msgs.info = f.outer
		case !f.closed:
			r.shared.note(oddUnclosed)
		}
	}
}

// report reports what was odd about the message of the mailbox that has ended.
func (r *Reader) report() {
	if r.body.outer == nil {
		r.shared.report(r.set.Note, r.msgs.index, r.msgs.begins)
	}
}

// Cut reports whether the segment, when it has been read, ends where the input has failed
// with another error than io.EOF: more of it might have come.
func (r *Reader) Cut() bool {
	return r.in.failed() && r.isLast()
}

// isLast reports whether the segment ends where the input does. A field that is a whole
// line has ended.
func (r *Reader) isLast() bool {
	switch r.state {
	case inFields:
		h := &r.head.block
		return h.next == len(h.fields) && !h.more && len(h.raw) > 0 && h.raw[len(h.raw)-1] != r.in.end() && len(r.in.rest(0)) == 0
	case inBody:
		return r.body.isAtEnd() && len(r.body.pending.cuts) == 0
	case inNested:
		return r.body.isAtEnd() && r.child.isLast()
	}
	return false
}

// PassedOver returns how many attachments have been passed over, because they
// hold no text.
func (r *Reader) PassedOver() int64 { return r.shared.passed }

// Unresolved returns how many references Resolves has refused.
func (r *Reader) Unresolved() int64 { return r.shared.unresolved }

// Messages returns how many messages have begun, those in others not counted.
func (r *Reader) Messages() int {
	if r.div.isHTML() {
		return 0
	}
	return r.msgs.index - r.msgs.before
}
