package engine

import (
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// Edit passes all pieces of an input to a function, in order, without unpacking it: see
// [extract.Scanner.Pieces]. If a piece is a URL, [Engine.Found] is its match. check is called with
// the type of the input before anything else; if it returns false, the input is not read. An error
// of piece ends the scan, and is its fault unless it is [ErrStop]; so is extract.ErrBinary, after the pieces
// before a NUL, as the text is not complete.
//
// It returns nil if check has returned false, or after a panic outside of the scan, which is passed
// to Events.Fail. It calls no other Events.
func (e *Engine) Edit(in Input, check func(detect.Type) bool, piece func(extract.Piece) error) (t *Text) {
	read := &counter{Reader: in.Reader}
	e.guard(in.Name, read, func() {
		e.in.Reset(read)
		if !check(detect.Of(headOf(e.in, in.ReaderAt != nil))) {
			return
		}
		result := &Text{Name: in.Name}
		e.pieces(result, e.scanner(), piece)
		t = result
	})
	return t
}

// pieces passes on the pieces of a text, and sets the fields of t.
func (e *Engine) pieces(t *Text, sc *extract.Scanner, piece func(extract.Piece) error) {
	e.found.Scanner = sc
	var broken error
	for p, err := range sc.Pieces() {
		if broken = err; err == nil {
			broken = piece(p)
		}
		if broken != nil {
			break
		}
	}
	t.conclude(sc, broken)
}
