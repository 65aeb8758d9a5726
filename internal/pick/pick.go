// Package pick lets somebody choose among URLs on a terminal: a list to move in,
// with what is known of the URL that is pointed at below it.
//
// A model is the state of that and its picture, a function of keys and the size of
// the screen; it knows no terminal. Run brings the two together.
package pick

import "syscall"

// An Item is a URL that can be chosen. Its texts may hold any bytes.
type Item struct {
	URL   string
	Count int      // how often it was found
	Place string   // where it was first
	About []string // lines about it: who wrote it, and what on
	Text  []string // the lines that it stands in, and some around them
	Open  string   // what a program is given that opens it
}

// A Result is what somebody has done.
type Result struct {
	Printed []int          // items that are to be printed, by their number
	Used    bool           // some were opened, copied or are to be printed
	Signal  syscall.Signal // what has ended it, SIGINT for Ctrl-C; else 0
}

// An action is what a key asks for that is more than another picture.
type action int

const (
	actNone action = iota
	actOpen
	actCopy
	actPrint
	actLeave
	actInterrupt
)
