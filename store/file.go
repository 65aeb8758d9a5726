package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
)

// files are the local files, as a service. A key is a path.
type files struct{}

func (files) stat(_ context.Context, _, path string) (e Entry, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return e, reason(err)
	}
	return fileEntry(info)
}

func (files) get(_ context.Context, _, path, version string, from, to int64) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, reason(err)
	}
	info, err := f.Stat()
	var e Entry
	if err == nil {
		e, err = fileEntry(info)
	}
	if err == nil && e.Version != version {
		err = fmt.Errorf("%w: its time and size are %s and were %s", ErrChanged, e.Version, version)
	}
	if err != nil {
		f.Close()
		return nil, reason(err)
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(f, from, to-from), f}, nil
}

func (files) list(context.Context, string, string, string) ([]Entry, string, error) {
	return nil, "", errors.ErrUnsupported // see walk
}

// fileEntry returns the entry of a file, without the name.
func fileEntry(info fs.FileInfo) (e Entry, err error) {
	if !info.Mode().IsRegular() {
		return e, fmt.Errorf("%w: not a regular file", fs.ErrInvalid)
	}
	version := fmt.Sprintf("%d.%09d-%d", info.ModTime().Unix(), info.ModTime().Nanosecond(), info.Size())
	return Entry{Size: info.Size(), Version: version}, nil
}

// reason returns the error in a *fs.PathError, as the path is in the error of the Client.
func reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// walk returns the regular files in a directory and its subdirectories, or the file root.
func walk(ctx context.Context, root string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			info, err := d.Info()
			if err != nil {
				return err
			}
			e, err := fileEntry(info)
			if err != nil {
				return err
			}
			e.Name = path
			if !yield(e, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Entry{}, err)
		}
	}
}
