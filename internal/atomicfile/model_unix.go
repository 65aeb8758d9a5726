//go:build unix

package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// A model is the file whose attributes a File gets. It is open, so that its attributes are still
// known after the rename, when it may have no name. The zero model is no file.
type model struct {
	file *os.File
	info fs.FileInfo // identifies the file
}

// open opens the file at path if it is a regular file. Other files are no model.
func (m *model) open(path string) error {
	if info, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular() {
		return nil
	} else if err != nil {
		return err
	}
	const flags = syscall.O_NOFOLLOW | syscall.O_NONBLOCK // it may be replaced by a link or a pipe meanwhile
	f, err := os.OpenFile(path, os.O_RDONLY|flags, 0)
	if errors.Is(err, fs.ErrPermission) {
		f, err = os.OpenFile(path, os.O_WRONLY|flags, 0)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ELOOP) {
		return nil
	} else if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		f.Close()
		return err
	}
	m.file, m.info = f, info
	return nil
}

func (m *model) exists() bool { return m.file != nil }

func (m *model) close() {
	if m.file != nil {
		m.file.Close()
	}
}

// refresh opens the file at path if it is not the model. If no file is at path, the model stays.
func (m *model) refresh(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	if m.file != nil && os.SameFile(info, m.info) {
		return nil
	}
	m.close()
	*m = model{}
	return m.open(path)
}

// setAttributes gives the File the attributes that its model has now.
func (f *File) setAttributes() error {
	if err := f.model.refresh(f.options.Like); err != nil || !f.model.exists() {
		return err
	}
	a, err := attributesOf(f.model.file)
	if err != nil {
		return err
	}
	if err := f.copy(a); err != nil {
		return err
	}
	if f.options.KeepTime {
		return os.Chtimes(f.file.Name(), a.time, a.time)
	}
	return nil
}

// copy gives the File attributes of the model.
func (f *File) copy(a *attributes) (err error) {
	if err := a.set(f.file); err != nil {
		return err
	}
	f.copied = a
	f.left, err = attributesOf(f.file)
	return err
}

// updateAttributes gives the File the attributes that its model has got since they were copied.
// After the rename these are attributes that the target got before it. Those that the File itself
// has got since then have precedence.
func (f *File) updateAttributes() error {
	if !f.model.exists() {
		return nil
	}
	a, err := attributesOf(f.model.file)
	if err != nil || a.equal(f.copied) {
		return err
	}
	if now, err := attributesOf(f.file); err != nil || !now.equal(f.left) {
		return err
	}
	if err := f.copy(a); err != nil {
		return err
	}
	return f.file.Sync()
}

// release prepares for the rename. The File stays open for updateAttributes.
func (f *File) release() error { return nil }

func attributesOf(f *os.File) (*attributes, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	a := &attributes{mode: info.Mode() & modeBits, uid: -1, gid: -1, time: info.ModTime()}
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		a.uid, a.gid = int(s.Uid), int(s.Gid)
	}
	a.extended, err = extendedAttributes(f)
	return a, err
}

// set gives a file the attributes. At no time has a user more rights than before or afterwards.
func (a *attributes) set(f *os.File) error {
	mode, sameGroup := a.setOwner(f)
	if !sameGroup && !a.hasACL() { // of a list, these are the rights of the mask
		const group, other = 0o070, 0o007
		mode = mode&^group | mode&group&(mode&other<<3)
	}
	if err := a.setExtended(f, mode, sameGroup); err != nil {
		return err
	}
	return f.Chmod(mode)
}

// setOwner gives a file the owner and the group, as far as the user may. It returns the mode to
// set: without set-user-ID and set-group-ID if the owner or the group is another one. If the group
// is another one, it must have no more rights than all users.
func (a *attributes) setOwner(f *os.File) (mode fs.FileMode, sameGroup bool) {
	if f.Chown(a.uid, a.gid) == nil {
		return a.mode, true
	}
	mode = a.mode &^ fs.ModeSetuid
	if f.Chown(-1, a.gid) == nil {
		return mode, true
	}
	return mode &^ fs.ModeSetgid, false
}
