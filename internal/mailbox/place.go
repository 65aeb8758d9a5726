package mailbox

// innermost returns the Reader of the message that the segment is in.
func (r *Reader) innermost() *Reader {
	for r.state == inNested {
		r = r.child
	}
	return r
}

// Start returns the offset in the input of the first byte that the byte at i of
// the segment's text was made of.
func (r *Reader) Start(i int64) int64 {
	r = r.innermost()
	return r.body.start(r.seg.at + i)
}

// End returns the offset in the input after the last byte that the byte before
// i of the segment's text was made of.
func (r *Reader) End(i int64) int64 {
	r = r.innermost()
	return r.body.end(r.seg.at + i)
}

// InputOffset returns the offset in the input up to which it has been read as mail.
func (r *Reader) InputOffset() int64 { return r.in.offset() }

// LineOf returns the number of the line in which Start(i) is, of a segment that
// is not plain.
func (r *Reader) LineOf(i int64) int64 {
	r = r.innermost()
	return r.body.lineOf(r.seg.at + i)
}

// QuoteDepth returns how often the line of the segment's text that i is in is
// quoted. It is not ok where the quote marks in the text say all there is to say.
func (r *Reader) QuoteDepth(i int64) (depth int, ok bool) {
	r = r.innermost()
	return r.body.stream.depth(r.seg.at + i)
}

// Discard says that no place before i of the segment's text is asked for any
// more.
func (r *Reader) Discard(i int64) {
	r = r.innermost()
	r.body.discard(r.seg.at + i)
}

// Resolves reports whether the base of the segment is put before the reference at i of
// its text. It refuses a base that is longer than maxBase, and one that the references
// of the document would repeat so often that the bases become long beside the document:
// see baseRoom. It must be asked once for each reference that is relative to the base.
func (r *Reader) Resolves(i int64) bool {
	r = r.innermost()
	if r.seg.bases.allow(int64(len(r.seg.Base)), r.body.stream.start(r.seg.at+i)) {
		return true
	}
	r.shared.note(oddBase)
	r.shared.unresolved++
	return false
}
