package mailbox

// Bounds of what references repeat: with a base of 4 KiB, those in a list of sources
// would make 2000 times as many bytes as they have.
const (
	maxBase      = 4 << 10  // bytes of a base URL
	baseRoom     = 16 << 10 // bytes of bases put before references in any document
	basePerInput = 16       // and for each byte of the document before the reference
)

// Resolves reports whether the base of the segment is put before the reference at i of
// its text. It refuses a base that is longer than maxBase, and one that the references
// of the document would repeat so often that the bases become long beside the document:
// see baseRoom. It must be asked once for each reference that is relative to the base.
func (r *Reader) Resolves(i int64) bool {
	if r.state == inNested {
		return r.child.Resolves(i)
	}
	length := int64(len(r.seg.Base))
	before := r.stream.start(r.segAt+i) - r.bodyAt
	if length > maxBase || r.repeated+length > baseRoom+basePerInput*before {
		r.shared.note(oddBase)
		r.shared.unresolved++
		return false
	}
	r.repeated += length
	return true
}
