// Package tempfile creates temporary files that do not outlive the process, if the system
// allows that.
package tempfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// A File is a temporary file, open for reading and writing.
type File struct {
	*os.File
	named bool // a name refers to the file
}

// prefix begins the names of the temporary files of all processes.
const prefix = "urlgrep-"

// tag begins the names of the temporary files of this process.
var tag = sync.OnceValue(func() string { return prefix + rand.Text()[:8] + "-" })

// New creates a File in [os.TempDir], and removes its name: then no signal can leave it.
// Windows removes no open file; there Close removes it.
func New() (*File, error) {
	f, err := os.CreateTemp("", tag())
	if err != nil {
		return nil, fmt.Errorf("cannot create a temporary file in %s: %w", os.TempDir(), errors.Unwrap(err))
	}
	return &File{f, os.Remove(f.Name()) != nil}, nil
}

// IsName reports whether the last element of a path is the name of a File of this process. The
// File may have been removed since. A search of the directory passes over these names.
func IsName(path string) bool {
	return strings.Contains(path, prefix) && strings.HasPrefix(filepath.Base(path), tag())
}

// Close closes and removes the File.
func (f *File) Close() error {
	err := f.File.Close()
	if f.named {
		os.Remove(f.Name())
	}
	return err
}
