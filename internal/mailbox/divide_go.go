//go:build purego || !amd64

package mailbox

// mayDivide returns the index of the first "--", or of the first "F" followed by an "m"
// as in "From", or len(text).
func mayDivide(text []byte) int { return divideGo(text) }
