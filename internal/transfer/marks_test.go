package transfer

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkMarks compares marks and fillMarksGo with the definition of marks.
func checkMarks(t *testing.T, text []byte) {
	t.Helper()
	var words, inGo [3]uint64
	want := make([]uint64, min(len(words), (len(text)+63)/64))
	for i := range min(len(text), 64*len(want)) {
		c, next := text[i], byte(0)
		if i+1 < len(text) {
			next = text[i+1]
		}
		if c == '=' || (c == ' ' || c == '\t') && (next == '\r' || next == '\n') {
			want[i/64] |= 1 << (i % 64)
		}
	}
	for i := range words {
		words[i], inGo[i] = ^uint64(0), ^uint64(0)
	}
	if n := marks(words[:], text); !slices.Equal(words[:n], want) {
		t.Fatalf("%q: %x, want %x", text, words[:n], want)
	}
	if fillMarksGo(inGo[:len(want)], text); !slices.Equal(inGo[:len(want)], want) {
		t.Fatalf("%q: in Go it is %x, want %x", text, inGo[:len(want)], want)
	}
}

// TestMarks checks each byte before and after line ends and blanks, at each position of
// texts of lengths near multiples of a block.
func TestMarks(t *testing.T) {
	for _, size := range []int{0, 1, 2, 31, 32, 33, 63, 64, 65, 66, 127, 128, 129, 194} {
		text := bytes.Repeat([]byte("A"), size)
		checkMarks(t, text)
		for i := 1; i < size; i++ {
			for c := range 256 {
				text[i-1], text[i] = byte(c), "\n\r"[c>>1&1]
				checkMarks(t, text)
				text[i-1], text[i] = " \t"[c>>1&1], byte(c)
				checkMarks(t, text)
			}
			text[i-1], text[i] = 'A', 'A'
		}
	}
}

func TestMarksRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		text := make([]byte, r.IntN(300))
		for i := range text {
			if text[i] = "==  \t\t\r\n\n\r,a"[r.IntN(12)]; r.IntN(3) == 0 {
				text[i] = byte(r.Uint32())
			}
		}
		checkMarks(t, text[r.IntN(len(text)+1):])
	}
}
