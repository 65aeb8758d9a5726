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

// A Reader reads the segments of a mailbox, one after the other. It must not
// be used by several goroutines at once.
type Reader struct {
	opts   Options
	wants  func(name, field []byte) bool // whether a header field is wanted; nil wants all
	hinted bool                          // none is wanted that has no hint: see prefilter.Marks

	in    lines
	div   divider
	state state
	limit int64 // no message that begins from there on is wanted; 0: all are
	left  bool  // there is one

	before int   // messages before the range
	index  int   // of the message
	begins int64 // its offset
	info   Info
	shared *shared // with parent and child

	head   block
	entity entity
	words  header.Decoder
	known  known

	body body
	seg  segment

	child *Reader // reads what this one decodes, in state inNested; kept for the next time
}

// state is what comes next.
type state uint8

const (
	between  state = iota // messages
	inFields              // fields of the header that has been read
	inBody                // the text of a body
	inNested              // the segments of a message that is decoded
	atEnd
)

// maxChunk is how much is decoded at once. What is decoded is read from the
// processor's cache then.
const maxChunk = 32 << 10

// NewReader returns a Reader, which reads nothing before it is Reset.
func NewReader(o *Options) *Reader {
	r := newReader(fileRead, new(shared))
	if o != nil {
		r.opts = *o
	}
	r.opts.Limits = r.opts.Limits.WithDefaults()
	r.words.MaxWord = r.opts.Limits.Word
	if f := r.opts.Fields; f != nil {
		r.wants, r.hinted = f.MayHold, f.Hinted()
	}
	r.in.err = io.EOF
	return r
}

// newReader returns a Reader without options, which reads that much at once.
func newReader(size int, s *shared) *Reader {
	r := &Reader{state: atEnd, in: lines{input: input{size: size}}, shared: s}
	r.div.in, r.body.div = &r.in, &r.div
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
	*r = Reader{
		opts: r.opts, wants: r.wants, hinted: r.hinted, words: r.words,
		in: r.in, div: r.div, head: r.head, body: r.body, info: r.info, child: r.child,
		shared: r.shared, known: r.known,
	}
	line := int64(1)
	if r.opts.SkipPlaces {
		line = 0
	}
	r.in.reset(src, line)
	r.div.reset(f)
	r.body.reset(outer)
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
func (r *Reader) Next() (*Segment, error) {
	for {
		switch r.state {
		case between:
			r.beginMessage()
		case inFields:
			if r.nextField() {
				return &r.seg.Segment, nil
			}
			r.beginBody()
		case inBody:
			if r.nextStretch() {
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
		h := &r.head
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
	return r.index - r.before
}

// beginMessage goes to the next message, to the header of which what divides it
// from the last one belongs where that may hold text.
func (r *Reader) beginMessage() {
	r.report()
	r.div.frames = r.div.frames[:0]
	if r.body.outer == nil {
		r.div.parts = 0
	}
	if r.leaves() {
		r.state, r.in.err = atEnd, io.EOF
		return
	}
	r.div.skip(&r.in)
	if len(r.in.rest(0)) == 0 && !r.in.fill() {
		r.state = atEnd
		return
	}
	r.index++
	r.begins = r.body.outer.start(r.in.offset())
	r.in.midLine, r.in.blank = false, true
	if r.div.isHTML() {
		r.entity = entity{}
		r.entity.media.Type, r.entity.media.Subtype = "text", "html"
		r.beginLeaf("")
		return
	}
	r.newInfo()
	crlf := r.div.format == Message && bytes.HasSuffix(r.in.lineAt(0), []byte("\r\n"))
	r.beginHeader(r.div.prefix, entity{message: true})
	r.div.wire = crlf && r.info.newsgroups.to > 0
}

// newInfo begins the Info of another message.
func (r *Reader) newInfo() {
	r.shared.serial++
	r.info.reset(r.index, r.shared.serial)
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
		f := &r.div.frames[d.frame]
		f.closed = true
		r.entity = entity{}
		r.beginStream(Body, f.prefix)
	}
}

// beginStream makes ready for a body in no encoding, and the segment that it
// begins with.
func (r *Reader) beginStream(kind Kind, part string) {
	r.body.begin()
	r.seg = segment{Segment: Segment{Kind: kind, Info: &r.info, Part: part, Line: r.in.line, Plain: r.body.isPlain()}}
	r.seg.bases.from = r.in.offset()
	if r.div.isHTML() {
		r.seg.Info = nil
	}
	r.state = inBody
}

// nextStretch goes to the next segment of a body: its first, or one after a
// cut. It returns false at the end of the body.
func (r *Reader) nextStretch() bool {
	if !r.seg.given {
		r.seg.given = true
		return true
	}
	cut, ok := r.body.nextCut()
	if ok {
		r.seg.cut(cut)
		r.body.discard(cut.At)
	}
	return ok
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
			r.info = f.outer
		case !f.closed:
			r.shared.note(oddUnclosed)
		}
	}
}

// report reports what was odd about the message of the mailbox that has ended.
func (r *Reader) report() {
	if r.body.outer == nil {
		r.shared.report(r.opts.Note, r.index, r.begins)
	}
}
