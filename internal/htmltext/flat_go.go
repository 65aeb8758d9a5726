//go:build purego || !amd64

package htmltext

// appendFlat appends src up to the first of the stops to dst, with each LF replaced by
// lf.
func appendFlat(dst, src []byte, lf byte) []byte { return appendFlatGo(dst, src, lf) }
