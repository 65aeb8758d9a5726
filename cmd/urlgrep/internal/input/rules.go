package input

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/filetype"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/ignore"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/listing"
	"github.com/urlgrep/urlgrep/internal/longpath"
	"github.com/urlgrep/urlgrep/internal/tempfile"
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
	in       *folder     // nil for an operand
	depth    int         // number of folders above
	path     string      // with a slash at its end; "" for the working directory without an operand
	messages messages    // which of its files are messages
	ignoring *ignore.Dir // nil without Rules.GitIgnore
}

// A messages value says which files in a directory are messages by their names.
type messages int

const (
	noMessages      messages = iota
	allMessages              // the directory is cur or new of a Maildir
	numbersMessages          // the directory is an MH folder
)

// formatOf returns the format of a file in f, if it may be a mailbox or a message: of one whose name
// tells nothing it is that of its first bytes. A file that cannot be read is taken for a message, so
// that the search reports the error.
func (f *folder) formatOf(name string) detect.Format {
	switch {
	case f.messages == numbersMessages && listing.IsNumber(name):
		return detect.Message
	case filetype.IsKnown(name):
		return detect.Text
	}
	info, err := longpath.Stat(f.path + name)
	switch {
	case err != nil:
		return detect.Message
	case !info.Mode().IsRegular():
		return detect.Text
	}
	file, err := OpenListed(f.path+name, true)
	switch {
	case err != nil:
		return detect.Message
	case file == nil: // it has been replaced by a file that is not regular
		return detect.Text
	}
	defer file.Close()
	head := make([]byte, detect.HeadSize)
	n, err := io.ReadFull(file, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return detect.Message
	}
	return detect.Of(head[:n]).Format
}

// join returns the path of the directory with that name in f, as in folder, and the name to open it
// by, which shares its memory. If f is nil, the directory is an operand, which may be "".
func (f *folder) join(name string) (path, dir string) {
	const separator = string(os.PathSeparator)
	switch {
	case f != nil:
		path = f.path + name + separator
		return path, path[:len(path)-len(separator)]
	case name == "":
		return "", "."
	case os.IsPathSeparator(name[len(name)-1]):
		return name, name
	}
	return name + separator, name
}

// open returns the folder with that name in another one, or, if in is nil, that of an operand. Its
// entries must be in the order of their names.
func (r *Rules) open(in *folder, name string, entries []fs.DirEntry, tree *ignore.Tree) *folder {
	path, dir := in.join(name)
	f := &folder{in: in, path: path}
	if in != nil {
		f.depth = in.depth + 1
	}
	if f.depth%sharing == 0 {
		f.share()
	}
	if !r.Types.IsEmpty() {
		f.messages = messagesIn(dir, entries)
	}
	switch {
	case !r.GitIgnore:
	case in == nil:
		f.ignoring, _ = tree.Root(dir, path) // the walk reports the error
	default:
		f.ignoring = in.ignoring.Sub(name, entries)
	}
	return f
}

// sharing is the number of levels of a deep tree after which the paths of folders share memory.
const sharing = 64

// share makes the paths of the folders above f, which begin that of f, share its memory. Otherwise
// the paths in a tree of n levels would take n times the memory of the longest.
func (f *folder) share() {
	for above := f.in; above != nil; above = above.in {
		above.path = f.path[:len(above.path)]
	}
}

// messagesIn says which files are messages in a directory with these entries.
func messagesIn(dir string, entries []fs.DirEntry) messages {
	abs, _ := filepath.Abs(dir)
	switch name := filepath.Base(abs); {
	case name == "cur" || name == "new":
		return allMessages
	case listing.IsMH(entries):
		return numbersMessages
	}
	return noMessages
}

// chosen returns the entries of a directory to visit, in their order. It may change entries.
func (r *Rules) chosen(f *folder, entries []fs.DirEntry) []fs.DirEntry {
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return listing.IsVersionControl(f.path, e) || r.skips(f, e.Name(), e.IsDir())
	})
}

// skips reports whether not to visit a file or directory. As in ripgrep, what --glob or a line of
// .gitignore with "!" selects is visited even if it is hidden. The temporary files of this process
// are not visited.
func (r *Rules) skips(f *folder, name string, isDir bool) bool {
	if !isDir && isTemporary(name) {
		return true
	}
	if !r.Filter.IsEmpty() {
		if d := r.Filter.Decide(f.path, name, isDir); d != glob.Undecided {
			return d == glob.Skipped
		}
	}
	ignored := f.ignoring.Decide(name, isDir)
	switch {
	case ignored == glob.Skipped:
		return true
	case !isDir && !r.Types.IsEmpty() && r.Types.Excludes(name, f.messages == allMessages, func() detect.Format { return f.formatOf(name) }):
		return true
	case ignored == glob.Selected || !r.SkipHidden || name[0] != '.':
		return false
	}
	return !isDir || !isMaildirAt(f.path+name)
}

// isTemporary reports whether a name is that of a temporary file of this process.
func isTemporary(name string) bool { return atomicfile.IsTemporary(name) || tempfile.IsName(name) }

// isMaildirAt reports whether a directory is a Maildir, such as a folder of Maildir++. It returns
// true if the directory cannot be listed, so that the walk reports the error.
func isMaildirAt(dir string) bool {
	entries, err := longpath.ReadDir(dir)
	return err != nil || listing.IsMaildir(entries)
}
