//go:build purego || !amd64

package mailbox

// mayDivide returns the index of the first "--", or of the first "F" with an "m"
// after it as in "From", or the length of text.
func mayDivide(text []byte) int { return divideGo(text) }
