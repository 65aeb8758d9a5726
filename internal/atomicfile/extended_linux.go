package atomicfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// accessControl is the extended attribute with the access control list of a file.
const accessControl = "system.posix_acl_access"

// isComputed reports whether the kernel computes an extended attribute from the text.
func isComputed(name string) bool { return name == "security.ima" || name == "security.evm" }

// extendedAttributes returns the extended attributes of a file. Those that the user may not read
// are omitted, except for the access control list.
func extendedAttributes(f *os.File) (map[string]string, error) {
	all := make(map[string]string)
	list, err := sized(func(b []byte) (int, error) { return unix.Flistxattr(int(f.Fd()), b) })
	if err != nil && !isMissing(err) {
		return nil, &fs.PathError{Op: "listxattr", Path: f.Name(), Err: err}
	}
	// Some file systems do not list the access control list.
	names := append(bytes.Split(list, []byte{0}), []byte(accessControl))
	for _, n := range names {
		name := string(n)
		if name == "" || isComputed(name) {
			continue
		}
		value, err := sized(func(b []byte) (int, error) { return unix.Fgetxattr(int(f.Fd()), name, b) })
		if err == nil {
			all[name] = string(value)
		} else if name == accessControl && !isMissing(err) {
			return nil, fmt.Errorf("cannot keep the access control list: %w", err)
		}
	}
	return all, nil
}

// isMissing reports whether an error says that a file or its file system has no such attribute.
func isMissing(err error) bool {
	return errors.Is(err, unix.ENODATA) || errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS)
}

// sized calls get with a buffer that is large enough.
func sized(get func([]byte) (int, error)) ([]byte, error) {
	for {
		n, err := get(nil)
		if err != nil || n == 0 {
			return nil, err
		}
		b := make([]byte, n)
		n, err = get(b)
		if err == unix.ERANGE { // it has grown
			continue
		}
		return b[:max(n, 0)], err
	}
}

func (a *attributes) hasACL() bool { return a.extended[accessControl] != "" }

// setExtended gives a file the extended attributes. It removes an access control list that the
// file has from its directory. The mode is that which the caller sets afterwards.
func (a *attributes) setExtended(f *os.File, mode fs.FileMode, sameGroup bool) error {
	for name, value := range a.extended {
		if name != accessControl {
			unix.Fsetxattr(int(f.Fd()), name, []byte(value), 0) // the user may not set all of them
		}
	}
	if !a.hasACL() {
		return removeACL(f, mode)
	}
	list := []byte(a.extended[accessControl])
	if !sameGroup {
		limitGroup(list)
	}
	if err := unix.Fsetxattr(int(f.Fd()), accessControl, list, 0); err != nil {
		return fmt.Errorf("cannot keep the access control list: %w", err)
	}
	return nil
}

// removeACL removes the access control list of a file that gets a mode afterwards. Before that, it
// takes the rights that the mode does not give: without the list, the group has those of its mask.
func removeACL(f *os.File, mode fs.FileMode) error {
	if _, err := unix.Fgetxattr(int(f.Fd()), accessControl, nil); err != nil {
		return nil // it has none
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := f.Chmod(info.Mode() & mode & fs.ModePerm); err != nil {
		return err
	}
	if err := unix.Fremovexattr(int(f.Fd()), accessControl); err != nil && !isMissing(err) {
		return fmt.Errorf("cannot remove the access control list of the directory: %w", err)
	}
	return nil
}

// An access control list is a version of 4 bytes and entries of 8 bytes: a tag and the rights, of
// 2 bytes each, and an ID. See acl(5) and linux/posix_acl_xattr.h.
const (
	aclHeader = 4
	aclEntry  = 8
	aclGroup  = 0x04 // tag of the group of the file
	aclOther  = 0x20 // tag of all other users
)

// limitGroup gives the group of the file no more rights than all other users have.
func limitGroup(list []byte) {
	var group []byte
	rights := uint16(0)
	for i := aclHeader; i+aclEntry <= len(list); i += aclEntry {
		switch e := list[i : i+aclEntry]; binary.LittleEndian.Uint16(e) {
		case aclGroup:
			group = e[2:4]
		case aclOther:
			rights = binary.LittleEndian.Uint16(e[2:])
		}
	}
	if group != nil {
		binary.LittleEndian.PutUint16(group, binary.LittleEndian.Uint16(group)&rights)
	}
}
