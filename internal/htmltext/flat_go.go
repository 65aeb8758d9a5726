//go:build purego || !amd64

package htmltext

// flat copies src to dst, which is as long, up to the first of the stops, and
// puts lf for each LF. It returns how much of src that is.
func flat(dst, src []byte, lf byte) int { return flatGo(dst, src, lf) }
