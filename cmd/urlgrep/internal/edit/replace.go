package edit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/fileid"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// A replacer replaces files by their edited text.
type replacer struct {
	editor   *Editor
	note     func(text string)
	original *sink.Original
	at       int64 // length of the original text so far
	next           // the edited file; zero before the first edit
}

// next is an edited file that is not complete.
type next struct {
	path        string // of the original, without symbolic links
	backup      string // its name, or ""
	isNewBackup bool   // the backup is complete, and replaced no earlier one
	links       uint64 // hard links of the original
	file        *atomicfile.File
}

func (r *replacer) begin(o *sink.Original) error {
	switch {
	case o.Stdin:
		return errors.New("not edited: standard input has no file to replace")
	case o.File == nil:
		return errors.New("not edited: not a regular file")
	}
	r.original, r.at, r.next = o, 0, next{}
	return nil
}

func (r *replacer) copy(text []byte) error {
	r.at += int64(len(text))
	if r.file == nil {
		return nil
	}
	_, err := r.file.Write(text)
	return writeError(err)
}

func (r *replacer) replace(old, text []byte) error {
	if r.file == nil {
		if err := r.create(); err != nil {
			return err
		}
	}
	r.at += int64(len(old))
	_, err := r.file.Write(text)
	return writeError(err)
}

// create creates the temporary file, and copies the text before the first edit to it.
func (r *replacer) create() (err error) {
	o := r.original
	if e := r.editor; e.inputs != nil {
		if err := e.inputs.Check(o.Name, o.Info); err != nil {
			return failure("not edited", err)
		}
	}
	_, r.links, _ = fileid.Of(o.Name, o.Info)
	if r.path, err = filepath.EvalSymlinks(o.Name); err != nil {
		return err
	}
	if err := r.check(); err != nil {
		return err
	}
	if r.backup, err = r.editor.backup(r.path); err != nil {
		return err
	}
	if o.Info.Mode().Perm()&0o222 == 0 {
		return errors.New("not edited: the file is read-only")
	}
	if f, err := os.OpenFile(r.path, os.O_WRONLY, 0); err != nil {
		return failure("not edited: the file cannot be written", err)
	} else if err := f.Close(); err != nil {
		return err
	}
	if r.file, err = atomicfile.Create(r.path, atomicfile.Options{KeepTime: true, Check: r.release}); err != nil {
		return failure("not edited: no temporary file in its directory", err)
	}
	n, err := io.Copy(r.file, io.NewSectionReader(o.File, 0, r.at))
	if err == nil && n < r.at {
		err = errChanged
	}
	return writeError(err)
}

// backup returns the name of the backup of a file, or "".
func (e *Editor) backup(path string) (string, error) {
	if e.settings.Backup == "" {
		return "", nil
	}
	return e.settings.Backup.of(path)
}

var errChanged = errors.New("not edited: the file changed while it was read")

// check returns an error if the file is not as it was before it was read.
func (r *replacer) check() error {
	info, err := os.Stat(r.path)
	was := r.original.Info
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return errChanged
	case err != nil:
		return err
	case !os.SameFile(info, was) || info.Size() != was.Size() || !info.ModTime().Equal(was.ModTime()):
		return errChanged
	}
	return nil
}

// end replaces the file if the text is complete. It removes the temporary file.
func (r *replacer) end(complete bool) error {
	if r.file == nil {
		return nil
	}
	defer r.file.Discard()
	if !complete {
		return nil
	}
	if r.at != r.original.Info.Size() {
		return errChanged
	}
	err := r.file.Commit()
	if err != nil && r.isNewBackup {
		os.Remove(r.backup)
	}
	if failed := (*releaseError)(nil); errors.As(err, &failed) {
		return failed.error
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) || err == atomicfile.ErrClosed {
		return failure("not edited: the temporary file cannot be renamed", err)
	}
	if err == nil && r.links > 1 {
		r.note(fmt.Sprintf("edited; other hard links of the file keep the old text: %d", r.links-1))
	}
	return writeError(err)
}

// release decides about the replacement of the file: it returns an error if the file has changed,
// and keeps the backup.
func (r *replacer) release() error {
	err := r.check()
	if err == nil && r.backup != "" {
		if r.isNewBackup, err = keep(r.path, r.backup); err == nil {
			err = r.check() // a backup takes some time
		}
	}
	if err != nil {
		return &releaseError{err}
	}
	return nil
}

// A releaseError is an error of release.
type releaseError struct{ error }

// writeError returns the error for a failed write of a temporary file, or nil.
func writeError(err error) error {
	if err == nil || err == errChanged {
		return err
	}
	return failure("not edited: write error", err)
}

// failure returns an error with the cause of err after a text, without the operation and the
// names of files in err.
func failure(text string, err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("%s: %w", text, err)
}
