// Package tempfile creates temporary files that do not outlive the process, if the system
// allows that.
package tempfile

import "os"

// A File is a temporary file, open for reading and writing.
type File struct {
	*os.File
	named bool // a name refers to the file
}

// New creates a File in [os.TempDir], and removes its name: then no signal can leave it.
// Windows removes no open file; there Close removes it.
func New() (*File, error) {
	f, err := os.CreateTemp("", "urlgrep-")
	if err != nil {
		return nil, err
	}
	return &File{f, os.Remove(f.Name()) != nil}, nil
}

// Close closes and removes the File.
func (f *File) Close() error {
	err := f.File.Close()
	if f.named {
		os.Remove(f.Name())
	}
	return err
}
