package input

import (
	"io/fs"
	"os"
	"slices"
)

func isLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

// follow puts what links lead to in their place, under their names, if they are to
// be followed. Those that lead nowhere stay what they are.
func (w *Walker) follow(dir string, entries []fs.DirEntry) {
	if !w.Dereference {
		return
	}
	for i, e := range entries {
		if !isLink(e) {
			continue
		}
		if info, err := os.Stat(dir + e.Name()); err == nil {
			entries[i] = fs.FileInfoToDirEntry(info)
		}
	}
}

// enter reports whether a directory is to be gone through: if that is not being
// done already. A link may lead back to where it is, but then not for ever.
func (w *Walker) enter(dir string) bool {
	info, err := os.Stat(dir)
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
