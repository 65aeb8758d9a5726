// Package atomicfile replaces files as a whole.
//
// # Terms
//
// The target is the file to replace, or to create. The temporary file has the new text until it
// gets the name of the target.
//
// # Contract
//
// A reader of the target sees the old text or the new text, and never a part or a mixture, also
// after a crash of the process or of the machine.
//
//   - The temporary file is in the directory of the target, and its name cannot be guessed. It is
//     created by its caller, never opened: no link is followed.
//   - If the target exists, the temporary file has the mode 0600 until it gets the attributes of
//     the target, as they are at the time of the rename; see attributes.go. Otherwise its
//     attributes are those of any new file in the directory: the umask, a default access control
//     list and a set-group-ID directory determine them.
//   - [File.Commit] writes the text to the disk, renames the temporary file, and then writes the
//     directory to the disk. An error before the rename leaves the target as it was.
//   - The temporary file is removed by an error, by [File.Discard], which the caller defers for the
//     case of a panic, and by a signal that ends the process; see signals.go. Only SIGKILL, the
//     fatal errors of the Go runtime, such as a lack of memory, and a crash of the machine leave it.
//
// A symbolic link that is the target is itself replaced. A caller that follows links resolves them
// first.
//
// Package tempfile is for files that never get a name: their text is lost with the process.
//
// # Files without a name
//
// On Linux, O_TMPFILE creates a file without a name, which SIGKILL does not leave either. It is not
// used. linkat cannot replace a file, so that the file gets a temporary name before the rename all
// the same. NFS and most file systems in user space lack O_TMPFILE, linkat needs a mounted /proc or
// a capability, and AppArmor may deny it when the text is complete. All that is here would remain
// for these cases, and each step would have two forms to test.
package atomicfile

import (
	"bufio"
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// ErrClosed is returned by Create and Commit after [RemoveAll].
var ErrClosed = errors.New("interrupted")

// Options are properties of a File. The zero value is that of a new version of the target.
type Options struct {
	Like     string       // file whose attributes the File gets; "" is the target
	KeepTime bool         // keep the time of the last change too
	Check    func() error // if not nil, called when the text is on the disk; its error prevents the rename
}

// A File is the new text of a target. Its methods must not be called at the same time.
type File struct {
	target  string
	options Options // Like is not empty
	file    *os.File
	buf     *bufio.Writer
	model   model       // the file whose attributes it gets
	copied  *attributes // of the model
	left    *attributes // of the File, after they were copied
}

// Create creates the temporary file of a File. It returns an error if the target exists and can
// neither be read nor written.
func Create(target string, o Options) (*File, error) {
	if o.Like == "" {
		o.Like = target
	}
	return create(target, o)
}

// CreateIn is like Create for a target in a directory whose name is not known before
// [File.CommitAs]. Until then the File has the attributes of a new file.
func CreateIn(dir string) (*File, error) { return create(filepath.Join(dir, "?"), Options{}) }

func create(target string, o Options) (_ *File, err error) {
	if err := before("create", target); err != nil {
		return nil, err
	}
	f := &File{target: target, options: o}
	mode := fs.FileMode(0o666)
	if o.Like != "" {
		if err := f.model.open(o.Like); err != nil {
			return nil, err
		}
		if f.model.exists() {
			mode = 0o600
		}
	}
	if f.file, err = files.create(filepath.Dir(target), mode); err != nil {
		f.model.close()
		return nil, err
	}
	f.buf = bufio.NewWriterSize(writer{f}, 64<<10)
	return f, nil
}

// Write appends to the text.
func (f *File) Write(p []byte) (int, error) { return f.buf.Write(p) }

// A writer writes to the temporary file.
type writer struct{ *File }

func (w writer) Write(p []byte) (int, error) {
	if err := before("write", w.target); err != nil {
		return 0, err
	}
	return w.file.Write(p)
}

// A step is a part of Commit.
type step struct {
	name string
	do   func(*File) error
}

// The steps of Commit up to the rename, and after it.
var (
	steps = []step{
		{"flush", (*File).flush},
		{"attributes", (*File).setAttributes},
		{"sync", (*File).sync},
		{"check", (*File).check},
		{"attributes again", (*File).updateAttributes},
		{"rename", (*File).rename},
	}
	lateSteps = []step{
		{"late attributes", (*File).updateAttributes},
		{"sync directory", (*File).syncDirectory},
	}
)

// Commit replaces the target. An error of the rename is an [os.LinkError]. After an error the
// target is as it was, and the temporary file is removed. Once the temporary file is renamed,
// Commit returns no error: the directory is written to the disk if the system can do that.
func (f *File) Commit() error {
	defer f.Discard()
	for _, s := range steps {
		if err := f.run(s); err != nil {
			return err
		}
	}
	for _, s := range lateSteps {
		f.run(s)
	}
	return nil
}

// CommitAs is like Commit for a File of [CreateIn]. The target is the file in its directory with
// the given name.
func (f *File) CommitAs(name string) error {
	f.target = filepath.Join(filepath.Dir(f.target), name)
	f.options.Like = f.target
	return f.Commit()
}

func (f *File) run(s step) error {
	if err := before(s.name, f.target); err != nil {
		return err
	}
	return s.do(f)
}

func (f *File) flush() error { return f.buf.Flush() }
func (f *File) sync() error  { return f.file.Sync() }

func (f *File) check() error {
	if f.options.Check == nil {
		return nil
	}
	return f.options.Check()
}

func (f *File) rename() error {
	if err := f.release(); err != nil {
		return err
	}
	return files.rename(f.file.Name(), f.target)
}

func (f *File) syncDirectory() error { return syncDirectory(f.target) }

func syncDirectory(target string) error {
	dir, err := os.Open(filepath.Dir(target))
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// Discard removes the temporary file, unless Commit has renamed it. It has no effect on a nil File.
func (f *File) Discard() {
	if f != nil {
		f.file.Close()
		f.model.close()
		files.remove(f.file.Name())
	}
}

// Write replaces a target by the text that write writes.
func Write(target string, o Options, write func(io.Writer) error) error {
	f, err := Create(target, o)
	if err != nil {
		return err
	}
	defer f.Discard() // also if write panics
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// Link makes target a further name of the file name. An error is that of the link if the file
// system has no hard links. In any case the target is as it was after an error.
func Link(name, target string) error {
	if err := before("link", target); err != nil {
		return err
	}
	temporary, err := files.link(name, filepath.Dir(target))
	if err != nil {
		return err
	}
	defer files.remove(temporary)
	if err := before("rename", target); err != nil {
		return err
	}
	if err := files.rename(temporary, target); err != nil {
		return err
	}
	os.Remove(temporary) // which the rename has left if target is already a name of the file
	if before("sync directory", target) == nil {
		syncDirectory(target)
	}
	return nil
}

// Hook, if not nil, is called before each step in the replacement of a target, which fails with
// the error of Hook. It is for tests.
var Hook func(step, target string) error

func before(step, target string) error {
	if Hook == nil {
		return nil
	}
	return Hook(step, target)
}

// tag begins the names of all temporary files of this process.
var tag = sync.OnceValue(func() string { return prefix + rand.Text()[:8] })

const prefix = ".urlgrep-"

// IsTemporary reports whether the last element of a path is the name of a temporary file that this
// process has created, even if the file has been renamed or removed since. A directory walk passes
// over these names.
func IsTemporary(path string) bool {
	return strings.Contains(path, prefix) && strings.HasPrefix(filepath.Base(path), tag())
}

// newName returns a new name for a temporary file in a directory: with 80 random bits, so that
// another user cannot prepare a file with that name.
func newName(dir string) string { return filepath.Join(dir, tag()+rand.Text()[:16]) }
