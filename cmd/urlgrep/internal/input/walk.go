// Package input finds the files to read and reads them in order.
//
// # Terms
//
// An operand is a name on the command line or in a list of files; "-" is standard input.
// An input is a file, or standard input, that is read.
//
// # Flow
//
// A [Walker] walks the operands, the lists (lists.go), and the directories among them,
// and calls its [Visitor] for each input, in order. Files are in the order of their
// names, and messages in the order of mail readers (maildir.go). The Visitor reads an
// input immediately, or hands it to a worker.
//
// A [Source] reads an input (source.go). It counts the bytes read, flushes the results
// before a read that may wait, and adds the offset to its errors.
package input

import (
	"io"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/ignore"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/internal/listing"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// StdinName is the name of standard input in results and messages.
const StdinName = "(standard input)"

// Options select the files to read.
type Options struct {
	Operands    []string
	Lists       []string // lists of files; may be nil
	Recurse     bool     // also read the files in directories
	Dereference bool     // follow symbolic links in directories
	Rules       Rules
	Results     fs.FileInfo // a directory of results, which is passed over in other directories; nil: none
	Stdin       io.Reader
}

// A Visitor is called by a Walker for each input.
type Visitor interface {
	// IsOver reports whether the walk can end, because no further input can affect the
	// result.
	IsOver() bool

	// Operand is called for each operand. For a directory it may call [Walker.Dir].
	Operand(name string)

	// File is called for each file that a directory lists. It should open the file with
	// OpenListed.
	File(path string, e fs.DirEntry)

	// Message is called for a message of a Maildir, with an open file or the error of
	// opening it. Reserve is called before the file is opened, and waits until one more
	// file may be open. If the message has been deleted, Release is called instead of
	// Message.
	Message(path string, f *os.File, err error)
	Reserve()
	Release()

	// Fail reports a file that cannot be read, and Warn a file that is skipped.
	Fail(name string, err error)
	Warn(name, text string)

	// Idle is called before a read of a list that may wait.
	Idle()
}

// A Walker walks the operands and calls a Visitor for each input.
type Walker struct {
	Options
	visitor      Visitor
	interruption *interrupt.Interruption
	within       []fs.FileInfo // the directories being walked, outermost first
	ignore       ignore.Tree
}

// NewWalker returns a Walker that calls v.
func NewWalker(o Options, i *interrupt.Interruption, v Visitor) *Walker {
	return &Walker{Options: o, visitor: v, interruption: i, ignore: ignore.Tree{Fail: v.Fail, Warn: v.Warn}}
}

// Walk visits the operands and the names in the lists. Without operands and lists, it
// visits the working directory if o.Recurse is set, and standard input otherwise.
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
	if !w.visitor.IsOver() && !w.excludes(name) {
		w.visitor.Operand(name)
	}
}

// excludes reports whether --include and the like exclude an operand. An operand that
// cannot be examined is visited, so that the error is reported.
func (w *Walker) excludes(name string) bool {
	if name == "-" || w.Rules.Filter.IsEmpty() {
		return false
	}
	info, err := longpath.Stat(name)
	return err == nil && w.Rules.Filter.Excludes(name, info.IsDir())
}

// Dir visits the regular files below a directory: messages in the order of mail readers,
// other files in the order of their names. An empty name is the working directory,
// without a prefix for its files.
func (w *Walker) Dir(name string) { w.walk(nil, name) }

// walk visits the directory with that name in a folder, or, if in is nil, an operand.
func (w *Walker) walk(in *folder, name string) {
	path, dir := in.join(name)
	if in != nil && w.isResults(dir) {
		w.visitor.Warn(dir, "not searched, as the results are written there")
		return
	}
	if w.Dereference {
		if !w.enter(dir) {
			return
		}
		defer w.leave()
	}
	entries, err := longpath.ReadDir(dir)
	if err != nil {
		w.visitor.Fail(dir, err)
	}
	w.follow(path, entries)
	f := w.Rules.open(in, name, entries, &w.ignore)
	if listing.IsMaildir(entries) {
		w.maildir(f, w.Rules.chosen(f, entries))
		return
	}
	if listing.IsMH(entries) {
		entries = listing.OrderMH(entries)
	}
	for _, e := range w.Rules.chosen(f, entries) {
		w.entry(f, e)
	}
}

// isResults reports whether a directory is that of the results.
func (w *Walker) isResults(dir string) bool {
	if w.Results == nil {
		return false
	}
	info, err := longpath.Stat(dir)
	return err == nil && os.SameFile(info, w.Results)
}

// entry visits an entry of a directory.
func (w *Walker) entry(f *folder, e fs.DirEntry) {
	switch {
	case w.visitor.IsOver():
	case e.IsDir():
		w.walk(f, e.Name())
	case e.Type().IsRegular(), w.Dereference && isLink(e):
		w.visitor.File(f.path+e.Name(), e)
	}
}
