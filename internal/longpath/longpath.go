// Package longpath opens and examines files, as package os does, also by paths that are longer
// than the system accepts. A tree may be deeper than that: a program that walks it makes such
// paths.
//
// The functions call package os. If the path is too long for the system, they open the directories
// in it one after another, in steps that the system accepts, each relative to the one before. So
// they hold at most two files open, and short paths cost nothing. Windows accepts long paths, as
// package os uses its extended-length paths.
package longpath

import (
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Max is the maximum length of a path, in bytes. It bounds the time and the memory of a walk, which
// grow with the square of the length. For longer paths the error is that of package os.
const Max = 16 << 10

// Open is os.Open.
func Open(name string) (*os.File, error) { return OpenFile(name, os.O_RDONLY) }

// OpenFile is os.OpenFile, without a mode for new files.
func OpenFile(name string, flag int) (*os.File, error) {
	f, err := os.OpenFile(name, flag, 0)
	if isTooLong(name, err) {
		return openFile(name, flag)
	}
	return f, err
}

// Stat is os.Stat.
func Stat(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	if isTooLong(name, err) {
		return stat(name, true)
	}
	return info, err
}

// Lstat is os.Lstat. Of a long path to a symbolic link it may return an error, except on Linux.
func Lstat(name string) (fs.FileInfo, error) {
	info, err := os.Lstat(name)
	if isTooLong(name, err) {
		return stat(name, false)
	}
	return info, err
}

// ReadDir is os.ReadDir, except that the function Info takes the place of the method Info of the
// entries.
func ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(name)
	if isTooLong(name, err) {
		f, err := openFile(name, os.O_RDONLY)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		entries, err = f.ReadDir(-1)
		slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
		return withoutPath(entries), err
	}
	if len(name)+maxName >= pathMax {
		entries = withoutPath(entries)
	}
	return entries, err
}

// maxName is greater than the length of a separator and a name.
const maxName = 1 << 10

// Info returns the FileInfo of an entry that ReadDir has returned. path is its path.
func Info(path string, e fs.DirEntry) (fs.FileInfo, error) {
	if _, ok := e.(entry); ok {
		return Lstat(path)
	}
	return e.Info()
}

// withoutPath replaces entries by some that do not hold the path of their directory, as those of
// package os do. A walk has the entries of all directories above the one that it visits.
func withoutPath(entries []fs.DirEntry) []fs.DirEntry {
	for i, e := range entries {
		entries[i] = entry{e.Name(), e.Type()}
	}
	return entries
}

// An entry is an entry of a directory whose path is long.
type entry struct {
	name string
	mode fs.FileMode
}

func (e entry) Name() string               { return e.name }
func (e entry) IsDir() bool                { return e.mode.IsDir() }
func (e entry) Type() fs.FileMode          { return e.mode }
func (e entry) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
