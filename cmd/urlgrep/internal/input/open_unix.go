//go:build unix

package input

import (
	"errors"
	"os"
	"syscall"

	"github.com/urlgrep/urlgrep/internal/longpath"
)

// OpenListed opens a file that a directory lists as a regular file. The file may have
// been replaced since: by a pipe, for which OpenListed does not wait, or by a symbolic
// link, which it follows only if follow is set. It then returns neither a file nor an
// error. Not waiting also saves four system calls: package os tries to poll files that
// could make it wait.
func OpenListed(name string, follow bool) (*os.File, error) {
	flags := os.O_RDONLY | syscall.O_NONBLOCK
	if !follow {
		flags |= syscall.O_NOFOLLOW
	}
	f, err := longpath.OpenFile(name, flags)
	switch {
	case !follow && errors.Is(err, syscall.ELOOP):
		return nil, nil
	case err != nil:
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, err
	}
	return f, nil
}
