package mailbox

import "slices"

// innermost returns the Reader of the message or the part of a document that contains the
// segment.
func (r *Reader) innermost() *Reader {
	for r.state == inNested || r.state == inDocument {
		r = r.child
	}
	return r
}

// Start returns the offset of the first byte of the input that byte i of the segment's
// text was decoded from.
func (r *Reader) Start(i int64) int64 {
	r = r.innermost()
	return r.body.start(r.segment.at + i)
}

// End returns the offset after the last byte of the input that byte i-1 of the
// segment's text was decoded from.
func (r *Reader) End(i int64) int64 {
	r = r.innermost()
	return r.body.end(r.segment.at + i)
}

// InputOffset returns the number of bytes of the input that have been consumed.
func (r *Reader) InputOffset() int64 { return r.in.offset() }

// LineOf returns the number of the line of the input that contains Start(i). The
// segment must not be Plain.
func (r *Reader) LineOf(i int64) int64 {
	r = r.innermost()
	return r.body.lineOf(r.segment.at + i)
}

// QuoteDepth returns the quote depth of the line of the segment's text that contains
// byte i, if a decoder knows it. If ok is false, the quote marks in the text show the
// depth.
func (r *Reader) QuoteDepth(i int64) (depth int, ok bool) {
	r = r.innermost()
	return r.body.stream.depth(r.segment.at + i)
}

// Folded reports whether a line break was removed from the segment's text between the
// bytes i and j, by unfolding a header field or joining the lines of a flowed paragraph.
func (r *Reader) Folded(i, j int64) bool {
	r = r.innermost()
	i, j = r.segment.at+i, r.segment.at+j
	k, _ := slices.BinarySearch(r.segment.folds, i+1)
	return k < len(r.segment.folds) && r.segment.folds[k] <= j || r.body.stream.joined(i, j)
}

// Discard releases the places before byte i of the segment's text. They must not be
// used again.
func (r *Reader) Discard(i int64) {
	r = r.innermost()
	r.body.discard(r.segment.at + i)
}

// Resolves reports whether the reference at byte i of the segment's text is to be
// resolved against the segment's Base. It must be called once for each reference
// relative to Base. It returns false for a base longer than MaxBase. It also returns
// false if the references of the document repeat the base so often that the bases are
// long in comparison to the document: see baseRoom.
func (r *Reader) Resolves(i int64) bool {
	r = r.innermost()
	if r.segment.bases.allow(int64(len(r.segment.Base)), r.body.stream.start(r.segment.at+i)) {
		return true
	}
	r.shared.note(defectBase)
	r.shared.unresolved++
	return false
}
