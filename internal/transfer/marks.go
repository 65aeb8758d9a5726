package transfer

// wordSize is the number of bytes of text that a word has bits for.
const wordSize = 64

// marks sets the bits of the bytes of text that need decoding: of each "=", and of each
// blank before a line end. It clears the other bits. It looks at no more bytes than words
// has bits for, and at the byte after them, and returns the number of words it filled.
//
// Few lines end in a blank, and not all contain "=": decoding line by line took two and a
// half times as long.
func marks(words []uint64, text []byte) int {
	words = words[:min(len(words), (len(text)+wordSize-1)/wordSize)]
	fillMarks(words, text)
	return len(words)
}

// fillMarksGo is fillMarks without assembly.
func fillMarksGo(words []uint64, text []byte) {
	clear(words)
	size := min(len(text), wordSize*len(words))
	for i := index(text[:size], 0, '='); i < size; {
		words[i/wordSize] |= 1 << (i % wordSize)
		if i+3 < size && text[i+3] == '=' && text[i+2] != '=' && text[i+1] != '=' {
			i += 3 // escapes often follow each other
		} else {
			i = index(text[:size], i+1, '=')
		}
	}
	text = text[:min(len(text), size+1)]
	for _, end := range []byte("\n\r") {
		for i := index(text, 0, end); i < len(text); i = index(text, i+1, end) {
			if k := i - 1; k >= 0 && (text[k] == ' ' || text[k] == '\t') {
				words[k/wordSize] |= 1 << (k % wordSize)
			}
		}
	}
}
