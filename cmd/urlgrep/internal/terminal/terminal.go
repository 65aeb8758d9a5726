// Package terminal says what the terminal is like that the program runs on.
package terminal

import (
	"os"

	"golang.org/x/term"
)

// defaultColumns is how wide a terminal is taken to be that does not say.
const defaultColumns = 80

// Columns returns how wide a terminal is, in columns; 80 if f is nil or no terminal.
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
