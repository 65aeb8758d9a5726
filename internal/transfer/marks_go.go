//go:build purego || !amd64

package transfer

func fillMarks(words []uint64, text []byte) { fillMarksGo(words, text) }
