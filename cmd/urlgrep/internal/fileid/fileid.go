// Package fileid identifies files apart from their names.
package fileid

import (
	"crypto/sha256"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
)

// An ID identifies a file as long as the file exists. Two names have the same ID if [os.SameFile]
// reports that they are names of one file. An ID is small, so that a program can hold those of many
// files.
type ID struct{ volume, file uint64 }

// Of returns the ID of a file, and the number of its hard links, which is 0 if it is not known.
// info must be the [os.Stat] of name: symbolic links are followed.
func Of(name string, info fs.FileInfo) (id ID, links uint64, err error) {
	id, links, err = of(name, info)
	if err == nil && id == (ID{}) { // a file system without numbers of files
		id, err = ofPath(name)
		links = 0
	}
	return id, links, err
}

// ofPath returns an ID for the name without symbolic links. Hard links are different files.
func ofPath(name string) (ID, error) {
	path, err := Path(name)
	if err != nil {
		return ID{}, err
	}
	sum := sha256.Sum256([]byte(path))
	return ID{binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])}, nil
}

// Path returns the absolute name of an existing file without symbolic links.
func Path(name string) (string, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// A Resolver returns absolute names without symbolic links. It remembers the last directory, so
// that the files of a directory take one system call each. The directory must not change. The zero
// Resolver is ready to use.
type Resolver struct {
	dir, path string
	err       error
}

// Path is like the function [Path].
func (r *Resolver) Path(name string) (string, error) {
	info, err := os.Lstat(name)
	if err != nil {
		return "", err
	}
	if info.Mode().IsRegular() {
		return r.Place(name)
	}
	return Path(name)
}

// Place returns the absolute name of a file that need not exist, in a directory that exists.
// Symbolic links in the name of the directory are followed; if the file is a symbolic link, it is
// not.
func (r *Resolver) Place(name string) (string, error) {
	dir, base := filepath.Split(name) // filepath.Dir would remove ".." after a symbolic link
	if dir == "" {
		dir = "."
	}
	if dir != r.dir {
		r.dir = dir
		r.path, r.err = Path(dir)
	}
	if r.err != nil {
		return "", r.err
	}
	return filepath.Join(r.path, base), nil
}

// IsSameEntry reports whether two names that [Path] or a [Resolver] returned are the same entry of a
// directory: the directories may be one that is mounted twice.
func IsSameEntry(a, b string) bool {
	if a == b {
		return true
	}
	if filepath.Base(a) != filepath.Base(b) {
		return false
	}
	x, err1 := os.Stat(filepath.Dir(a))
	y, err2 := os.Stat(filepath.Dir(b))
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}
