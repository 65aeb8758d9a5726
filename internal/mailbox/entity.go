package mailbox

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/flowed"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// An entity is what a header declares about the body.
type entity struct {
	media    header.MediaType
	encoding string
	base     string // Content-Base, RFC 2110
	message  bool   // it is a message, not a part of a multipart
	digest   bool   // a part of a digest

	other *declaration // by second fields that differ; nil: there are none
}

// contentField looks at a field that is defined by MIME. The first of several
// counts, unless choose finds that the body is what another says.
func (r *Reader) contentField(name, field []byte) {
	e := &r.entity
	switch {
	case isNamed(name, "Content-Type"):
		if e.other != nil && e.other.media.Type != "" {
			break
		}
		media := r.known.mediaType(header.Body(field))
		if media.More {
			r.shared.note(oddParameters)
		}
		if e.media.Type == "" {
			e.media = media
		} else if media.Type != "" && differs(&e.media, &media) {
			r.declareAgain("Content-Type").media = media
		}
	case isNamed(name, "Content-Transfer-Encoding"):
		encoding := header.ContentTransferEncoding(header.Body(field))
		if e.encoding == "" {
			e.encoding = encoding
		} else if encoding != "" && encoding != e.encoding && !(isIdentity(encoding) && isIdentity(e.encoding)) {
			if d := r.declareAgain("Content-Transfer-Encoding"); d.encoding == "" {
				d.encoding = encoding
			}
		}
	case isNamed(name, "Content-Base"):
		if e.base == "" {
			r.contentBase(header.Body(field))
		}
	}
}

func (r *Reader) contentBase(body []byte) {
	if url := r.words.Text(body); strings.Contains(url, "://") {
		r.entity.base = strings.Trim(url, `"<>`)
	}
}

// beginBody goes on after a header.
func (r *Reader) beginBody() {
	if r.head.more {
		r.goOn()
		return
	}
	e, part := &r.entity, r.head.part
	if e.other != nil {
		r.choose()
	}
	switch {
	case e.media.Type == "multipart":
		if len(e.media.Param("boundary")) > maxBoundary {
			r.shared.note(oddLongBoundary)
		}
		f := frame{multipart: true, prefix: part, boundary: e.media.Param("boundary"), digest: e.media.Subtype == "digest"}
		if r.div.push(f, r.opts.Limits.Depth) {
			r.entity = entity{}
			r.beginStream(Body, part)
			return
		}
		r.shared.note(oddDepth)
		r.entity = entity{} // as text
	case e.isMessage():
		if r.beginNested(r.leafNumber()) {
			return
		}
	case e.isReport():
		if r.beginReport(r.leafNumber()) {
			return
		}
	}
	r.beginLeaf(r.leafNumber())
}

// leafNumber returns the number of the part whose header has been read. The body
// of a message that is no multipart is its part 1.
func (r *Reader) leafNumber() string {
	if r.entity.message {
		return join(r.head.part, 1)
	}
	return r.head.part
}

// beginPart begins the next part of a multipart.
func (r *Reader) beginPart(f *frame) {
	f.parts++
	f.closed = false
	r.div.parts++
	number, digest := f.number(), f.digest
	if r.div.parts > r.opts.Limits.Parts {
		r.shared.note(oddParts)
		for i := range r.div.frames {
			r.div.frames[i].closed = true
		}
		r.popTo(0)
		r.entity = entity{}
		r.beginStream(Body, "")
		return
	}
	r.beginHeader(number, entity{digest: digest})
}

// isMessage reports whether a body begins with a header.
func (e *entity) isMessage() bool {
	switch e.media.Type {
	case "message":
		switch e.media.Subtype {
		case "rfc822", "global", "news", "partial", "external-body", "global-headers":
			return true
		}
	case "text":
		return e.media.Subtype == "rfc822-headers"
	}
	return false
}

// isReport reports whether a body is made of blocks of fields, with blank lines
// between: RFC 3464, RFC 8098 and RFC 5965. Those in a transfer encoding, which
// the first of them forbids, are read as text.
func (e *entity) isReport() bool {
	if e.media.Type != "message" || e.encoding == "base64" || e.encoding == "quoted-printable" {
		return false
	}
	switch e.media.Subtype {
	case "delivery-status", "global-delivery-status", "disposition-notification", "global-disposition-notification", "feedback-report":
		return true
	}
	return false
}

// beginReport reads the next block of a report. It returns false if no field
// comes next: what does is text.
func (r *Reader) beginReport(part string) bool {
	line := r.in.lineAt(0)
	for ; len(line) > 0 && isBlank(line); line = r.in.lineAt(0) {
		r.in.consumeLine(line)
	}
	if header.FieldName(line) == nil || r.div.mayDelimit(line) && r.div.dividerAt(0).kind != none {
		return false
	}
	media := r.entity.media
	r.beginHeader(part, entity{})
	r.entity = entity{media: media}
	return true
}

// beginNested goes into a message within the message. It returns false if that
// is nested too deep.
func (r *Reader) beginNested(part string) bool {
	switch r.entity.encoding {
	case "base64", "quoted-printable":
		return r.beginDecoded(part)
	}
	if !r.div.push(frame{prefix: part, outer: r.info}, r.opts.Limits.Depth) {
		r.shared.note(oddDepth)
		return false
	}
	r.info.raw = nil // the frame has it
	r.newInfo()
	r.beginHeader(part, entity{message: true})
	return true
}

// beginDecoded goes into a message that has a transfer encoding, which RFC 2046,
// 5.2.1 forbids and mailers do: another reader reads what this one decodes.
func (r *Reader) beginDecoded(part string) bool {
	if r.body.encoded() >= r.opts.Limits.Encoded {
		r.shared.note(oddEncoded)
		return false
	}
	r.beginStream(Body, part)
	r.setTransfer()
	r.seg.given = true
	if r.child == nil {
		r.child = newReader(nestedRead, r.shared)
		r.child.opts, r.child.words.MaxWord = r.opts, r.words.MaxWord
	}
	c := r.child
	c.begin(&r.body, Message, &r.body)
	c.div.prefix = part
	c.index, c.div.parts, c.div.around = r.index-1, r.div.parts, r.div.depth()+1
	r.state = inNested
	return true
}

// beginLeaf begins a body that is no multipart and no message.
func (r *Reader) beginLeaf(part string) {
	r.beginStream(Body, part)
	e, s := &r.entity, &r.body.stream
	if e.holdsNoText(r) && !r.opts.AllParts {
		r.shared.passed++
		r.body.base64, r.body.skipped = true, true
		r.seg.Plain = false
		return
	}
	r.setTransfer()
	label := e.media.Param("charset")
	if r.div.format == HTML {
		label = r.declared()
	}
	if label != "" || r.mayBeOdd() {
		r.setCharset(label)
		if s.transfer == nil && r.beginsUuencoded() {
			r.shared.note(oddUuencoded)
		}
	}
	switch t, sub := e.media.Type, e.media.Subtype; {
	case t == "text" && sub == "plain":
		if strings.EqualFold(e.media.Param("format"), "flowed") {
			s.flow = flowed.Decoder{
				DelSp:        strings.EqualFold(e.media.Param("delsp"), "yes"),
				MaxParagraph: r.opts.Limits.Paragraph,
				Depths:       s.flow.Depths[:0],
			}
			s.addLast(&s.flow)
		}
	case t == "text" && (sub == "html" || sub == "x-html"), t == "application" && sub == "xhtml+xml":
		s.markup.Reset()
		s.markup.MaxTag = r.opts.Limits.Tag
		s.addLast(&s.markup)
	}
	r.seg.base, r.seg.Base = e.base, e.base
	r.seg.Plain = r.body.isPlain()
}

// declared returns the name of the character set that an HTML document says it is
// in. One that begins with a byte order mark is in UTF-8, whatever it says, and so is
// one that says in ASCII that it is in a set in which that is not ASCII.
func (r *Reader) declared() string {
	for {
		head := r.in.rest(0)
		if bytes.HasPrefix(head, []byte(utf8BOM)) {
			return ""
		}
		label := htmltext.Charset(head)
		if label == "" && len(head) < htmltext.MaxPrescan && r.in.fill() {
			continue
		}
		if set, ok := r.known.charset(label); ok && !set.MayDeclareItself() {
			r.shared.noteName(oddLabel, label)
			return ""
		}
		return label
	}
}

func (s *stream) addStage() {
	s.stages[s.n].m.Reset()
	s.stages[s.n].mute = 0
	s.n++
}

func (s *stream) addLast(d decoder) {
	s.last = d
	s.addStage()
}

func (r *Reader) setTransfer() {
	s := &r.body.stream
	switch r.entity.encoding {
	case "quoted-printable":
		s.qp.Reset()
		s.qp.Line = r.in.line
		s.transfer = &s.qp
	case "base64":
		s.base64.Reset()
		s.base64.Line = r.in.line
		s.transfer = &s.base64
		r.body.base64 = true
	case "", "7bit", "8bit", "binary":
	default:
		r.shared.noteName(oddEncoding, r.entity.encoding)
	}
	r.seg.Plain = r.body.isPlain()
}

// setCharset adds the stage that decodes the declared character set, or UTF-16 or
// UTF-32 if the body begins so. If that is not known, the text is read as it is: octets
// that are not UTF-8 one by one.
func (r *Reader) setCharset(label string) {
	var set charset.Charset
	if label != "" {
		var ok bool
		if set, ok = r.known.charset(label); !ok {
			r.shared.noteName(oddCharset, label)
			label = ""
		}
	}
	if !set.IsWide() && r.mayBeOdd() {
		if wide, ok := r.wideBody(); ok {
			set = wide
			if label != "" {
				r.shared.noteName(oddLabel, label)
			}
		}
	}
	r.body.stream.label = label
	if set.Whole() || set.Fallback != nil {
		r.body.stream.set.Reset(set)
		r.body.stream.charset, r.body.stream.whole = &r.body.stream.set, set.Whole()
		r.body.stream.addStage()
	}
}

// mayBeOdd reports whether the body may be in UTF-16, UTF-32 or uuencode, by the first
// two bytes if it has no transfer encoding.
func (r *Reader) mayBeOdd() bool {
	raw := r.in.rest(0)
	return r.body.stream.transfer != nil || len(raw) < 2 || raw[0]-1 >= 0xFD || raw[1] == 0 || raw[0] == 'b'
}

// wideBody returns UTF-16 or UTF-32 if the body begins so, once its transfer encoding is
// undone.
func (r *Reader) wideBody() (charset.Charset, bool) {
	switch r.entity.encoding {
	case "base64":
		const digits = (charset.MaxWide + 2) / 3 * 4
		var octets [digits / 4 * 3]byte
		line := r.in.lineAt(r.blankLines())
		n, _ := base64.StdEncoding.Decode(octets[:], line[:min(len(line), digits)&^3])
		return charset.Wide(octets[:n])
	case "quoted-printable":
		if raw := r.atLeast(2); len(raw) < 2 || raw[0] != '=' && raw[1] != '=' {
			return charset.Charset{}, false
		}
		const escapes = 2 * len("=XX") * charset.MaxWide
		var d transfer.QuotedPrintable
		var unasked offset.Map
		raw := r.atLeast(escapes)
		return charset.Wide(d.Append(nil, raw[:min(len(raw), escapes)], 0, &unasked))
	}
	if r.atLeast(2); !r.mayBeOdd() {
		return charset.Charset{}, false
	}
	return charset.Wide(r.atLeast(charset.MaxWide))
}

// atLeast returns what comes next, n bytes of it at least unless the input ends.
func (r *Reader) atLeast(n int) []byte {
	for len(r.in.rest(0)) < n && r.in.fill() {
	}
	return r.in.rest(0)
}

// blankLines returns the length of the blank lines that a body in base64 begins with.
func (r *Reader) blankLines() (n int) {
	for k := 0; k < maxBlank && isWhite(r.in.lineAt(n)); k++ {
		n += len(r.in.lineAt(n))
	}
	return n
}

// holdsNoText reports whether a body is an attachment that holds no text. Only
// what is encoded can be that: what is not is read in any case. Of what is
// declared to be an application's data, or no more than octets, the first line
// tells.
func (e *entity) holdsNoText(r *Reader) bool {
	if e.encoding != "base64" || strings.HasSuffix(e.media.Subtype, "+xml") {
		return false
	}
	switch e.media.Type {
	case "image", "audio", "video", "font", "model", "chemical":
		return true
	case "application":
		return !isEncodedText(r.in.lineAt(r.blankLines()))
	}
	return false
}

// maxBlank is how many blank lines before an attachment are looked past.
const maxBlank = 4

// isEncodedText reports whether a line of base64 decodes to text.
func isEncodedText(line []byte) bool {
	line = bytes.TrimSpace(line)
	line = line[:min(len(line), 76)&^3]
	var buf [57]byte
	n, _ := base64.StdEncoding.Decode(buf[:], line)
	text := buf[:n]
	for i := 0; i < utf8.UTFMax-1 && !utf8.Valid(text); i++ {
		text = text[:max(0, len(text)-1)] // a character may be cut
	}
	for _, c := range text {
		if ascii.Is(c, ascii.Control) && !ascii.Is(c, ascii.Space) && c != 0x1B {
			return false
		}
	}
	return utf8.Valid(text) && n > 0 || n == 0
}
