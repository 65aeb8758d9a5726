package input

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/filetype"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/ignore"
)

// Rules choose the files and directories to visit among those that a directory lists. They have
// no effect on operands, except those of Filter that Filter.Excludes applies.
type Rules struct {
	Filter     glob.Filter
	Types      filetype.Filter
	SkipHidden bool // skip names that begin with a dot, except folders of Maildir++
	GitIgnore  bool // skip what .gitignore and .ignore files say
}

// A folder is a directory being visited.
type folder struct {
	path     string      // with a slash at its end; "" for the working directory without an operand
	format   format      // of the names of its files
	ignoring *ignore.Dir // nil without Rules.GitIgnore
}

// A format says which files in a directory are messages.
type format int

const (
	plainFiles   format = iota
	mailMessages        // all files: the directory is cur or new of a Maildir
	mhMessages          // the files whose names are numbers
)

// isMessage reports whether a file with that name in f is a message.
func (f *folder) isMessage(name string) bool {
	return f.format == mailMessages || f.format == mhMessages && isNumber(name)
}

// join returns the path of the directory with that name in f, as in folder, and the name to open it
// by. If f is nil, the directory is an operand, which may be "".
func (f *folder) join(name string) (path, dir string) {
	switch {
	case f != nil:
		name = f.path + name
	case name == "":
		return "", "."
	}
	path = name
	if !os.IsPathSeparator(name[len(name)-1]) {
		path += string(os.PathSeparator)
	}
	return path, name
}

// open returns the folder with that name in another one, or, if in is nil, that of an operand. Its
// entries must be in the order of their names.
func (r *Rules) open(in *folder, name string, entries []fs.DirEntry, tree *ignore.Tree) *folder {
	path, dir := in.join(name)
	f := &folder{path: path}
	if !r.Types.IsEmpty() {
		f.format = formatOf(dir, entries)
	}
	switch {
	case !r.GitIgnore:
	case in == nil:
		f.ignoring, _ = tree.Root(dir) // the walk reports the error
	default:
		f.ignoring = in.ignoring.Sub(name, entries)
	}
	return f
}

// formatOf returns the format of a directory with these entries.
func formatOf(dir string, entries []fs.DirEntry) format {
	abs, _ := filepath.Abs(dir)
	switch name := filepath.Base(abs); {
	case name == "cur" || name == "new":
		return mailMessages
	case isMH(entries):
		return mhMessages
	}
	return plainFiles
}

// chosen returns the entries of a directory to visit, in their order. It may change entries.
func (r *Rules) chosen(f *folder, entries []fs.DirEntry) []fs.DirEntry {
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return isVersionControl(f.path, e) || r.skips(f, e.Name(), e.IsDir())
	})
}

// skips reports whether not to visit a file or directory. As in ripgrep, what --glob or a line of
// .gitignore with "!" selects is visited even if it is hidden.
func (r *Rules) skips(f *folder, name string, isDir bool) bool {
	if !r.Filter.IsEmpty() {
		if d := r.Filter.Decide(f.path, name, isDir); d != glob.Undecided {
			return d == glob.Skipped
		}
	}
	ignored := f.ignoring.Decide(name, isDir)
	switch {
	case ignored == glob.Skipped:
		return true
	case !isDir && !r.Types.IsEmpty() && r.Types.Excludes(name, f.isMessage(name)):
		return true
	case ignored == glob.Selected || !r.SkipHidden || name[0] != '.':
		return false
	}
	return !isDir || !isMaildirAt(f.path+name)
}

// isMaildirAt reports whether a directory is a Maildir, such as a folder of Maildir++. It returns
// true if the directory cannot be listed, so that the walk reports the error.
func isMaildirAt(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || isMaildir(entries)
}
