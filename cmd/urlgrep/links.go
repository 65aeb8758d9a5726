package main

import (
	"io/fs"
	"os"
	"slices"
)

func isLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

// follow puts what links lead to in their place, under their names, if they are to
// be followed. Those that lead nowhere stay what they are.
func (s *search) follow(dir string, entries []fs.DirEntry) {
	if !s.dereference {
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
func (s *search) enter(dir string) bool {
	info, err := os.Stat(dir)
	if err != nil {
		s.fail(dir, err)
		return false
	}
	if slices.ContainsFunc(s.within, func(above fs.FileInfo) bool { return os.SameFile(above, info) }) {
		s.share(func(w *search) { w.warn(dir, "recursive directory loop, passed over") })
		return false
	}
	s.within = append(s.within, info)
	return true
}

func (s *search) leave() { s.within = s.within[:len(s.within)-1] }
