package input

import (
	"io/fs"
	"os"
	"slices"

	"github.com/urlgrep/urlgrep/internal/longpath"
)

func isLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

// follow replaces each symbolic link among the entries by the file it leads to, under the
// name of the link, if w.Dereference is set. A link that leads nowhere stays as it is.
func (w *Walker) follow(dir string, entries []fs.DirEntry) {
	if !w.Dereference {
		return
	}
	for i, e := range entries {
		if !isLink(e) {
			continue
		}
		if info, err := longpath.Stat(dir + e.Name()); err == nil {
			entries[i] = fs.FileInfoToDirEntry(info)
		}
	}
}

// enter reports whether w may walk the directory. It returns false if w is already
// walking it: a symbolic link may lead back to a directory above.
func (w *Walker) enter(dir string) bool {
	info, err := longpath.Stat(dir)
	if err != nil {
		w.visitor.Fail(dir, err)
		return false
	}
	if slices.ContainsFunc(w.within, func(above fs.FileInfo) bool { return os.SameFile(above, info) }) {
		w.visitor.Warn(dir, "recursive directory loop, skipped")
		return false
	}
	w.within = append(w.within, info)
	return true
}

func (w *Walker) leave() { w.within = w.within[:len(w.within)-1] }
