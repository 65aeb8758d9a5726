package transfer

// wordSize is how many bytes of text a word has a bit for.
const wordSize = 64

// marks sets the bits of the bytes of text at which quoted-printable has something
// to decide, and clears the others: of each "=", and of each blank with a line end
// behind it. What is between them stands for itself. It looks at no more bytes than
// words has bits, and at the one behind them, and returns how many words it filled.
//
// Few lines have a blank at their end and not all have "=": to go from line to line
// took two and a half times as long.
func marks(words []uint64, text []byte) int {
	words = words[:min(len(words), (len(text)+wordSize-1)/wordSize)]
	fillMarks(words, text)
	return len(words)
}

// fillMarksGo is the twin of what is in assembly.
func fillMarksGo(words []uint64, text []byte) {
	clear(words)
	size := min(len(text), wordSize*len(words))
	for i := index(text[:size], 0, '='); i < size; {
		words[i/wordSize] |= 1 << (i % wordSize)
		if i+3 < size && text[i+3] == '=' && text[i+2] != '=' && text[i+1] != '=' {
			i += 3 // escapes stand in rows
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
