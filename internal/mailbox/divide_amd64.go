//go:build !purego

package mailbox

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// mayDivide returns the index of the first "--", or of the first "F" with an "m"
// after it as in "From", or the length of text.
func mayDivide(text []byte) int {
	i := 0
	if n := (len(text) - ahead) / divideBlock; hasAVX2 && n > 0 {
		if i = divideAVX2(&text[0], n); i < n*divideBlock {
			return i
		}
	}
	return i + divideGo(text[i:])
}

// divideBlock is how many bytes divideAVX2 looks at in one go.
const divideBlock = 64

// divideAVX2 is divideGo for n blocks of the text at p, and the bytes that are looked at
// after them.
//
//go:noescape
func divideAVX2(p *byte, n int) int
