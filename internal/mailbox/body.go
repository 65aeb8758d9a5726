package mailbox

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/htmltext"
)

// A body gives the decoded text of a body, or of a header field that is read as one. It reads
// lines up to the delimiter, consumes and decodes them.
//
// The input of a body may be the text of another: of the part that the message is encoded
// in. The offsets that its methods return are those in the file, or whatever the outermost
// input is.
type body struct {
	div   *divider
	outer *body // what the input is decoded from; nil: the input is a file

	base64  bool // the lines are in base64, or may be
	skipped bool // only strays of an attachment are text
	stream  stream
	pending pending
	delim   delimiter // after the pending text; none as long as more lines may come
	tail    tail      // unless there is a transfer encoding
}

// pending is decoded text that has not been read.
type pending struct {
	text []byte
	at   int64          // its offset in the decoded text
	cuts []htmltext.Cut // in it, in order: a segment begins at each
}

// reset makes ready for another input, which is decoded from that of outer.
func (b *body) reset(outer *body) {
	b.outer = outer
	b.begin()
}

// begin makes ready for a body in no encoding, which the next line begins.
func (b *body) begin() {
	b.base64, b.skipped = false, false
	b.stream.reset()
	b.pending, b.delim, b.tail = pending{}, delimiter{}, tail{}
}

// skip makes b pass over the lines of an attachment in base64, but for strays.
func (b *body) skip() { b.base64, b.skipped = true, true }

// hold makes text, which is at an offset of the input and has been consumed, what is read
// first.
func (b *body) hold(text []byte, at int64) {
	b.pending.text = text
	b.stream.stage[0].m.Copy(len(text), at)
}

// Read reads text up to a cut or the end, which is io.EOF. That comes with the last of the
// text if it is known to be that: most texts take one call so.
func (b *body) Read(p []byte) (int, error) {
	for {
		text := b.pending.uncut()
		last := b.ended() || len(b.pending.cuts) > 0
		if len(text) > 0 {
			n := copy(p, text)
			b.pending.take(n)
			if last && n == len(text) {
				return n, io.EOF
			}
			return n, nil
		}
		if last {
			return 0, io.EOF
		}
		b.pump()
	}
}

// nextCut goes to the next cut, and passes over the text before it. If there is none, it
// goes to the end of the body and returns nil.
func (b *body) nextCut() *htmltext.Cut {
	p := &b.pending
	for len(p.cuts) == 0 {
		if p.take(len(p.text)); b.ended() {
			return nil
		}
		b.pump()
	}
	cut := &p.cuts[0]
	p.cuts = p.cuts[1:]
	p.take(int(cut.At - p.at))
	return cut
}

// pump decodes the next lines, up to the end of the body.
func (b *body) pump() {
	in := b.div.in
	n, d := b.div.chunk(b.base64)
	b.delim = d
	at, line := in.offset(), in.line
	raw := in.consume(n)
	if b.skipped {
		if b.pending.text = nil; b.div.strays.areIn(raw, at) {
			b.pending.text = b.stream.stray(raw, in.end(), at, line)
		}
		return
	}
	b.stream.cut = b.ended() && b.isCut()
	if b.stream.transfer == nil {
		b.tail.pass(raw)
	}
	b.pending.text = b.stream.decode(raw, at, line, b.ended())
	if s := &b.stream; s.last == &s.markup {
		b.pending.cuts = s.markup.Cuts // done with before the next lines are decoded
		s.markup.Cuts = s.markup.Cuts[:0]
	}
}

// ended reports whether no text comes after what is pending.
func (b *body) ended() bool { return b.delim.kind != none }

// isAtEnd reports whether the pending text ends where the input does.
func (b *body) isAtEnd() bool { return b.delim.kind == endOfInput }

// isCut reports whether the pending text ends where the file has failed.
func (b *body) isCut() bool {
	for ; b.isAtEnd(); b = b.outer {
		if b.outer == nil {
			return b.div.in.failed()
		}
	}
	return false
}

// encoded returns how many bodies the input is decoded from, one from the other.
func (b *body) encoded() (n int) {
	for ; b.outer != nil; b = b.outer {
		n++
	}
	return n
}

// isPlain reports whether the text is the file, byte for byte.
func (b *body) isPlain() bool { return b.outer == nil && !b.skipped && b.stream.plain() }

// note notes what the decoders have met with.
func (b *body) note(to *notes) {
	s := &b.stream
	switch {
	case s.transfer == &s.qp && s.qp.Malformed() > 0:
		to.note(oddQuotedPrintable)
	case s.transfer == &s.base64 && s.base64.Malformed() > 0:
		to.note(oddBase64)
	case s.transfer == nil && b.tail.endsUuencoded():
		to.note(oddUuencoded)
	}
	if s.charset != nil && s.charset.Doubted() {
		to.noteName(oddLabel, s.label)
	}
	switch {
	case s.last == &s.flow && s.flow.Broken():
		to.note(oddParagraph)
	case s.last == &s.markup && s.markup.TooLong():
		to.note(oddTag)
	}
}

// start returns the offset of the first byte that the byte of the text at i was made of. A
// nil body is the file.
func (b *body) start(i int64) int64 {
	for ; b != nil; b = b.outer {
		i = b.stream.start(i)
	}
	return i
}

// end returns the offset after the last byte that the byte of the text before i was made of.
func (b *body) end(i int64) int64 {
	for ; b != nil; b = b.outer {
		i = b.stream.end(i)
	}
	return i
}

// lineOf returns the number of the line in which start(i) is.
func (b *body) lineOf(i int64) int64 {
	for ; b.outer != nil; b = b.outer {
		i = b.stream.start(i)
	}
	return b.stream.lineOf(i)
}

// discard forgets where the text before i came from.
func (b *body) discard(i int64) {
	for b.stream.discard(i); b.outer != nil && b.stream.stage[0].m.Len() > 0; b.stream.discard(i) {
		i = b.stream.start(i)
		b = b.outer
	}
}

// take says that n bytes have been read.
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
