package edit

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
)

// tempPattern is the pattern of the names of temporary files, for [os.CreateTemp].
const tempPattern = ".urlgrep-*"

// errClosed is the error of temporaries that are closed.
var errClosed = errors.New("interrupted")

// temporaries is the set of the temporary files that exist. Several workers use it.
type temporaries struct {
	mu     sync.Mutex
	names  map[string]bool
	closed bool

	onRename func(to string) error // for tests: called before a rename, which fails with its error
}

// create creates a temporary file in a directory.
func (t *temporaries) create(dir string) (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, errClosed
	}
	f, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return nil, err
	}
	if t.names == nil {
		t.names = make(map[string]bool)
	}
	t.names[f.Name()] = true
	return f, nil
}

// rename renames a temporary file to name, and then makes its directory durable as far as the
// system can.
func (t *temporaries) rename(f *os.File, name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return errClosed
	}
	if t.onRename != nil {
		if err := t.onRename(name); err != nil {
			return err
		}
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return err
	}
	delete(t.names, f.Name())
	if dir, err := os.Open(filepath.Dir(name)); err == nil {
		dir.Sync()
		dir.Close()
	}
	return nil
}

// remove closes and removes a temporary file.
func (t *temporaries) remove(f *os.File) {
	f.Close()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.names[f.Name()] {
		os.Remove(f.Name())
		delete(t.names, f.Name())
	}
}

// close removes all temporary files. No file is created or renamed after it.
func (t *temporaries) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for name := range t.names {
		os.Remove(name)
	}
	clear(t.names)
}
