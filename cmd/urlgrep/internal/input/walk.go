// Package input finds the files that are to be read, in their order, and reads them.
//
// # Terms
//
// An operand is what is named on the command line, or in a list of files: "-" is standard
// input. What is read is an input.
//
// # Flow
//
// A [Walker] goes through the operands, the lists (lists.go), and the directories among
// them, and calls its [Visitor] for each input in order. Files are in the order of their
// names; those of mail are in that of a mail reader (maildir.go). The Visitor reads an
// input at once, or leaves it to others.
//
// A [Source] reads an input (source.go). It counts what is read, has what was found
// printed before a read that may wait, and says in its errors where they happened.
package input

import (
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
)

// StdinName is the name of standard input.
const StdinName = "(standard input)"

// Options say which files are read.
type Options struct {
	Operands    []string
	Lists       []string // of files; nil: there are none
	Recurse     bool     // the files in directories as well
	Dereference bool     // links are followed in them
	Filter      glob.Filter
	Stdin       io.Reader
}

// A Visitor is called for what a Walker comes by.
type Visitor interface {
	// IsOver reports whether nothing that is still to come matters.
	IsOver() bool

	// Operand is called for each operand. [Walker.Dir] goes through a directory.
	Operand(name string)

	// File is called for a file that a directory lists: see OpenListed.
	File(path string, e fs.DirEntry)

	// Message is called for a message of a Maildir, which is open, or could not be
	// opened. Before it is, Reserve is called, and has to wait until one more file may be
	// open. Release is called after that if there is no such message any more.
	Message(path string, f *os.File, err error)
	Reserve()
	Release()

	// Fail is called for what cannot be read, and Warn for what is passed over.
	Fail(name string, err error)
	Warn(name, text string)

	// Idle is called before a read of a list that may wait.
	Idle()
}

// A Walker goes through the inputs.
type Walker struct {
	Options
	visitor      Visitor
	interruption *interrupt.Interruption
	within       []fs.FileInfo // the directories that are gone through, with links followed
}

// NewWalker returns a Walker that calls v.
func NewWalker(o Options, i *interrupt.Interruption, v Visitor) *Walker {
	return &Walker{Options: o, visitor: v, interruption: i}
}

// Walk goes through the operands and the lists. Without any, the input is the working
// directory, if directories are gone through, else standard input.
func (w *Walker) Walk() {
	switch {
	case len(w.Operands) > 0:
		for _, name := range w.Operands {
			w.operand(name)
		}
	case w.Lists != nil:
	case w.Recurse:
		w.Dir("")
	default:
		w.operand("-")
	}
	w.eachListed(w.operand)
}

func (w *Walker) operand(name string) {
	if !w.visitor.IsOver() && !w.passesOver(name) {
		w.visitor.Operand(name)
	}
}

// passesOver reports whether --include and the like leave out an operand. What cannot be
// looked at is visited, and so reported.
func (w *Walker) passesOver(name string) bool {
	if name == "-" || w.Filter.IsEmpty() {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && w.Filter.Excludes(name, info.IsDir())
}

// Dir goes through the regular files under a directory: those of mail in the order
// of a mail reader, others in that of their names. The directory "" is the
// working directory, which files are not named after.
func (w *Walker) Dir(name string) {
	path := name
	if name == "" {
		path = "."
	} else if !os.IsPathSeparator(name[len(name)-1]) {
		name += string(os.PathSeparator)
	}
	if w.Dereference {
		if !w.enter(path) {
			return
		}
		defer w.leave()
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		w.visitor.Fail(path, err)
	}
	w.follow(name, entries)
	if isMaildir(entries) {
		w.maildir(name, w.chosen(name, entries))
		return
	}
	if isMH(entries) {
		entries = mhOrder(entries)
	}
	for _, e := range w.chosen(name, entries) {
		w.entry(name, e)
	}
}

// chosen returns the entries of a directory that --include and the like leave.
func (o *Options) chosen(dir string, entries []fs.DirEntry) []fs.DirEntry {
	if o.Filter.IsEmpty() {
		return entries
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return o.Filter.ExcludesIn(dir, e.Name(), e.IsDir())
	})
}

// entry visits what is in a directory.
func (w *Walker) entry(dir string, e fs.DirEntry) {
	switch {
	case w.visitor.IsOver():
	case e.IsDir():
		w.Dir(dir + e.Name())
	case e.Type().IsRegular(), w.Dereference && isLink(e):
		w.visitor.File(dir+e.Name(), e)
	}
}
