package mailbox

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/htmltext"
)

// A body returns the decoded text of a body, or of a header field that is read like
// one. It consumes and decodes lines up to the delimiter.
//
// The input of a body may be the text of another body: that of the part in which the
// message is encoded. Offsets that the methods return are offsets in the outermost
// input, usually a file.
type body struct {
	div    *divider
	outer  *body           // the body that the input is decoded from; nil: the input is a file
	anchor                 // of the input in the text of outer
	store  *document.Store // holds the text, which is that of a document; nil: it is not stored

	shared *shared
	serial int64 // number of the body
	began  place // of its first byte

	base64    bool // the lines are base64, or may be
	skipped   bool // an attachment: only its lines that are not base64 are text
	dropped   bool // of a message that is not selected: there is no text
	stream    stream
	pending   pending
	held      pending   // buffers for await
	delim     delimiter // follows the pending text; kind is none while more lines may follow
	resumed   bool      // a text that follows data in it
	lastBytes lastBytes // not kept if there is a transfer encoding
}

// A place is an offset in the outermost input and the number of its line.
type place struct{ offset, line int64 }

// An anchor is where the input of a body is in the text of the outer body. The zero anchor is
// that of an input that is the whole text.
type anchor struct {
	from, to int64
	fixed    bool // each byte has the place from to to; otherwise byte i is at from+i
}

// start returns the offset in the outer text of the byte at offset i of the input.
func (a *anchor) start(i int64) int64 {
	if a.fixed {
		return a.from
	}
	return a.from + i
}

// end returns the offset in the outer text after the byte before offset i of the input.
func (a *anchor) end(i int64) int64 {
	if a.fixed {
		return a.to
	}
	return a.from + i
}

// pending is decoded text that has not been read.
type pending struct {
	text []byte
	at   int64          // offset of text in the decoded body
	cuts []htmltext.Cut // where segments begin in text, in order
}

// reset prepares b for another input, which is decoded from the input of outer.
func (b *body) reset(outer *body) {
	b.outer, b.anchor = outer, anchor{}
	b.begin()
}

// begin prepares b for an unencoded body that begins with the next line.
func (b *body) begin() {
	b.base64, b.skipped, b.dropped, b.resumed, b.store = false, false, false, false, nil
	b.stream.reset()
	b.pending, b.delim, b.lastBytes = pending{}, delimiter{}, lastBytes{}
}

// hold makes text the next text to be read. The text has been consumed; at is its
// offset in the input.
func (b *body) hold(text []byte, at int64) {
	b.pending.text = text
	b.stream.stage[0].m.Copy(len(text), at)
}

// Read reads text up to the next cut or the end of the body. At that point it returns
// io.EOF, together with the last bytes of text if it knows that they are the last: so
// most texts take one call.
func (b *body) Read(p []byte) (int, error) {
	for {
		text := b.pending.uncut()
		if len(text) > 0 {
			n := copy(p, text)
			b.pending.take(n)
			if n == len(text) && b.isLast() {
				return n, io.EOF
			}
			return n, nil
		}
		if b.isLast() {
			return 0, io.EOF
		}
		b.pump()
	}
}

// isWhole reports whether all text up to the next cut or the end of the body is pending. If
// no text is pending, isWhole decodes the next lines that have some.
func (b *body) isWhole() bool {
	for len(b.pending.uncut()) == 0 && !b.isLast() {
		b.pump()
	}
	return b.isLast()
}

// isLast reports whether the text before the next cut, or the rest of the body, is pending.
func (b *body) isLast() bool { return len(b.pending.cuts) > 0 || b.ended() }

// nextCut advances to the next cut and skips the text before it. If there is no other
// cut, it advances to the end of the body and returns nil. If the cut begins an attribute
// of a link, the text is held until the label of the link has been read.
func (b *body) nextCut() *htmltext.Cut {
	p := &b.pending
	for len(p.cuts) == 0 {
		if p.take(len(p.text)); b.ended() {
			return nil
		}
		b.pump()
	}
	p.take(int(p.cuts[0].At - p.at))
	if p.cuts[0].Element.IsOpen() && !b.ended() {
		b.await()
	}
	cut := &p.cuts[0]
	p.cuts = p.cuts[1:]
	return cut
}

// await decodes lines, and keeps the pending text, until the label of the link at the first
// cut has been read.
func (b *body) await() {
	h, p := &b.held, b.pending
	h.text, h.cuts, h.at = append(h.text[:0], p.text...), append(h.cuts[:0], p.cuts...), p.at
	for h.cuts[0].Element.IsOpen() && !b.ended() {
		b.pump()
		h.text, h.cuts = append(h.text, b.pending.text...), append(h.cuts, b.pending.cuts...)
	}
	b.pending = *h
}

// pump decodes the next lines, up to the end of the body at most.
func (b *body) pump() {
	in := b.div.in
	n, d := b.div.chunk(b.base64)
	b.delim = d
	at, line := in.offset(), in.line
	raw := in.consume(n)
	if b.dropped {
		b.pending.text = nil
		return
	}
	if b.skipped {
		if b.pending.text = nil; b.div.strays.occurIn(raw, at) {
			b.pending.text = b.stream.stray(raw, in.end(), at, line)
		}
		return
	}
	b.stream.cut = b.ended() && b.isCut()
	if b.stream.transfer == nil {
		b.lastBytes.append(raw)
	}
	b.pending.text = b.stream.decode(raw, at, line, b.ended())
	if s := &b.stream; s.last == &s.markup {
		b.pending.cuts = s.markup.Cuts // used up before the next lines are decoded
		s.markup.Cuts = s.markup.Cuts[:0]
		if s.markup.Renders {
			b.render()
		}
	}
}

// ended reports whether no text follows the pending text.
func (b *body) ended() bool { return b.delim.kind != none }

// isAtEnd reports whether the pending text ends at the end of the input.
func (b *body) isAtEnd() bool { return b.delim.kind == endOfInput }

// isCut reports whether the pending text ends where reading the file, or a file in a document, has failed.
func (b *body) isCut() bool {
	for ; b != nil && b.isAtEnd(); b = b.outer {
		if b.div.in.failed() {
			return true
		}
	}
	return false
}

// encoded returns the number of enclosing bodies that the input is decoded from.
func (b *body) encoded() (n int) {
	for ; b.outer != nil; b = b.outer {
		n++
	}
	return n
}

// isPlain reports whether the text equals the file, byte for byte.
func (b *body) isPlain() bool { return b.outer == nil && !b.skipped && b.stream.plain() }

// note notes the defects that the decoders have found.
func (b *body) note(to *notes) {
	s := &b.stream
	switch {
	case s.transfer == nil:
		if !b.resumed && b.lastBytes.endsUuencoded() {
			to.note(defectUuencoded)
		}
	case s.transfer == &s.qp && s.qp.Malformed() > 0:
		to.note(defectQuotedPrintable)
	case s.transfer == &s.base64 && s.base64.Malformed() > 0:
		to.note(defectBase64)
	case s.transfer == &s.uu && s.uu.Malformed() > 0:
		to.note(defectData)
	case s.transfer == &s.yEnc && s.yEnc.Malformed() > 0:
		to.note(defectData)
	}
	if s.charset != nil && s.charset.Mislabelled() {
		to.noteName(defectLabel, s.label)
	}
	switch {
	case s.last == &s.flow && s.flow.Broken():
		to.note(defectParagraph)
	case s.last == &s.markup && s.markup.TooLong():
		to.note(defectTag)
	}
}

// start returns the offset of the first input byte that the byte i of the text was
// decoded from. If b is nil, the text is the file.
func (b *body) start(i int64) int64 {
	if b == nil {
		return i
	}
	return b.startDecoded(i)
}

// startDecoded is start for a text that is not the file.
func (b *body) startDecoded(i int64) int64 {
	for ; b != nil; b = b.outer {
		i = b.anchor.start(b.stream.start(i))
	}
	return i
}

// end returns the offset after the last input byte that the byte of the text before i
// was decoded from.
func (b *body) end(i int64) int64 {
	for ; b != nil; b = b.outer {
		i = b.anchor.end(b.stream.end(i))
	}
	return i
}

// lineOf returns the number of the line that contains start(i).
func (b *body) lineOf(i int64) int64 {
	for ; b.outer != nil; b = b.outer {
		i = b.anchor.start(b.stream.start(i))
	}
	if b.store != nil && b.stream.transfer == nil {
		return b.began.line + b.store.LinesBefore(i)
	}
	return b.stream.lineOf(i)
}

// discard forgets the places of the text before i. Those of a stored document are kept: its
// parts are not in the order of their places.
func (b *body) discard(i int64) {
	for b.stream.discard(i); b.outer != nil && b.outer.store == nil && b.stream.stage[0].m.Len() > 0; b.stream.discard(i) {
		i = b.anchor.start(b.stream.start(i))
		b = b.outer
	}
}

// take removes the first n bytes, which have been read.
func (p *pending) take(n int) {
	p.text = p.text[n:]
	p.at += int64(n)
}

// uncut returns the text before the first cut.
func (p *pending) uncut() []byte {
	if len(p.cuts) == 0 {
		return p.text
	}
	return p.text[:p.cuts[0].At-p.at]
}
