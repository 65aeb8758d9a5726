// Package terminal reports properties of the terminal that the program runs on.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// defaultColumns is the assumed width of a terminal that does not report its width.
const defaultColumns = 80

// Columns returns the width of a terminal in columns. It returns 80 if f is nil or not a
// terminal.
func Columns(f *os.File) int {
	if f == nil {
		return defaultColumns
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return defaultColumns
	}
	return width
}
