package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"sync"
)

// files has the temporary files of this process.
var files = registry{names: make(map[string]bool)}

// A registry is a set of temporary files that exist. Its methods may be called at the same time.
type registry struct {
	mu     sync.Mutex
	names  map[string]bool
	closed bool
	watch  watch // on if names is not empty
}

// create creates a temporary file in a directory.
func (r *registry) create(dir string, mode fs.FileMode) (f *os.File, err error) {
	_, err = r.add(dir, func(name string) error {
		f, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	return f, err
}

// link creates a temporary name of a file in a directory.
func (r *registry) link(old, dir string) (name string, err error) {
	return r.add(dir, func(name string) error { return os.Link(old, name) })
}

// add calls create with a new name in a directory.
func (r *registry) add(dir string, create func(name string) error) (name string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return "", ErrClosed
	}
	r.watch.begin() // before the file exists
	for range 100 {
		name = newName(dir)
		if err = create(name); !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	if err == nil {
		r.names[name] = true
	}
	r.settle()
	return name, err
}

// rename renames a temporary file to target.
func (r *registry) rename(name, target string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return ErrClosed
	}
	if err := os.Rename(name, target); err != nil {
		return err
	}
	r.forget(name)
	return nil
}

// remove removes a temporary file, unless it was renamed or removed before.
func (r *registry) remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.names[name] {
		os.Remove(name)
		r.forget(name)
	}
}

func (r *registry) forget(name string) {
	delete(r.names, name)
	r.settle()
}

// settle ends the watch if there are no names.
func (r *registry) settle() {
	if len(r.names) == 0 {
		r.watch.end()
	}
}

// RemoveAll removes all temporary files of this process. After RemoveAll, Create and Commit return
// [ErrClosed], and no file is renamed.
func RemoveAll() {
	r := &files
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	for name := range r.names {
		os.Remove(name)
	}
	clear(r.names)
	r.settle()
}
