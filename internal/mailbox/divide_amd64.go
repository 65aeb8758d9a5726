//go:build !purego

package mailbox

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// mayDivide returns the index of the first "--", or of the first "F" followed by an "m"
// as in "From", or len(text).
func mayDivide(text []byte) int {
	i := 0
	if n := (len(text) - ahead) / divideBlock; hasAVX2 && n > 0 {
		if i = divideAVX2(&text[0], n); i < n*divideBlock {
			return i
		}
	}
	return i + divideGo(text[i:])
}

// divideBlock is the number of bytes that divideAVX2 examines at a time.
const divideBlock = 64

// divideAVX2 is divideGo for n blocks of the text at p. It also reads the ahead bytes
// that follow them.
//
//go:noescape
func divideAVX2(p *byte, n int) int
