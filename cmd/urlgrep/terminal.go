package main

import (
	"os"

	"golang.org/x/term"
)

// defaultColumns is how wide a terminal is taken to be that does not say.
const defaultColumns = 80

// columns returns how wide a terminal is.
func columns(f *os.File) int {
	if f == nil {
		return defaultColumns
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return defaultColumns
	}
	return width
}
