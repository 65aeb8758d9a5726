//go:build !unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
)

// A model is the file whose attributes a File gets. The zero model is no file.
type model struct{ info fs.FileInfo }

// open finds the file at path if it is a regular file.
func (m *model) open(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err == nil && info.Mode().IsRegular() {
		m.info = info
	}
	return err
}

func (m *model) exists() bool { return m.info != nil }
func (m *model) close()       {}

// setAttributes gives the File the mode that its model has now.
func (f *File) setAttributes() error {
	if err := f.model.open(f.options.Like); err != nil || !f.model.exists() {
		return err
	}
	mode := f.model.info.Mode() & modeBits
	if info, err := f.file.Stat(); err == nil && info.Mode()&modeBits == mode {
		return nil
	}
	return f.file.Chmod(mode)
}

func (f *File) updateAttributes() error { return nil }

// release prepares for the rename: Windows renames no file that is open, and its Close sets the
// time of the last change.
func (f *File) release() error {
	if err := f.file.Close(); err != nil {
		return err
	}
	if f.options.KeepTime && f.model.exists() {
		return os.Chtimes(f.file.Name(), f.model.info.ModTime(), f.model.info.ModTime())
	}
	return nil
}
