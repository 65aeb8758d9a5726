//go:build unix

package longpath

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// pathMax is the length of a path that is too long for the system: with the NUL at its end it
// exceeds PATH_MAX.
const pathMax = unix.PathMax

// isTooLong reports whether err is the error of package os for a path that is too long for the
// system, and not for this package.
func isTooLong(name string, err error) bool {
	return err != nil && len(name) >= pathMax && len(name) <= Max && errors.Is(err, unix.ENAMETOOLONG)
}

// openFile opens a file by a long path. It opens the directories at the ends of the longest
// beginnings that the system accepts, each relative to the one before.
func openFile(name string, flag int) (*os.File, error) {
	dir := unix.AT_FDCWD
	rest := name
	for {
		step, last := rest, len(rest) < pathMax
		if !last {
			i := strings.LastIndexByte(rest[:pathMax], '/')
			if i <= 0 {
				if dir != unix.AT_FDCWD {
					unix.Close(dir)
				}
				return nil, &fs.PathError{Op: "open", Path: name, Err: unix.ENAMETOOLONG}
			}
			step, rest = rest[:i], strings.TrimLeft(rest[i:], "/")
		}
		how := flag
		if !last {
			how = openDirectory
		}
		if last = last || rest == ""; last && step != rest { // step had slashes after it
			how = flag&^unix.O_NOFOLLOW | unix.O_DIRECTORY
		}
		fd, err := openat(dir, step, how)
		if dir != unix.AT_FDCWD {
			unix.Close(dir)
		}
		switch {
		case err != nil:
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		case last:
			return os.NewFile(uintptr(fd), name), nil
		}
		dir = fd
	}
}

// openat is unix.Openat. It tries again after a signal, as package os does.
func openat(dir int, name string, flag int) (int, error) {
	for {
		fd, err := unix.Openat(dir, name, flag|unix.O_CLOEXEC, 0)
		if err != unix.EINTR {
			return fd, err
		}
	}
}

// stat returns the FileInfo of a file by a long path.
func stat(name string, follow bool) (fs.FileInfo, error) {
	flag := openInfo
	if !follow {
		flag |= unix.O_NOFOLLOW
	}
	f, err := openFile(name, flag)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}
