package mailbox

import "github.com/urlgrep/urlgrep/internal/htmltext"

// nextStretch goes to the next segment of a stream: its first, or one after a
// cut. It returns false at the end of the stream.
func (r *Reader) nextStretch() bool {
	if !r.begun {
		r.begun = true
		return true
	}
	for len(r.cuts) == 0 {
		if r.take(len(r.text)); r.ended {
			return false
		}
		r.pump()
	}
	cut := r.cuts[0]
	r.cuts = r.cuts[1:]
	r.take(int(cut.At - r.textAt))
	r.segAt = cut.At
	r.Discard(0)
	r.seg.Kind = [...]Kind{htmltext.Text: Body, htmltext.Attribute: Reference, htmltext.Code: Code}[cut.Kind]
	r.seg.Depth = cut.Depth
	r.seg.Base = r.base
	if cut.Base != "" {
		r.seg.Base = cut.Base
	}
	return true
}

// beginStream makes ready for a stream in no encoding, and the segment that it
// begins with.
func (r *Reader) beginStream(kind Kind, part string) {
	r.stream.reset()
	r.text, r.textAt, r.cuts, r.ended = nil, 0, nil, false
	r.segAt, r.begun, r.tail = 0, false, tail{}
	r.seg = Segment{Kind: kind, Info: &r.info, Part: part, Line: r.in.line}
	if r.div.isHTML() {
		r.seg.Info = nil
	}
	r.seg.Plain = r.parent == nil
	r.base = ""
	r.bodyAt, r.repeated = r.in.offset(), 0
	r.state = inBody
}

// pump decodes the next lines of a body, up to its end.
func (r *Reader) pump() {
	n, d := r.div.chunk(r.entity.encoding == "base64")
	r.delim = d
	r.ended = d.kind != none
	at, line := r.in.offset(), r.in.line
	raw := r.in.consume(n)
	if r.entity.skipped {
		if r.text = nil; r.div.strays.areIn(raw, at) {
			r.text = r.stream.stray(raw, r.in.end(), at, line)
		}
		return
	}
	r.stream.cut = r.ended && r.root().hasFailed() && r.isAtEnd()
	if r.stream.transfer == nil {
		r.tail.pass(raw)
	}
	r.text = r.stream.decode(raw, at, line, r.ended)
	if s := &r.stream; s.last == &s.markup {
		r.cuts = s.markup.Cuts // done with before the next lines are decoded
		s.markup.Cuts = s.markup.Cuts[:0]
	}
}
