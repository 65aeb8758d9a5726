// Package pick lets a user choose among URLs on a terminal. It shows a list with a
// cursor and, below it, details of the URL under the cursor.
//
// # Terms and flow
//
// The goroutine that finds URLs puts items into a [Feed]. [Terminal.Run] takes them from
// the Feed and shows them until the user has chosen, whether or not more items come.
//
// A model is the state and the picture of the screen, as a function of the keys, the items
// and the size of the screen. It has no terminal, no clock and no goroutine. A session
// connects a model to a terminal: it reads keys, draws, and runs commands.
//
// # Why no library
//
// This package drives the terminal itself, and does not use bubbletea or tcell. Such a
// library replaces the keys (key.go), the terminal (terminal*.go) and the loop of a session
// (run.go). The list, the filter, the preview, the commands and the escapes for hostile text
// stay. terminal.go has the figures.
package pick

import (
	"strings"
	"syscall"
	"time"
)

// An Item is a URL in the list. Its texts may contain any bytes.
type Item struct {
	URL      string
	Label    string    // the text of the link; may be empty
	Count    int       // number of occurrences
	Place    string    // place of the first occurrence
	Date     time.Time // of the message at Place; may be zero
	About    []string  // lines that describe the source, such as author and subject
	Original string    // what the text has instead of the URL, which it leads to; may be empty
	Warnings []string  // reasons why following the URL may do harm
	Text     []string  // the lines that contain it, with context
	In       []int     // the indices in Text of the lines that contain it, ascending
	Open     string    // the URL to pass to programs
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
	Printed []int          // numbers of the items to print
	Used    bool           // items were opened or copied, or are to be printed
	Empty   bool           // the Feed ended without an item
	Signal  syscall.Signal // the signal that ended it, SIGINT for Ctrl-C; otherwise 0
}

// Options are the options of Run.
type Options struct {
	Browsers string  // commands that open URLs, in the format of the environment variable BROWSER
	Actions  Actions // the user's own
	Order    Order   // at first
	Colours  bool    // show warnings in a colour
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
	actOwn // plus the index of one of the user's own actions
)

// needsItem reports whether an action applies to items.
func (a action) needsItem() bool { return a == actOpen || a == actCopy || a == actPrint || a >= actOwn }
