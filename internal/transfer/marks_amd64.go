//go:build !purego

package transfer

func fillMarks(words []uint64, text []byte) {
	if !hasAVX2 {
		fillMarksGo(words, text)
		return
	}
	whole := min(len(words), max(0, len(text)-1)/wordSize)
	if whole > 0 {
		marksAVX2(&words[0], &text[0], whole)
	}
	if whole < len(words) {
		var last [wordSize + 1]byte // with a 0 after the text, which is not a line end
		copy(last[:], text[wordSize*whole:])
		marksAVX2(&words[whole], &last[0], 1)
	}
}

// marksAVX2 fills n words, at least one, for the text at p. It also reads the byte after
// the text.
//
//go:noescape
func marksAVX2(words *uint64, p *byte, n int)
