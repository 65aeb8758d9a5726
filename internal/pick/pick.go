// Package pick lets a user choose among URLs on a terminal. It shows a list with a
// cursor and, below it, details of the URL under the cursor.
//
// A model is the state and the picture of the screen, as a function of the keys and the
// size of the screen. It has no terminal. Run connects a model to a terminal.
package pick

import (
	"strings"
	"syscall"
)

// An Item is a URL in the list. Its texts may contain any bytes.
type Item struct {
	URL   string
	Label string   // the text of the link; may be empty
	Count int      // number of occurrences
	Place string   // place of the first occurrence
	About []string // lines that describe the source, such as author and subject
	Text  []string // the lines that contain it, with context
	Open  string   // the URL to pass to the program that opens it
}

// label returns the text of the link, or "" if the URL contains it.
func (i *Item) label() string {
	if strings.Contains(i.URL, i.Label) {
		return ""
	}
	return i.Label
}

// A Result is the outcome of Run.
type Result struct {
	Printed []int          // indices of the items to print
	Used    bool           // items were opened or copied, or are to be printed
	Signal  syscall.Signal // the signal that ended it, SIGINT for Ctrl-C; otherwise 0
}

// An action is a request by a key that a model cannot fulfil itself.
type action int

const (
	actNone action = iota
	actOpen
	actCopy
	actPrint
	actLeave
	actInterrupt
)
