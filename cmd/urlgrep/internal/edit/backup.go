package edit

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// A Suffix determines the names of backups, as the suffix of sed -i does.
type Suffix string

// of returns the name of the backup of a file. If the Suffix has no "*", it is added to the
// name. Otherwise each "*" is replaced by the last element of the name, and the backup is in
// the directory of the file. If the Suffix has a slash, each "*" is replaced by the whole name.
func (s Suffix) of(name string) (string, error) {
	pattern := string(s)
	if !strings.Contains(pattern, "*") {
		pattern = "*" + pattern
	}
	dir, base := filepath.Split(name)
	backup := dir + strings.ReplaceAll(pattern, "*", base)
	if s.hasDirectory() {
		if !filepath.IsLocal(name) && !filepath.IsAbs(name) {
			return "", fmt.Errorf("no backup, since the name contains ..: not edited")
		}
		backup = strings.ReplaceAll(pattern, "*", name)
	}
	if filepath.Clean(backup) == filepath.Clean(name) {
		return "", errors.New("the backup would be the file itself: not edited")
	}
	return backup, nil
}

// hasDirectory reports whether the backup is in a directory that the Suffix names.
func (s Suffix) hasDirectory() bool { return strings.ContainsFunc(string(s), isSeparator) }

func isSeparator(r rune) bool { return r < 0x80 && os.IsPathSeparator(byte(r)) }

// keep gives a file a second name, or copies it if that is not possible. It replaces a file
// that already has the name of the backup, once the new backup is complete. isNew reports whether
// there was no such file.
func keep(name, backup string) (isNew bool, err error) {
	switch old, err := os.Lstat(backup); {
	case err == nil && old.IsDir():
		return false, fmt.Errorf("cannot keep a backup: %s is a directory", backup)
	case err == nil:
		if info, err := os.Lstat(name); err == nil && os.SameFile(old, info) {
			return false, nil // an earlier backup, which nothing has changed since
		}
	case errors.Is(err, fs.ErrNotExist):
		isNew = true
	default:
		return false, failure("cannot keep the backup "+backup, err)
	}
	if atomicfile.Link(name, backup) == nil {
		return isNew, nil
	}
	if err := copyFile(name, backup); err != nil {
		return false, failure("cannot keep the backup "+backup, err)
	}
	return isNew, nil
}

// copyFile copies a file with its attributes.
func copyFile(name, to string) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	return atomicfile.Write(to, atomicfile.Options{Like: name, KeepTime: true}, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
