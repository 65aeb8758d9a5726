package search

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// An unread error is one that another search of the same input may not have, though no call of
// the system has failed.
type unread struct{ error }

func (e *unread) Unwrap() error { return e.error }

// isUnread reports whether err is an error of reading the input, or of a temporary file, and not
// of its contents: a call of the system has failed, or the file is not the one that was listed.
// A decoder may hide an error of reading, so that each error of an input counts that had one.
func (p *printer) isUnread(err error) bool {
	var (
		own    *unread
		call   *os.SyscallError
		path   *fs.PathError
		link   *os.LinkError
		number syscall.Errno
	)
	return errors.As(err, &own) || errors.As(err, &call) || errors.As(err, &path) || errors.As(err, &link) || errors.As(err, &number) ||
		p.at.source != nil && p.at.source.Failed()
}
