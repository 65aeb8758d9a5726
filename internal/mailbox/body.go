package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

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
	if r.isHTML() {
		r.seg.Info = nil
	}
	r.seg.Plain = r.parent == nil
	r.base = ""
	r.bodyAt, r.repeated = r.in.offset(), 0
	r.state = inBody
}

// pump decodes the next lines of a body, up to its end.
func (r *Reader) pump() {
	n, d := r.chunk()
	r.delim = d
	r.ended = d.kind != none
	at, line := r.in.offset(), r.in.line
	raw := r.in.consume(n)
	if r.entity.skipped {
		if r.text = nil; !r.strayless(raw, at) {
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

// chunk returns the length of the next lines of a body, and what ends it after
// them, if that is known. A line too long for the window comes in pieces, and so
// does one that has not come whole, rather than wait for the rest of it.
func (r *Reader) chunk() (n int, d delimiter) {
	in, end := &r.in, r.in.end()
	for n < maxChunk {
		rest := in.rest(n)
		if len(rest) == 0 {
			if n > 0 {
				break
			}
			if !in.fill() {
				return 0, delimiter{kind: endOfInput}
			}
			continue
		}
		if (n > 0 || !r.in.midLine) && r.mayDelimit(rest) {
			if d := r.delimiterAt(n); d.kind != none {
				return n, d
			}
			if r.isStuffed(in.rest(n)) {
				if n > 0 {
					break
				}
				in.skip(1)
				r.in.midLine = true
				continue
			}
			rest = in.rest(n)
		}
		rest = rest[:min(len(rest), maxLine)]
		i := bytes.IndexByte(rest, end)
		if i >= 0 {
			n += i + 1
			if n < maxChunk {
				n += r.plainLines(n)
			}
			continue
		}
		if n > 0 {
			break
		}
		if r.entity.piecemeal() || len(rest) == maxLine || !in.fill() {
			return len(rest), delimiter{}
		}
	}
	return n, delimiter{}
}

// plainLines returns the length of lines that begin n bytes after the place and
// of which mayDelimit says no, up to the end of the chunk. It looks for what such
// lines begin with, which takes far less time than to look at each; but not
// in the rarer formats.
func (r *Reader) plainLines(n int) int {
	if r.inHeader || r.wire || r.format == MMDF || r.format == Batch {
		return 0
	}
	end, at := r.in.end(), r.in.offset()+int64(n)
	lines := r.in.rest(n)
	lines = lines[:min(len(lines), maxChunk-n)]
	if r.entity.encoding == "base64" {
		return bytes.LastIndexByte(lines[:r.strayAt(lines, at)], end) + 1
	}
	return r.untilDivider(lines[:bytes.LastIndexByte(lines, end)+1], at)
}

// strayAt returns the index of the first stray in text, which is at an offset
// of the input; the length of text if there is none. In a body in base64 "F" is
// frequent and strays are not.
func (r *Reader) strayAt(text []byte, at int64) int {
	n := r.noStray.looked(text, at)
	if n == 0 {
		r.noStrayFrom = at
	}
	n += prefilter.Stray(text[n:])
	r.noStray = absence(at + int64(n))
	return n
}

// strayless reports whether raw, at an offset of the input, has no stray. Where all
// is base64, strayAt has looked at everything but the first line and the last.
func (r *Reader) strayless(raw []byte, at int64) bool {
	to := r.noStray.looked(raw, at)
	from := min(to, int(max(0, r.noStrayFrom-at)))
	return prefilter.Stray(raw[:from]) == from && prefilter.Stray(raw[to:]) == len(raw)-to
}

// An absence is the offset in the input up to which something is known not to be,
// from the place on. What has been looked at need not be again when the next
// lines end sooner for another reason: so time is linear.
type absence int64

// looked returns how much of text, which is at an offset, has been looked at.
func (a absence) looked(text []byte, at int64) int {
	return int(min(max(0, int64(a)-at), int64(len(text))))
}

// untilDivider returns the length of the lines, which begin at an offset of the input,
// before the first that begins with "--", if that may be a delimiter here, or with
// "From " or that quoted, in an mbox. There is none behind what mayDivide finds in any
// other place of a line.
func (r *Reader) untilDivider(lines []byte, at int64) int {
	multipart, mbox := len(r.frames) > 0, r.format == Mbox
	if !multipart && !mbox {
		return len(lines)
	}
	end, looked := r.in.end(), r.noDivider.looked(lines, at)
	n := looked
	for {
		if n += mayDivide(lines[n:]); n == len(lines) {
			break
		}
		begin := n
		if lines[n] == 'F' {
			for begin > looked && lines[begin-1] == '>' {
				begin--
			}
		}
		wanted := multipart && lines[n] == '-' || mbox && bytes.HasPrefix(lines[n:], []byte(fromLine))
		if wanted && (begin == 0 || lines[begin-1] == end) {
			n = begin
			break
		}
		n += bytes.IndexByte(lines[n:], end) + 1
	}
	r.noDivider = absence(at + int64(n))
	return n
}

// isStuffed reports whether the first byte of line was put there by whoever
// stored the message: the ">" before "From ", as mboxrd has it always and others
// have it as far as can be known, and the "." that the wire format of news has
// before another one (RFC 3977, section 3.1.1).
func (r *Reader) isStuffed(line []byte) bool {
	switch line[0] {
	case '>':
		return r.format == Mbox && isQuotedFrom(line)
	case '.':
		return r.wire && len(line) > 1 && line[1] == '.'
	}
	return false
}
