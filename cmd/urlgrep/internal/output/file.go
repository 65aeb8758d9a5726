package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// A File is a file that is replaced as a whole: a reader sees the old contents until the new
// ones are complete.
type File struct {
	name     string // as the user gave it
	path     string // of the file itself, if name is a symbolic link
	info     fs.FileInfo
	isStream bool // a device or a pipe, which is written as it is
}

// NewFile returns the File with the name. It returns an error if the file cannot be written.
func NewFile(name string) (*File, error) {
	if info, err := os.Stat(name); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		// The links are not followed: /dev/stdout leads to a pipe that has no name.
		return &File{name: name, path: name, isStream: true}, nil
	}
	f := &File{name: name, path: followLinks(name)}
	info, err := os.Stat(f.path)
	switch {
	case err == nil && info.IsDir():
		return nil, f.error(errors.New("is a directory"))
	case err == nil:
		f.info = info
		old, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return nil, f.error(err)
		}
		old.Close()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, f.error(err)
	}
	probe, err := atomicfile.Create(f.path, atomicfile.Options{})
	if err != nil {
		return nil, f.error(err)
	}
	probe.Discard()
	return f, nil
}

// followLinks returns the file that symbolic links lead to. The file need not exist.
func followLinks(name string) string {
	const most = 40 // as in Linux
	for range most {
		to, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			dir, _ := filepath.Split(name)
			to = dir + to // not cleaned: ".." may follow a symbolic link
		}
		name = to
	}
	return name
}

func (f *File) error(err error) error { return fmt.Errorf("%s: %w", f.name, Cause(err)) }

// Write calls write with a writer of the new contents. If write or the writer fails, the old
// contents remain. The error names the file.
func (f *File) Write(write func(io.Writer) error) error {
	if err := f.replace(write); err != nil {
		return f.error(err)
	}
	return nil
}

func (f *File) replace(write func(io.Writer) error) error {
	if f.isStream {
		to, err := os.OpenFile(f.path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(buffered(to, write), to.Close())
	}
	return atomicfile.Write(f.path, atomicfile.Options{}, write)
}

// buffered calls write with a buffered writer to a file.
func buffered(to *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(to, size)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}
