package job

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/urlgrep/urlgrep/internal/listing"
)

// An Object is an open input. Reads at the end and after it return [io.EOF].
type Object interface {
	io.ReaderAt
	io.Closer
}

// A Store holds inputs. Its errors do not name the input.
type Store interface {
	// List returns the inputs with a name: one object, or all in a directory, in an order
	// that stays the same. An error may have an Entry that has only a name.
	List(ctx context.Context, name string) iter.Seq2[Entry, error]

	// Open opens an input to read from offset begin to end, and little else. It returns an
	// error if the input is not what it was when it was listed.
	Open(ctx context.Context, e Entry, begin, end int64) (Object, error)
}

// stores are the stores by the schemes of names. Names without a scheme are local files.
var stores = map[string]Store{}

// RegisterStore makes s the store of names that begin with scheme and "://". It must be called
// before the first job runs.
func RegisterStore(scheme string, s Store) { stores[scheme] = s }

// store returns the store of an input.
func (j *Job) store(name string) (Store, error) {
	scheme, _, ok := strings.Cut(name, "://")
	switch s := stores[scheme]; {
	case !ok || strings.ContainsRune(scheme, os.PathSeparator):
		return files{dir: j.Dir, output: j.Output}, nil
	case s == nil:
		return nil, errors.New("this program has no store for " + scheme + "://")
	default:
		return s, nil
	}
}

// open opens the input of a range.
func (j *Job) open(ctx context.Context, r *Range) (Object, error) {
	s, err := j.store(r.Entry.Name)
	if err != nil {
		return nil, err
	}
	return s.Open(ctx, r.Entry, r.Begin, r.End)
}

// List calls visit with the ranges of all inputs, in the order of the inputs. It returns a Part
// without a range, with the faults of inputs that could not be listed.
func (j *Job) List(ctx context.Context, visit func(Range)) (p Part) {
	p.Range.Number = -1 // these faults are the first in the manifest
	number := int64(0)
	for _, name := range j.Inputs {
		s, err := j.store(name)
		if err != nil {
			p.Faults = append(p.Faults, Fault{File: name, Reason: err.Error()})
			continue
		}
		for e, err := range s.List(ctx, name) {
			if err != nil {
				p.Faults = append(p.Faults, Fault{File: cmp.Or(e.Name, name), Reason: cause(err).Error()})
				continue
			}
			for _, r := range Ranges(number, e, j.RangeSize) {
				visit(r)
			}
			number++
		}
	}
	return p
}

// cause returns the error within err without the operation and the name of the file.
func cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// files are the local files.
type files struct {
	dir    string // directory that relative names are in
	output string // directory that is not listed
}

// path returns the path of a file or directory.
func (f files) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(f.dir, name)
}

func (f files) List(ctx context.Context, name string) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		info, err := os.Stat(f.path(name))
		switch {
		case err != nil:
			yield(Entry{Name: name}, err)
		case info.IsDir():
			f.walk(ctx, name, false, yield)
		case !info.Mode().IsRegular():
			yield(Entry{Name: name}, errors.New("not a regular file"))
		default:
			yield(entry(name, info), nil)
		}
	}
}

// entry returns the entry of a regular file.
func entry(name string, info fs.FileInfo) Entry {
	return Entry{Name: name, Size: info.Size(), Version: fmt.Sprintf("%d-%d", info.ModTime().UnixNano(), info.Size())}
}

// walk visits the files in a directory and in the directories below that urlgrep --recursive
// searches, in the order of their names. isMail says that the directory has only messages, as cur
// and new of a Maildir. walk reports whether to continue.
func (f files) walk(ctx context.Context, dir string, isMail bool, yield func(Entry, error) bool) bool {
	path := f.path(dir)
	if f.isOutput(path) {
		return true
	}
	entries, err := os.ReadDir(path)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return yield(Entry{Name: dir}, err)
	}
	if !os.IsPathSeparator(dir[len(dir)-1]) {
		dir += string(os.PathSeparator)
	}
	inMaildir := !isMail && listing.IsMaildir(entries)
	if !isMail && !inMaildir && listing.IsMH(entries) {
		entries = listing.OrderMH(entries)
	}
	for _, e := range entries {
		name, more := dir+e.Name(), true
		switch {
		case isMail && (e.IsDir() || e.Name()[0] == '.'):
		case listing.IsVersionControl(path, e), inMaildir && listing.HidesInMaildir(path, e):
		case e.IsDir():
			more = f.walk(ctx, name, inMaildir && (e.Name() == "cur" || e.Name() == "new"), yield)
		case e.Type().IsRegular():
			info, err := e.Info()
			if err != nil {
				more = yield(Entry{Name: name}, err)
			} else {
				more = yield(entry(name, info), nil)
			}
		}
		if !more {
			return false
		}
	}
	return true
}

// isOutput reports whether a path is that of the output directory.
func (f files) isOutput(path string) bool {
	output, err := os.Stat(f.output)
	if err != nil {
		return false // there is no output yet
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(info, output)
}

func (f files) Open(_ context.Context, e Entry, _, _ int64) (Object, error) {
	file, err := os.Open(f.path(e.Name))
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && entry(e.Name, info) != e {
		err = fmt.Errorf("the file has changed since it was listed: it had %d bytes and has %d", e.Size, info.Size())
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
