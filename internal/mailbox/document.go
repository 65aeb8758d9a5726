package mailbox

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/header"
)

// A Document describes the document that a segment is part of.
type Document struct {
	document.Place
	Attached bool   // the input is mail, and the outermost document an attachment
	Name     string // the names of the files within the documents that enclose the segment, the outermost first, separated by "/"
	Label    string // see document.Part
	LabelCut bool

	paragraphs []document.Paragraph
}

// PlaceAt returns the place of a byte of the segment, at an offset of its text.
func (d *Document) PlaceAt(offset int64) document.Place {
	p := d.Place
	if i, ok := slices.BinarySearchFunc(d.paragraphs, offset, func(p document.Paragraph, at int64) int { return cmp.Compare(p.From, at) }); ok {
		p.Paragraph = d.paragraphs[i].Number
	} else if i > 0 {
		p.Paragraph = d.paragraphs[i-1].Number
	}
	return p
}

// An openDocument is the document that a body consists of, or nothing. The body has been
// stored, or is read as a stream. Each part is the input of a child Reader.
type openDocument struct {
	store  document.Store
	strays []document.Range // texts in the store that are not part of the document: lines that are not base64
	reader document.Reader
	held   int64 // see document.Env.Held
	part   *document.Part
	about  Document // of the part

	inStrays bool // the part is one of strays

	// The message that the document is, or the one that the part is.
	header   []byte // the Header of part
	info     Info
	selected bool // whether to return the texts of the message
	messages int  // number of messages that have begun
}

// within describes what a Reader reads that reads a part of a document.
type within struct {
	documents int    // number of documents that enclose the input
	path      string // names of the files within them that enclose the input, separated by "/"
	leaf      entity // in the format detect.Text: the declaration of the body
	kind      Kind   // of the segment of that body
	isEntity  bool   // the input is an entity of the message that encloses it, and has the Info of that
}

// maxStrays is the number of ranges of lines that are not base64 which are kept for a
// document, and maxRuns of the places of an encoded document: see offset.Map.Runs.
const maxStrays, maxRuns = 1 << 10, 1 << 18

// enterDocument enters the document in the format f that the next body consists of, after
// beginText. A document that is nested too deeply is skipped.
func (r *Reader) enterDocument(f detect.Format, encoding string) {
	r.setTransfer(encoding)
	if !r.beginDocument(f) {
		r.shared.passed++
		r.body.dropped, r.segment.returned = true, true
	}
}

// beginDocument enters the document in the format f that the next body consists of, after
// beginText. It returns false if documents are nested too deeply, or too many.
func (r *Reader) beginDocument(f detect.Format) bool {
	d := r.document()
	r.enterCurrent()
	if r.within.documents == 0 {
		r.shared.attachedAt = r.in.offset()
	}
	if r.within.documents >= document.MaxDepth {
		r.shared.noteInDocument(document.TooDeep, "")
		return false
	}
	env := r.shared.env(&r.set)
	d.held = env.Held()
	if r.within.documents > 0 && !env.Budget.Nest() {
		r.shared.noteInDocument(document.TooMuch, "")
		return false
	}
	if formats.IsStream(r.set.Documents, f) {
		r.body.stream.counted = true
		d.reader = formats.OpenStream(r.set.Documents, f, &r.body, env)
	} else {
		if !r.useInput(d) {
			r.storeBody(d)
		}
		if r.within.documents == 0 {
			env.Budget.Grant(d.store.Size())
		}
		d.reader = formats.Open(r.set.Documents, f, &d.store, env)
	}
	if d.reader == nil {
		d.reader = noDocument{}
		head := d.store.Bytes(document.Range{From: 0, To: detect.TextHead}, detect.TextHead)
		if r.div.isOneText() && r.within.documents == 0 || charset.IsText(head) {
			d.strays = []document.Range{{From: 0, To: d.store.Size()}} // scanned as it is
		} else {
			r.shared.passed++
		}
	}
	r.state = inDocument
	return true
}

// A noDocument is a document without parts.
type noDocument struct{}

func (noDocument) Next() (*document.Part, error) { return nil, io.EOF }

// document returns the openDocument of r, prepared for another document.
func (r *Reader) document() *openDocument {
	if r.doc == nil {
		r.doc = new(openDocument)
	}
	d := r.doc
	d.store.Reset()
	*d = openDocument{store: d.store, strays: d.strays[:0], info: d.info}
	return d
}

// useInput makes d read the input at any offset if that is the document, and passes over the
// input. It returns false if the document must be stored.
func (r *Reader) useInput(d *openDocument) bool {
	b := &r.body
	isInput := r.within.documents == 0 && r.div.isOneText() && b.isPlain() && r.in.offset() == 0
	if r.input == nil || !isInput {
		return false
	}
	d.store.Use(r.input)
	b.store, b.delim = &d.store, delimiter{kind: endOfInput}
	for at := int64(0); at < d.store.Size(); at = b.stream.stage[0].m.Len() {
		b.stream.stage[0].m.Copy(int(min(d.store.Size()-at, 1<<30)), at)
	}
	r.in.passOver(d.store.Size())
	return true
}

// storeBody stores the text of the body.
func (r *Reader) storeBody(d *openDocument) {
	b, full := &r.body, false
	b.store = &d.store
	for {
		text := b.pending.text
		if b.stream.transfer == &b.stream.base64 {
			for _, c := range b.stream.base64.Copied() {
				if len(d.strays) < maxStrays && len(text) > 0 {
					d.strays = append(d.strays, document.Range{From: b.pending.at + int64(c.From), To: b.pending.at + int64(c.To)})
				}
			}
		}
		if !full {
			var err error
			_, err = d.store.Write(text[:min(int64(len(text)), document.MaxCopy-d.store.Size())])
			switch {
			case err != nil:
				r.shared.noteInDocument(document.NotStored, err.Error())
				full = true
			case d.store.Size() == document.MaxCopy, b.stream.stage[0].m.Runs() > maxRuns:
				r.shared.noteInDocument(document.TooLarge, "")
				full = true
			}
		}
		if b.pending.take(len(text)); b.ended() {
			return
		}
		if full {
			b.stream.stage[0].m.Forget(d.store.Size(), b.stream.stage[0].m.Len())
		}
		b.pump()
	}
}

// nextOfDocument advances to the next segment of the document. It returns nil at its end.
func (r *Reader) nextOfDocument() *Segment {
	d := r.doc
	for {
		if d.part != nil {
			if seg, err := r.child.Next(); err == nil {
				d.describe(r, seg)
				return seg
			}
			d.part = nil
		}
		if !r.nextPart() {
			return nil
		}
	}
}

// describe completes a segment of the part.
func (d *openDocument) describe(r *Reader, seg *Segment) {
	if seg.Document == nil && !d.inStrays {
		seg.Document = &d.about
	}
	if seg.Document != nil && r.within.documents == 0 && !r.div.isOneText() {
		seg.Document.Attached = true
	}
	if seg.Info == nil {
		switch {
		case d.header != nil:
			seg.Info = &d.info
		case !r.div.isOneText():
			seg.Info, seg.Part = &r.msgs.info, r.segment.Part
		}
	}
	seg.Plain = false
}

// nextPart advances to the next part of the document that may have text, and prepares the
// child to read it. It returns false at the end of the document.
func (r *Reader) nextPart() bool {
	d := r.doc
	for {
		r.enterCurrent()
		p, err := d.reader.Next()
		if err != nil {
			d.inStrays = true
			if p = d.nextStray(); p == nil {
				d.reader = noDocument{}
				if r.child != nil {
					r.child.in.r = nil // it may hold a decoder, whose memory is released
				}
				r.shared.documents.Release(d.held)
				r.in.err = cmp.Or(d.store.Err(), r.in.err)
				d.store.Reset()
				return false
			}
			if err != io.EOF {
				r.shared.noteInDocument(document.NotStored, err.Error())
				d.reader = noDocument{}
			}
		}
		d.part = p
		d.about = Document{Place: p.Place, Name: r.within.path, Label: p.Label, LabelCut: p.LabelCut, paragraphs: p.Paragraphs}
		if p.Name != "" && p.Kind == document.File {
			d.about.Name = joinNames(r.within.path, p.Name)
			if d.about.Member == p.Name {
				d.about.Member = ""
			}
		}
		r.enterMessage()
		if d.isSelected(r) && r.beginPartOfDocument(p) {
			return true
		}
	}
}

// joinNames returns the name of a file within another one.
func joinNames(path, name string) string {
	name = strings.ToValidUTF8(name[:min(len(name), maxValue)], "\uFFFD")
	if path == "" {
		return name
	}
	return path + "/" + name
}

// nextStray returns the next text in the store that was not encoded, or nil.
func (d *openDocument) nextStray() *document.Part {
	if len(d.strays) == 0 {
		return nil
	}
	s := d.strays[0]
	d.strays = d.strays[1:]
	return &document.Part{Kind: document.Text, Range: s, Exact: true, Content: d.store.Section(s)}
}

// isSelected reports whether Options.Select selects the part.
func (d *openDocument) isSelected(r *Reader) bool {
	if r.set.Select == nil || d.header == nil && !r.div.isOneText() {
		return true
	}
	return d.header != nil && d.selected || r.msgs.within
}

// enterMessage begins the message that the part belongs to, if it is another one than that
// of the last part.
func (r *Reader) enterMessage() {
	d, h := r.doc, r.doc.part.Header
	if d.part.Place.Format == "tnef" && !r.div.isOneText() {
		h = nil // the part belongs to the message of mail, whose header has more
	}
	if len(h) > 0 && len(d.header) > 0 && &h[0] == &d.header[0] {
		return
	}
	if d.header = h; h == nil {
		return
	}
	d.messages++
	index := r.msgs.index
	if r.div.isOneText() && r.within.documents == 0 {
		index = d.messages
	}
	r.shared.serial++
	d.info.reset(index, r.shared.serial)
	for len(h) > 0 {
		n := bytes.IndexByte(h, '\n') + 1
		for n > 0 && n < len(h) && (h[n] == ' ' || h[n] == '\t') {
			k := bytes.IndexByte(h[n:], '\n') + 1
			if k == 0 {
				n = 0
				break
			}
			n += k
		}
		if n == 0 {
			n = len(h)
		}
		if name := header.FieldName(h[:n]); name != nil {
			d.info.field(name, h[:n])
		}
		h = h[n:]
	}
	if d.selected = r.set.Select != nil && r.set.Select(&d.info); d.selected && r.shared.selectedIn != index {
		r.shared.selected++
		r.shared.selectedIn = index
	}
}

// beginPartOfDocument makes the child read a part. It returns false if the part holds no
// text.
func (r *Reader) beginPartOfDocument(p *document.Part) bool {
	if r.child == nil {
		r.child = newReader(r.set, r.shared, nestedRead)
	}
	c := r.child
	c.begin(p.Content, detect.Text, &r.body)
	c.body.anchor = anchor{from: p.Range.From, to: p.Range.To, fixed: !p.Exact}
	c.within = within{documents: r.within.documents + 1, path: r.doc.about.Name, leaf: entity{base: absolute(p.Base)}, kind: Body}
	c.within.leaf.media = plainText
	f := detect.Text
	switch p.Kind {
	case document.Target:
		c.within.kind = Reference
	case document.File:
		var ok bool
		if f, ok = c.formatOfFile(p.Media); !ok {
			r.shared.passed++
			return false
		}
	}
	c.div.reset(f)
	c.div.prefix, c.div.parts, c.div.outerDepth = r.segment.Part, r.div.parts, r.div.depth()+1
	c.msgs.enter(&r.msgs, !r.div.isOneText(), r.set.Select == nil || !r.msgs.info.unselected)
	if p.Entity && f == detect.Message && !r.div.isOneText() {
		c.within.isEntity = true
		c.msgs.info = r.msgs.info
		c.msgs.info.raw = slices.Clip(c.msgs.info.raw)
	}
	return true
}

// absolute returns base if it can be the base of relative references, and "" otherwise.
func absolute(base string) string {
	if !strings.Contains(base, "://") || len(base) > MaxBase {
		return ""
	}
	return base
}

var plainText = header.MediaType{Type: "text", Subtype: "plain"}

// formatOfFile returns the format of the file that r reads, by its media type and its first
// bytes, or false if it holds no text. It declares the media type of a detect.Text.
func (r *Reader) formatOfFile(media string) (f detect.Format, ok bool) {
	e := entity{declaration: declaration{media: header.ParseMediaType([]byte(media))}}
	if e.isMessage() {
		return detect.Message, true
	}
	head := r.in.atLeast(detect.TextHead)
	f, _ = detect.FileOf(head, detect.All)
	if f = r.readable(f); f != detect.Text {
		return f, true
	}
	if e.media.Type == "text" || strings.HasSuffix(e.media.Subtype, "xml") {
		r.within.leaf.media = e.media
		return detect.Text, true
	}
	if f, _ := detect.FormatOf(head, false, detect.All); !f.IsText() {
		return f, true
	}
	_, isWide := charset.Wide(head)
	return detect.Text, isWide || r.set.AllParts || charset.IsText(head[:min(len(head), detect.TextHead)])
}

// enterCurrent says that the document of r is the one that is read.
func (r *Reader) enterCurrent() {
	if r.within.documents == 0 {
		r.shared.current.mail = r
	}
	r.shared.current.path = r.within.path
}

// A currentDocument is where the document is that is read.
type currentDocument struct {
	mail *Reader // the Reader of the input or the attachment; nil: nothing has been read
	path string  // names of the files within that, as in within
}

// name returns the name of the document, or of a file in it if detail is not empty. For an attachment it begins
// with the number of the part.
func (d *currentDocument) name(detail string) string {
	place := ""
	if d.mail == nil {
		return detail
	}
	var names []string
	if !d.mail.div.isOneText() {
		place = "part " + d.mail.segment.Part
		names = append(names, d.mail.head.fileName())
	}
	name := strings.Join(slices.DeleteFunc(append(names, d.path, detail), func(s string) bool { return s == "" }), "/")
	switch {
	case place == "":
		return name
	case name == "":
		return place
	}
	return place + ", " + name
}

// fileName returns the name of the attachment that the header declares, or "".
func (r *headReader) fileName() string {
	var field []byte // Content-Disposition
	for line := range bytes.Lines(r.block.raw) {
		if isMore := header.IsContinuation(line); isMore && field != nil {
			field = append(field, line...)
		} else if field != nil {
			break
		} else if !isMore && bytes.EqualFold(header.FieldName(line), []byte("Content-Disposition")) {
			field = bytes.Clone(line)
		}
	}
	if name := header.ParseMediaType(header.Body(field)).Param("filename"); name != "" {
		return name
	}
	return r.entity.media.Param("name")
}

// noteInDocument notes a defect of the document that is read. If that is an attachment, the detail says which one,
// and where it begins.
func (s *shared) noteInDocument(d document.Defect, detail string) {
	if d == document.Locked {
		s.locked++
	}
	switch isKnown := s.defects&(defectDocument<<d) != 0; {
	case isKnown: // the first detail is kept
	case d == document.Locked, d == document.Untried:
		detail = s.current.name(detail)
	case s.current.mail != nil && !s.current.mail.div.isOneText():
		place := document.At(s.current.name(""), s.attachedAt)
		if detail != "" {
			place += ": "
		}
		detail = place + detail
	}
	s.noteDocument(d, detail)
}

// noteDocument notes a defect of a document.
func (n *notes) noteDocument(d document.Defect, detail string) {
	n.noteName(defectDocument<<d, detail)
}

// env returns the Env of documents.
func (s *shared) env(set *settings) *document.Env {
	if s.documents.Budget == nil {
		s.documents = document.Env{Budget: document.NewBudget(), Note: s.noteInDocument, Memory: formats.Memory(set.Documents), KeepBreaks: set.KeepBreaks, AllParts: set.AllParts, Schemeless: set.Schemeless, Passwords: slices.Clone(set.Passwords)}
	}
	return &s.documents
}
