//go:build !purego

package mailbox

import "golang.org/x/sys/cpu"

var hasAVX2 = cpu.X86.HasAVX2

// mayDivide returns the index of the first "--", of the first "F" that the second byte after
// is an "o", as in "From", or of the first "b" that the second byte after is a "g", as in
// "begin", or len(text). It may return an index before that, of other bytes.
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

// divideAVX2 returns an index not after that which divideGo returns for n blocks of the text
// at p: it looks at four bits of the byte that is ahead. It also reads the ahead bytes that
// follow the blocks.
//
//go:noescape
func divideAVX2(p *byte, n int) int
