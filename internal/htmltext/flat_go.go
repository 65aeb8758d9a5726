//go:build purego || !amd64

package htmltext

// appendFlat appends src to dst, up to the first of the stops, and puts lf for each LF.
func appendFlat(dst, src []byte, lf byte) []byte { return appendFlatGo(dst, src, lf) }
