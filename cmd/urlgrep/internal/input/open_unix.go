//go:build unix

package input

import (
	"errors"
	"os"
	"syscall"
)

// OpenListed opens a file that a directory lists as a regular one. By now it may be
// something else: a pipe, which is not waited for, or a link, which is followed with
// -R only. Then there is neither a file nor an error. Not to wait takes four system
// calls fewer, too: package os tries with what could.
func OpenListed(name string, follow bool) (*os.File, error) {
	flags := os.O_RDONLY | syscall.O_NONBLOCK
	if !follow {
		flags |= syscall.O_NOFOLLOW
	}
	f, err := os.OpenFile(name, flags, 0)
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
