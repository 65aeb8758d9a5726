//go:build purego || !amd64

package mailbox

// mayDivide returns the index of the first "--", of the first "F" that the second byte after
// is an "o", as in "From", or of the first "b" that the second byte after is a "g", as in
// "begin", or len(text).
func mayDivide(text []byte) int { return divideGo(text) }
