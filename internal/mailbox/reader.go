package mailbox

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// Options control how a mailbox is read. The zero value is the default.
type Options struct {
	AllParts   bool         // also read attachments that hold no text
	Documents  *formats.Set // the formats of documents that are read besides those of mail; nil: none, and notes say so
	KeepBreaks bool         // see document.Env
	Passwords  []string     // those that encrypted documents are tried with
	Schemeless bool         // see document.Env
	Base       string       // the base URL of references in HTML that declares none; "" if it is not known
	Limits     Limits       // bounds of memory and nesting
	Note       func(Note)   // called for each message with defects; may be nil
	SkipPlaces bool         // neither line numbers nor Info nor Elements are needed

	// Select reports whether to return the texts of a message. It is called when the
	// header of the message, or as much of it as is held, has been read, and not for a
	// message within a selected one, which is selected too. Nil selects all messages. The
	// Info is valid until Select returns.
	Select func(*Info) bool

	// Programs makes references that are programs, such as javascript: URLs, references.
	// Otherwise they are text.
	Programs bool

	// Lines makes Line return the lines of HTML.
	Lines bool

	// Fields selects the header fields to return; nil selects all. Fields too long to
	// be held are always returned.
	Fields *prefilter.Fields
}

// settings are the parts of a Reader that do not change.
type settings struct {
	Options                               // with the defaults of Limits
	wants   func(name, field []byte) bool // reports whether to return a header field; nil: return all
	hinted  bool                          // fields without a hint are not wanted: see prefilter.Marks
}

// A Reader reads the segments of a mailbox, one after the other. It is not safe for
// concurrent use.
type Reader struct {
	// The types of the fields have their own invariants. None of them refers to the
	// Reader: div points to in, body points to div, and head points to both. A Reader that
	// reads the text decoded by another Reader is its child. The child's body points to
	// the other's body.

	set     settings
	shared  *shared // shared with the child
	in      lines
	div     divider
	msgs    messages
	head    headReader
	body    body
	first   firstLine         // of the body
	input   *io.SectionReader // the input of a Reader that is no child; may be nil
	segment segment
	doc     *openDocument // used in state inDocument, and kept for reuse
	child   *Reader       // used in the states inNested and inDocument, and kept for reuse
	around  surrounding   // used if in.data is set
	state   state
	within  within // what encloses the input, if it is within a document
}

// A state is the state of Next.
type state uint8

const (
	between    state = iota // before a message or the end of the input
	inFields                // in the header that head reads; some fields may have been returned
	inBody                  // in the body that body reads, at segment
	inNested                // in the body that is the input of child
	inDocument              // in a body that is a document; child reads a part of it
	atEnd                   // at the end of the input or range
)

// NewReader returns a Reader. It reads nothing until Reset is called.
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

// newReader returns a Reader that reads size bytes at once.
func newReader(set settings, s *shared, size int) *Reader {
	r := &Reader{set: set, shared: s, state: atEnd}
	r.in.size, r.in.err = size, io.EOF
	r.div.in = &r.in
	r.body.div, r.body.shared = &r.div, s
	r.head = headReader{set: &r.set, in: &r.in, div: &r.div, notes: &s.notes, info: &r.msgs.info}
	r.head.words.MaxWord = set.Limits.Word
	return r
}

// Reset makes r read the input src in the format f, reusing r's memory. If f is Mbox and src
// begins like an MMDF or a Batch, it is read as that.
func (r *Reader) Reset(src io.Reader, f detect.Format) { r.ResetAfter(nil, nil, src, f) }

// ResetAfter is Reset for an input whose first bytes, head, have been read: at most 64 KiB. If err
// is not nil, it is the error after them, and src is not read.
func (r *Reader) ResetAfter(head []byte, err error, src io.Reader, f detect.Format) {
	r.input = nil
	r.shared.reset()
	r.within = within{kind: Body}
	r.begin(src, f, nil)
	r.in.buf, r.in.err = append(r.in.buf, head...), err
	r.skipMark()
}

// SetInput tells r, after Reset, that in reads the bytes of its input at any offset. A document that
// is the input is then read there, and not stored.
func (r *Reader) SetInput(in *io.SectionReader) { r.input = in }

// begin prepares r to read src, which is decoded from the input of outer unless outer
// is nil. Large buffers are reused.
func (r *Reader) begin(src io.Reader, f detect.Format, outer *body) {
	line := int64(1)
	if r.set.SkipPlaces {
		line = 0
	}
	r.in.reset(src, line)
	r.div.reset(f)
	r.msgs.reset()
	r.body.reset(outer)
	if r.doc != nil {
		r.doc.store.Reset() // a document that was not read to its end
	}
	r.state = between
}

// skipMark skips a byte order mark and blank lines before the first line.
func (r *Reader) skipMark() {
	if r.div.isOneText() {
		return
	}
	if bytes.HasPrefix(r.in.lineAt(0), []byte(detect.UTF8BOM)) {
		r.in.skip(len(detect.UTF8BOM))
	}
	for line := r.in.lineAt(0); len(line) > 0 && ascii.IsWhiteLine(line); line = r.in.lineAt(0) {
		r.in.skip(len(line))
	}
	r.div.begin(r.in.lineAt(0))
}

// Next advances to the next segment. It skips the rest of the last one. At the end of the
// input it returns io.EOF. If reading the input fails, it first returns all segments read
// before, and then the error.
func (r *Reader) Next() (*Segment, error) {
	// These are the states, the inputs possible in each, and the next state:
	//
	//	between   a message                   inFields, or as for a body of a text without a header
	//	          the end of the input        atEnd
	//	inFields  a field                     inFields; Next returns
	//	          a field too long to hold    inBody
	//	          a message or a report       inFields
	//	          an encoded message          inNested
	//	          a document                  inDocument
	//	          any other body              inBody
	//	inBody    a segment                   inBody; Next returns
	//	          the end of a long field     inFields
	//	          a part                      inFields
	//	          the end of a multipart      inBody: its epilogue
	//	          data in a text              inBody, or as for a body
	//	          the end of data             inBody: the text after it
	//	          the end of a message        between
	//	          the end of the input        atEnd
	//	inNested  a segment of the child      inNested; Next returns
	//	          what comes after a body     as in inBody
	//	inDocument                            as inNested
	for {
		switch r.state {
		case between:
			r.beginMessage()
		case inFields:
			if name, raw, line, ok := r.head.next(); ok {
				r.beginField(name, raw, line)
				return &r.segment.Segment, nil
			}
			r.endHeader()
		case inBody:
			if r.nextSegment() {
				return &r.segment.Segment, nil
			}
			r.endBody()
		case inNested:
			if seg, err := r.child.Next(); err == nil {
				return seg, nil
			}
			r.div.parts = r.child.div.parts
			r.endBody()
		case inDocument:
			if seg := r.nextOfDocument(); seg != nil {
				return seg, nil
			}
			r.endBody()
		case atEnd:
			return nil, r.in.err
		}
	}
}

// Read reads text of the segment. At the end of the segment it returns io.EOF, together
// with the last bytes of text if it knows that they are the last: so most texts take
// one call.
func (r *Reader) Read(p []byte) (int, error) {
	return r.innermost().body.Read(p)
}

// Whole returns the text of the segment, of which nothing has been read, without copying it.
// The text is valid until the next call of Next. If ok is false, the text is to be read: it
// is not in memory as a whole, or may be incomplete (see Cut).
func (r *Reader) Whole() (text []byte, ok bool) {
	b := &r.innermost().body
	if !b.isWhole() || r.in.failed() {
		return nil, false
	}
	text = b.pending.uncut()
	b.pending.take(len(text))
	return text, true
}

// beginMessage advances to the next message of the mailbox, or to the end. A separator
// that may hold text, such as a From_ line, is read as part of the header.
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
	if r.div.isOneText() {
		r.head.entity = r.within.leaf
		if r.div.format != detect.Text {
			r.head.entity.media = header.MediaType{}
			r.head.entity.media.Type, r.head.entity.media.Subtype, _ = strings.Cut(r.div.format.MediaType(), "/")
		}
		r.beginLeaf("")
		r.segment.Kind = r.within.kind
		return
	}
	crlf := r.div.format == detect.Message && bytes.HasSuffix(r.in.lineAt(0), []byte("\r\n"))
	r.beginEntity(r.div.prefix, entity{message: !r.within.isEntity})
	r.div.wire = crlf && !r.within.isEntity && r.msgs.info.newsgroups.to > 0
}

// beginEntity advances to the header of e, which is a message or a part with the given
// number.
func (r *Reader) beginEntity(part string, e entity) {
	if !e.message {
		r.head.begin(part, e)
		r.state = inFields
		return
	}
	within := r.isWithinSelected()
	r.shared.serial++
	r.msgs.info.reset(r.msgs.index, r.shared.serial)
	r.head.begin(part, e)
	r.state = inFields
	if r.set.Select != nil {
		r.selectMessage(within)
	}
}

// isWithinSelected reports whether the message that begins is within a selected one.
func (r *Reader) isWithinSelected() bool {
	for i := len(r.div.frames) - 1; i >= 0; i-- {
		if f := &r.div.frames[i]; !f.multipart {
			return !f.outer.unselected
		}
	}
	return r.msgs.within
}

// selectMessage decides whether to return the texts of the message whose header head has
// begun to read. The texts of a message that is not selected are skipped: they are
// divided into parts, as a message within may be selected, but not decoded.
func (r *Reader) selectMessage(within bool) {
	if !within && r.head.block.more {
		r.shared.note(defectSelected)
	}
	info := &r.msgs.info
	if info.unselected = !within && !r.set.Select(info); !info.unselected && r.shared.selectedIn != info.Index {
		r.shared.selected++
		r.shared.selectedIn = info.Index
	}
}

// beginField begins the segment of a header field.
func (r *Reader) beginField(name, raw []byte, line int64) {
	r.beginText(Field, r.head.block.part)
	r.state = inFields
	r.body.delim.kind = endOfField
	r.segment.Name, r.segment.Line = name, line
	at := r.head.block.at + int64(r.head.block.counted)
	tooLong := len(raw) > r.set.Limits.Field
	if tooLong {
		r.shared.note(defectLongField)
	}
	if tooLong || bytes.IndexByte(raw[:len(raw)-1], r.in.end()) < 0 && !isEncoded(raw) {
		r.body.hold(raw, at)
		return
	}
	r.segment.Plain = false
	to, words := &r.body.stream.stage[0], &r.head.words
	to.buf = words.AppendText(to.buf[:0], raw, at, line, &to.m)
	if words.TooLong() {
		r.shared.note(defectWord)
	}
	if label := words.Mislabelled(); label != "" {
		r.shared.noteName(defectLabel, label)
	}
	r.segment.folds = words.Folds()
	r.body.pending.text = to.buf
}

// isEncoded reports whether a field may have encoded words (RFC 2047) or extended
// parameters (RFC 2231).
func isEncoded(field []byte) bool {
	return bytes.Contains(field, []byte("=?")) || bytes.IndexByte(field, '*') >= 0
}

// endHeader continues after the fields of a block of a header.
func (r *Reader) endHeader() {
	switch {
	case !r.head.block.more:
		r.beginBody()
	case !r.head.nextBlock():
		r.beginLongField()
	}
}

// beginLongField reads a field that is too long to be held, the first of its block,
// like a body: undecoded and streaming.
func (r *Reader) beginLongField() {
	h := &r.head.block
	r.shared.note(defectLongHeader)
	r.beginText(Field, h.part)
	r.div.inField = true
	r.segment.Name, _ = h.field(0)
	r.segment.Line = h.lineOf(0, &r.in)
	r.body.hold(h.raw, h.at)
}

// endLongField continues with the header after a long field.
func (r *Reader) endLongField() {
	r.div.inField = false
	r.head.resume()
	r.state = inFields
}

// beginBody advances to the body after a header.
func (r *Reader) beginBody() {
	e, part := &r.head.entity, r.head.block.part
	if e.other != nil {
		e.choose(&r.div)
	}
	r.around.declared = nil
	leaf := part
	if e.message {
		leaf = join(part, 1) // the body of a message that is not a multipart is its part 1
	}
	switch {
	case e.media.Type == "multipart":
		if r.beginMultipart(part) {
			return
		}
		*e, leaf = entity{}, part // read as text
	case isUuencode(e.encoding):
		r.beginUuencoded(leaf)
		return
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

// push enters a frame. It returns false if the frame is nested too deeply.
func (r *Reader) push(f frame) bool {
	if !r.div.push(f, r.set.Limits.Depth) {
		r.shared.note(defectDepth)
		return false
	}
	return true
}

// beginMultipart advances to the preamble of a multipart. It returns false if the
// multipart is nested too deeply.
func (r *Reader) beginMultipart(part string) bool {
	media := &r.head.entity.media
	b := media.Param("boundary")
	if len(b) > maxBoundary {
		r.shared.note(defectLongBoundary)
	}
	if !r.push(frame{multipart: true, prefix: part, boundary: b, digest: media.Subtype == "digest"}) {
		return false
	}
	r.beginText(Body, part)
	return true
}

// beginPart advances to the next part of a multipart.
func (r *Reader) beginPart(f *frame) {
	f.parts++
	f.closed = false
	r.div.parts++
	number, digest := f.number(), f.digest
	if r.div.parts > r.set.Limits.Parts {
		r.shared.note(defectParts)
		for i := range r.div.frames {
			r.div.frames[i].closed = true
		}
		r.popTo(0)
		r.beginText(Body, "")
		return
	}
	r.beginEntity(number, entity{digest: digest})
}

// endMultipart advances to the epilogue of a multipart.
func (r *Reader) endMultipart(f *frame) {
	f.closed = true
	r.beginText(Body, f.prefix)
}

// beginReport advances to the next block of a report. It returns false if no field
// follows: the rest is text.
func (r *Reader) beginReport(part string) bool {
	line := r.in.lineAt(0)
	for ; len(line) > 0 && ascii.IsBlankLine(line); line = r.in.lineAt(0) {
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

// beginNested enters a message within the message. It returns false if the inner
// message is nested too deeply.
func (r *Reader) beginNested(part string) bool {
	switch r.head.entity.encoding {
	case "base64", "quoted-printable":
		return r.beginDecoded(part, detect.Message)
	}
	if !r.push(frame{prefix: part, outer: r.msgs.info}) {
		return false
	}
	r.msgs.info.raw = nil // the frame has it
	r.beginEntity(part, entity{message: true})
	return true
}

// beginDecoded enters mail in the format f that has a transfer encoding, or is a file: a child reads the
// text that r decodes. RFC 2046, section 5.2.1 forbids the encoding of a message, but mailers use it.
func (r *Reader) beginDecoded(part string, f detect.Format) bool {
	if r.body.encoded() >= r.set.Limits.Encoded {
		r.shared.note(defectEncoded)
		return false
	}
	r.beginText(Body, part)
	r.body.dropped = false
	r.setTransfer(r.head.entity.encoding)
	r.body.stream.counted = true
	if r.child == nil {
		r.child = newReader(r.set, r.shared, nestedRead)
	}
	c := r.child
	c.within = within{documents: r.within.documents, path: r.within.path}
	c.begin(&r.body, f, &r.body)
	c.msgs.enter(&r.msgs, true, !r.msgs.info.unselected)
	c.div.prefix, c.div.parts, c.div.outerDepth = part, r.div.parts, r.div.depth()+1
	r.state = inNested
	return true
}

// beginLeaf begins a body that is neither a multipart nor a message.
func (r *Reader) beginLeaf(part string) {
	r.beginText(Body, part)
	e := &r.head.entity
	f := detect.Text
	if !r.body.dropped {
		if f = r.documentNext(e); f == detect.Text {
			file := r.fileNext(e)
			if file.IsMailbox() && r.beginDecoded(part, file) {
				return
			}
			e = e.as(file)
		}
	}
	switch {
	case r.body.dropped:
		r.body.base64 = e.encoding == "base64"
	case f != detect.Text:
		r.enterDocument(f, e.encoding)
		return
	case !r.set.AllParts && e.holdsNoText(&r.in, &r.first):
		r.shared.passed++
		if r.body.base64 = e.encoding == "base64"; r.body.base64 {
			r.body.skipped = true
		} else {
			r.body.dropped, r.segment.returned = true, true
		}
	default:
		r.decode(e)
		base := cmp.Or(e.base, e.location)
		if base == "" && r.set.Base != "" {
			base = r.set.Base
			r.segment.bases.repeated = baseRoom - givenRoom
		}
		r.segment.base, r.segment.Base, r.body.stream.markup.Base = base, base, base
	}
	r.segment.Plain = r.body.isPlain()
}

// beginText prepares r for an unencoded body and its first segment.
func (r *Reader) beginText(kind Kind, part string) {
	r.body.begin()
	r.first.isDecoded = false
	r.shared.bodies++
	r.body.serial = r.shared.bodies
	r.body.began = place{r.body.outer.start(r.in.offset()), r.in.line}
	r.segment = segment{Segment: Segment{Kind: kind, Info: &r.msgs.info, Part: part, Line: r.in.line, Plain: r.body.isPlain()}}
	r.segment.bases.from = r.in.offset()
	if r.div.isOneText() {
		r.segment.Info = nil
	} else if r.msgs.info.unselected {
		r.body.dropped, r.segment.returned = true, true
	}
	r.state = inBody
}

// nextSegment advances to the next segment of a body: the first, or the one that begins
// at the next cut. It returns false at the end of the body.
func (r *Reader) nextSegment() bool {
	if !r.segment.returned {
		r.segment.returned = true
		return true
	}
	cut := r.body.nextCut()
	if cut == nil {
		return false
	}
	r.segment.cut(cut)
	r.body.discard(cut.At)
	return true
}

// endBody continues after the end of a body.
func (r *Reader) endBody() {
	r.body.note(&r.shared.notes)
	r.div.seek = false
	d, data := r.body.delim, r.in.data.kind
	if data != noData {
		r.in.data = dataFormat{}
		if d.kind != endOfData {
			r.shared.note(defectData)
		}
	}
	switch d.kind {
	case beginOfData:
		r.beginData()
	case endOfData:
		r.endData(data)
	case endOfInput:
		r.div.inField = false
		r.popTo(0)
		r.report()
		r.state = atEnd
	case separator:
		if r.div.format == detect.Batch && r.in.offset() != r.div.batchEnd {
			r.shared.note(defectBatch)
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

// popTo leaves all frames but the first n.
func (r *Reader) popTo(n int) {
	for len(r.div.frames) > n {
		f := r.div.pop()
		if f.adopted {
			r.shared.note(defectBoundary)
		}
		switch {
		case !f.multipart:
			r.msgs.info = f.outer
		case !f.closed:
			r.shared.note(defectUnclosed)
		}
	}
}

// report reports the defects of the message of the mailbox that has ended. If neither it
// nor a message within it is selected, only a defect that bears on the selection matters.
func (r *Reader) report() {
	if r.body.outer == nil && r.shared.defects != 0 {
		if r.set.Select != nil && r.shared.selectedIn != r.msgs.index {
			r.shared.defects &= defectSelected
		}
		index := r.msgs.index
		if r.div.format.IsDocument() {
			index = 0
		}
		r.shared.report(r.set.Note, index, r.msgs.begins)
	}
}

// Cut reports whether the segment, which has been read, ends where reading the input, or a file in a
// document, has failed with an error other than io.EOF, so that the segment may be incomplete.
func (r *Reader) Cut() bool {
	for ; !r.in.failed() || !r.isLast(); r = r.child {
		if r.state != inNested && r.state != inDocument {
			return false
		}
	}
	return true
}

// isLast reports whether the segment ends at the end of the input. A field that is a
// complete line does not count.
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

// PassedOver returns the number of attachments that were skipped because they hold no
// text.
func (r *Reader) PassedOver() int64 { return r.shared.passed }

// Unresolved returns the number of references for which Resolves has returned false.
func (r *Reader) Unresolved() int64 { return r.shared.unresolved }

// Selected returns the number of messages that Options.Select has selected, or in which
// it has selected a nested message.
func (r *Reader) Selected() int { return r.shared.selected }

// Messages returns the number of messages that have begun, not counting nested
// messages.
func (r *Reader) Messages() int {
	switch {
	case r.div.format.IsDocument() && r.doc != nil:
		return r.doc.messages
	case r.div.isOneText():
		return 0
	}
	return r.msgs.index - r.msgs.before
}
