// Package rtf reads Rich Text Format (version 1.9 of its specification), as a document and
// as the body of a message of Outlook.
//
// # Terms
//
// RTF has groups in braces, control words after a backslash, and characters. A control word
// at the beginning of a group makes it a destination: its text is a font, a field or a
// footnote, and not the text of the document. A field has an instruction, such as
// HYPERLINK, and a result, which a reader sees.
//
// # Flow
//
// A lexer splits the document into tokens. A parser keeps the state of the groups, decodes
// characters, and appends them to the sink of the group. [Open] returns a Reader, which
// makes parts of the sinks. [HTML] returns the HTML that RTF was made of ([MS-OXRTFEX]).
//
// # Guarantees
//
// The document is read once, from its beginning to its end. Groups are not read
// recursively. A text is returned when it is longer than 32 KB, after a line end if it has
// one.
package rtf

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/link"
)

// Magic is the beginning of a document. Word reads a document without the "f", too.
const Magic = `{\rt`

const (
	enough  = 32 << 10  // bytes of a text that are returned after a line end
	most    = 256 << 10 // bytes of a text that are returned anyway
	maxInst = 64 << 10  // bytes of an instruction, a target or a hyperlink object
)

// A reader is the Reader of a document.
type reader struct {
	s      *document.Store
	env    *document.Env
	p      *parser
	main   *sink
	fields []*fieldState
	queue  []document.Part
	next   int // of queue
	part   document.Part
	base   string // of relative references

	hex     hexDecoder
	object  document.Store // the OLE object
	objFrom int64
	data    []byte // a hyperlink object
	isHTML  bool
	done    bool
	stopped bool // the Budget is used up
}

// A fieldState is a field that has not ended.
type fieldState struct {
	outer *sink // of the text around the field
	inst  sink
	from  int      // the offset of the result in outer.buf, or -1
	urls  []string // of hyperlink objects
	at    int64
	depth int // the number of groups around it

	paragraph int
}

// Open is the Opener of RTF.
func Open(s *document.Store, env *document.Env) document.Reader {
	if string(s.Bytes(document.Range{From: 0, To: int64(len(Magic))}, len(Magic))) != Magic {
		return nil
	}
	r := &reader{s: s, env: env, main: newText()}
	r.p = newParser(newLexer(s.Section(document.Range{From: 0, To: s.Size()})), r.main)
	return r
}

// Next implements [document.Reader].
func (r *reader) Next() (*document.Part, error) {
	for {
		if r.next < len(r.queue) {
			r.part = r.queue[r.next]
			r.next++
			return &r.part, nil
		}
		r.queue, r.next = r.queue[:0], 0
		if r.done {
			r.object.Reset()
			return nil, io.EOF
		}
		r.step()
	}
}

// step reads a token.
func (r *reader) step() {
	p := r.p
	t := p.lex.next()
	switch t.kind {
	case tokEnd:
		r.end()
	case tokOpen:
		p.open()
	case tokClose:
		if g, ok := p.close(); ok && g.begins {
			r.leave(&g)
		}
	case tokStar:
		p.g.star = p.g.opened
	case tokHex:
		p.g.opened = false
		switch p.g.dest {
		case oleData, fieldData:
		default:
			p.chars([]byte{t.octet})
		}
	case tokChars:
		p.g.opened = false
		switch p.g.dest {
		case oleData:
			r.digits(t.chars)
		case fieldData:
			if len(r.data) < maxInst {
				r.data = r.hex.append(r.data, t.chars)
			}
		default:
			p.chars(t.chars)
		}
	case tokWord:
		r.word(&t)
	}
	if s := p.g.sink; s != nil && s.size() > enough {
		r.drain(s)
	}
}

// word handles a control word.
func (r *reader) word(t *token) {
	p := r.p
	opened := p.g.opened
	p.g.opened = false
	switch t.word {
	case "bin":
		if n := t.param; p.g.dest == oleData {
			p.lex.binary(n, func(b []byte) { r.store(b) })
		} else {
			p.lex.binary(n, func([]byte) {})
		}
		return
	case "u":
		p.unicode(t.param)
		return
	case "super", "up":
		r.raise(!t.hasParam || t.param > 0)
		return
	case "nosupersub", "sub", "dn":
		p.g.raised = false
		return
	case "deleted":
		p.flushRaw()
		p.g.deleted = !t.hasParam || t.param != 0
		return
	case "revised":
		p.flushRaw()
		p.g.inserted = !t.hasParam || t.param != 0
		return
	case "fromhtml":
		if !r.isHTML && len(p.stack) == 1 {
			r.isHTML = true
			r.addHTML()
		}
		return
	}
	if p.property(t) {
		return
	}
	if d := t.dest; d != noDestination && p.over == 0 {
		switch d {
		case oleData, fieldData, instruction, result: // Word accepts these after other words, too
			r.enter(d, t.word)
		default:
			if opened {
				r.enter(d, t.word)
			}
		}
		return
	}
	if text := t.insert; text != "" {
		if p.skip > 0 {
			p.skip--
		} else if p.g.dest != fontTable {
			p.put(text)
		}
		if t.word == "par" {
			p.paragraph++
		}
		return
	}
	if opened && p.g.star && p.over == 0 {
		r.enter(skipped, "")
	}
}

// raise begins or ends superscript, such as the mark of a note: it is no part of a URL before
// it.
func (r *reader) raise(on bool) {
	if on && !r.p.g.raised {
		r.apart()
	}
	r.p.g.raised = on
}

// apart keeps apart the text before and after something that a reader sees, such as a picture.
func (r *reader) apart() {
	if g := &r.p.g; g.sink != nil && g.sink.changes != nil {
		r.p.put(" ")
	}
}

// enter begins a destination in the current group.
func (r *reader) enter(d destination, word string) {
	p := r.p
	if len(p.stack) == 0 {
		return
	}
	p.flushRaw()
	outer := p.stack[len(p.stack)-1]
	if outer.dest == oleData || outer.dest == fieldData {
		return
	}
	g := &p.g
	switch d {
	case inline:
		return
	case object:
		r.apart()
		return
	case picture:
		r.apart()
		g.sink = nil
	case skipped, fontTable, plainHTML, htmlTag, upper:
		g.sink = nil
	case separate:
		g.sink = newText()
	case target, linkBase:
		g.sink = new(sink)
	case unicodeText:
		if outer.dest != upper || len(p.stack) < 2 {
			return
		}
		g.sink, g.dest = p.stack[len(p.stack)-2].sink, p.stack[len(p.stack)-2].dest
		return
	case oleData:
		r.object.Reset()
		r.hex = hexDecoder{}
		r.objFrom = g.from
		g.sink = nil
	case fieldData:
		r.data, r.hex = r.data[:0], hexDecoder{}
		g.sink = nil
	case field:
		if g.begins { // a second one in the group
			return
		}
		r.fields = append(r.fields, &fieldState{outer: g.sink, from: -1, at: g.from, depth: len(p.stack), paragraph: p.paragraph})
	case instruction:
		if len(r.fields) == 0 || g.begins {
			g.sink = new(sink)
		} else {
			g.sink = &r.fields[len(r.fields)-1].inst
		}
	case result:
		if len(r.fields) == 0 || g.begins {
			return
		}
		f := r.fields[len(r.fields)-1]
		if g.sink = f.outer; f.outer != nil && f.from < 0 {
			f.from = len(f.outer.buf)
			f.outer.marks++
		}
		d = noDestination
	}
	g.dest, g.word, g.begins = d, word, true
}

// leave ends the destination of the group g.
func (r *reader) leave(g *group) {
	switch g.dest {
	case separate:
		r.text(g.sink, "")
	case target:
		r.target(strings.TrimSpace(string(g.sink.buf)), relations[g.word], g.sink.from, g.sink.end, "", "")
	case linkBase:
		if base := strings.TrimSpace(string(g.sink.buf)); strings.Contains(base, "://") {
			r.base = base
			r.target(r.base, "hyperlinkBase", g.sink.from, g.sink.end, "", "")
		}
	case oleData:
		r.leaveObject()
	case fieldData:
		if n := len(r.fields); n > 0 {
			r.fields[n-1].urls = append(r.fields[n-1].urls, link.Monikers(r.data)...)
		}
	case instruction:
		if len(r.fields) == 0 && g.sink != nil {
			r.fieldParts(&fieldState{inst: *g.sink, from: -1, at: g.from})
		}
	case field:
		r.leaveField()
	}
}

// leaveField ends the innermost field.
func (r *reader) leaveField() {
	n := len(r.fields) - 1
	if n < 0 {
		return
	}
	f := r.fields[n]
	r.fields = r.fields[:n]
	r.fieldParts(f)
	if f.from >= 0 {
		f.outer.marks--
	}
}

// fieldParts makes the parts of a field. A result that is the target itself is replaced by a
// space.
func (r *reader) fieldParts(f *fieldState) {
	parsed := link.ParseField(strings.ToValidUTF8(string(f.inst.buf), "\uFFFD"))
	to := r.p.lex.offset()
	label := ""
	if f.from >= 0 && f.from <= len(f.outer.buf) {
		label = string(f.outer.buf[f.from:])
	}
	var all []string
	if parsed.Target != "" {
		all = append(all, parsed.Target)
	}
	for _, u := range f.urls {
		if len(all) == 0 || !sameTarget(all[0], u) {
			all = append(all, u)
			if parsed.Relation == "" || parsed.Relation == "field" {
				parsed.Relation = "hyperlink"
			}
		}
	}
	for _, t := range all {
		if document.Agrees(strings.TrimSpace(label), t) {
			f.outer.clip(f.from)
			f.outer.buf = append(f.outer.buf, ' ')
		}
		r.target(t, parsed.Relation, f.at, to, label, r.base)
		r.number(f.paragraph)
	}
	if parsed.Text != "" {
		r.add(document.Part{Kind: document.Text, Place: place(parsed.Relation), Content: strings.NewReader(parsed.Text)}, f.at, to, int64(len(parsed.Text)))
		r.number(f.paragraph)
	}
}

// sameTarget reports whether the target of a field is the one of its hyperlink object: the
// location may be missing there.
func sameTarget(field, object string) bool {
	before, _, _ := strings.Cut(field, "#")
	object, _, _ = strings.Cut(object, "#")
	return document.Agrees(object, before)
}

// target adds a Target.
func (r *reader) target(ref, relation string, from, to int64, label, base string) {
	if ref == "" {
		return
	}
	ref = strings.ToValidUTF8(ref, "\uFFFD")
	part := document.Part{Kind: document.Target, Place: place(relation), Content: strings.NewReader(ref), Base: base}
	part.Label, part.LabelCut = document.Label(label)
	r.add(part, from, to, int64(len(ref)))
}

// number sets the paragraph of the last part.
func (r *reader) number(paragraph int) {
	if n := len(r.queue); n > 0 {
		r.queue[n-1].Place.Paragraph = paragraph
	}
}

func place(relation string) document.Place {
	return document.Place{Format: "rtf", Relation: relation}
}

// text adds the text of a sink, and empties the sink. The words that have a deletion are a text
// before it.
func (r *reader) text(s *sink, relation string) {
	if s.changes != nil {
		var was []byte
		var paragraphs []document.Paragraph
		s.changes.Original(s.buf, func(words []byte, at int) {
			paragraphs = append(paragraphs, document.Paragraph{From: int64(len(was)), Number: s.paragraph(at)})
			was = append(append(was, words...), '\n')
		})
		s.changes.Reset()
		if len(bytes.TrimSpace(was)) > 0 {
			part := document.Part{Kind: document.Text, Place: place(relation), Content: bytes.NewReader(was), Paragraphs: paragraphs}
			r.add(part, s.from, s.end, int64(len(was)))
		}
	}
	if len(bytes.TrimSpace(s.buf)) > 0 {
		part := document.Part{Kind: document.Text, Place: place(relation), Content: bytes.NewReader(s.buf), Paragraphs: s.paragraphs}
		r.add(part, s.from, s.end, int64(len(s.buf)))
		s.buf, s.paragraphs = nil, nil
	}
	s.buf, s.paragraphs = s.buf[:0], s.paragraphs[:0]
}

// add adds a part that was read from the bytes of the document from and to, and has size
// bytes.
func (r *reader) add(part document.Part, from, to, size int64) {
	if r.stopped {
		return
	}
	if !r.env.Budget.Object() {
		r.stop(document.TooMany)
		return
	}
	if !r.env.Budget.Take(size) {
		r.stop(document.TooMuch)
		return
	}
	part.Range = document.Range{From: min(from, to), To: to}
	if part.Kind != document.Text {
		part.Place.Paragraph = r.p.paragraph
	}
	r.queue = append(r.queue, part)
}

func (r *reader) stop(d document.Defect) {
	if !r.stopped {
		r.stopped, r.done = true, true
		r.env.Note(d, "")
	}
}

// drain returns a part of a long text. A field whose result is too long has no label.
func (r *reader) drain(s *sink) {
	switch r.p.g.dest {
	case instruction, target, linkBase:
		s.buf = s.buf[:min(len(s.buf), maxInst)]
		return
	}
	if s.size() < most && (s.marks > 0 || !bytes.HasSuffix(s.buf, []byte{'\n'})) {
		return
	}
	if s.marks > 0 {
		for i := range r.fields {
			if f := r.fields[i]; f.outer == s {
				f.from = -1
			}
		}
		s.marks = 0
	}
	r.text(s, "")
}

// end returns what the document has at its end. Groups that did not end are damage.
func (r *reader) end() {
	open := len(r.p.stack) > 0
	if open {
		r.p.flushRaw()
		if s := r.p.g.sink; s != nil {
			s.cutOff()
		}
	}
	for len(r.p.stack) > 0 || r.p.over > 0 {
		if g, ok := r.p.close(); ok && g.begins {
			r.leave(&g)
		}
	}
	r.p.flushRaw()
	r.text(r.main, "")
	r.done = true
	if r.stopped {
		return
	}
	if open {
		r.env.Note(document.Damaged, document.At("groups that do not end", r.s.Size()))
	}
	if r.p.deep {
		r.env.Note(document.TooDeep, "groups")
	}
}
