package trigger

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// wordsGo makes the words dst for the text around[1 : len(around)-1].
func (k *kernel) wordsGo(dst []uint64, around []byte) {
	clear(dst)
	if k.addresses {
		k.mark(dst, around)
	}
	// Two cursors, each of which goes over the text once: from colon to colon,
	// and behind it from "<" to "<". Most texts have few of the latter.
	text := around[1 : len(around)-1]
	open := bytes.IndexByte(text, '<')
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], ':')
		if n < 0 {
			break
		}
		i += n
		if prev := around[i]; prev&0x80 != 0 || prev <= '*' && prev != '\b' {
			continue
		}
		w := i / Word
		if ascii.Is(around[i+2], ascii.Space) && around[i]|0x20 != 'l' {
			open = k.pass(text, open, w)
			if w >= k.near {
				continue
			}
		}
		dst[w] |= 1 << (i % Word)
	}
	k.pass(text, open, len(dst)-1)
	k.near = max(0, k.near-len(dst))
}

// pass goes with open, the index of the next "<" in text, behind the word w. What
// it passes makes the words up to k.near, which is counted from the first word on,
// near to a "<".
func (k *kernel) pass(text []byte, open, w int) int {
	for open >= 0 && open/Word <= w {
		k.near = open/Word + 1 + near
		n := bytes.IndexByte(text[open+1:], '<')
		if n < 0 {
			return -1
		}
		open += 1 + n
	}
	return open
}

// mark marks "@" and dots.
func (k *kernel) mark(dst []uint64, around []byte) {
	for i, c := range around[1 : len(around)-1] {
		if c == '@' || c == '.' && !ascii.Is(around[i+2], ascii.Space) {
			dst[i/Word] |= 1 << (i % Word)
		}
	}
}
