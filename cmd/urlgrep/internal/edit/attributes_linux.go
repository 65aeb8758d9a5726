package edit

import (
	"bytes"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// accessControl is the extended attribute with the access control list of a file.
const accessControl = "system.posix_acl_access"

// keepAttributes copies the extended attributes of the file name to f. Attributes that the
// user may not set are omitted, but an access control list that cannot be kept is an error:
// without it, the group would have the rights of its mask.
func keepAttributes(f *os.File, name string) error {
	size, err := unix.Listxattr(name, nil)
	if err != nil || size == 0 {
		return nil // the file system has none
	}
	list := make([]byte, size)
	if size, err = unix.Listxattr(name, list); err != nil {
		return err
	}
	for attribute := range bytes.SplitSeq(list[:size], []byte{0}) {
		if len(attribute) == 0 {
			continue
		}
		if err := copyAttribute(f, name, string(attribute)); err != nil && string(attribute) == accessControl {
			return fmt.Errorf("cannot keep the access control list: %w", err)
		}
	}
	return nil
}

// copyAttribute copies an extended attribute of the file name to f.
func copyAttribute(f *os.File, name, attribute string) error {
	size, err := unix.Getxattr(name, attribute, nil)
	if err != nil {
		return err
	}
	value := make([]byte, size)
	if size, err = unix.Getxattr(name, attribute, value); err != nil {
		return err
	}
	return unix.Fsetxattr(int(f.Fd()), attribute, value[:size], 0)
}
