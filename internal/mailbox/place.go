package mailbox

// Start returns the offset in the input of the first byte that the byte at i of
// the segment's text was made of.
func (r *Reader) Start(i int64) int64 {
	if r.state == inNested {
		return r.child.Start(i)
	}
	return r.origin(r.stream.start(r.segAt + i))
}

// End returns the offset in the input after the last byte that the byte before
// i of the segment's text was made of.
func (r *Reader) End(i int64) int64 {
	if r.state == inNested {
		return r.child.End(i)
	}
	return r.originEnd(r.stream.end(r.segAt + i))
}

// InputOffset returns the offset in the input up to which it has been read as mail.
func (r *Reader) InputOffset() int64 { return r.in.base + int64(r.in.pos) }

// LineOf returns the number of the line in which Start(i) is, of a segment that
// is not plain.
func (r *Reader) LineOf(i int64) int64 {
	if r.state == inNested {
		return r.child.LineOf(i)
	}
	if r.parent != nil {
		return r.parent.lineOf(r.stream.start(r.segAt + i))
	}
	return r.stream.lineOf(r.segAt + i)
}

// QuoteDepth returns how often the line of the segment's text that i is in is
// quoted. It is not ok where the quote marks in the text say all there is to say.
func (r *Reader) QuoteDepth(i int64) (depth int, ok bool) {
	if r.state == inNested {
		return r.child.QuoteDepth(i)
	}
	return r.stream.depth(r.segAt + i)
}

// Discard says that no place before i of the segment's text is asked for any
// more.
func (r *Reader) Discard(i int64) {
	if r.state == inNested {
		r.child.Discard(i)
		return
	}
	r.stream.discard(r.segAt + i)
	if r.parent != nil && r.stream.stages[0].m.Len() > 0 {
		r.parent.forget(r.stream.start(r.segAt + i))
	}
}

// The input of a reader with a parent is what that decodes: these map offsets in
// it.

func (r *Reader) origin(i int64) int64 {
	for p := r.parent; p != nil; p = p.parent {
		i = p.stream.start(i)
	}
	return i
}

func (r *Reader) originEnd(i int64) int64 {
	for p := r.parent; p != nil; p = p.parent {
		i = p.stream.end(i)
	}
	return i
}

func (r *Reader) lineOf(i int64) int64 {
	if r.parent != nil {
		return r.parent.lineOf(r.stream.start(i))
	}
	return r.stream.lineOf(i)
}

func (r *Reader) forget(i int64) {
	r.stream.discard(i)
	if r.parent != nil {
		r.parent.forget(r.stream.start(i))
	}
}
