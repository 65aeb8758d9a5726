package atomicfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"golang.org/x/sys/unix"
)

// An aclRight is an entry of an access control list.
type aclRight struct {
	tag, rights uint16
	id          uint32
}

const (
	aclOwner = 0x01
	aclUser  = 0x02
	aclMask  = 0x10
	noID     = 1<<32 - 1
)

// acl returns an access control list that gives another user, the group and its mask rights.
func acl(user, group, mask uint16) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range []aclRight{{aclOwner, 6, noID}, {aclUser, user, 12345}, {aclGroup, group, noID}, {aclMask, mask, noID}, {aclOther, 0, noID}} {
		b = binary.LittleEndian.AppendUint16(b, e.tag)
		b = binary.LittleEndian.AppendUint16(b, e.rights)
		b = binary.LittleEndian.AppendUint32(b, e.id)
	}
	return b
}

// setACL sets an access control list, or skips the test if the file system has none.
func setACL(t *testing.T, name, attribute string, list []byte) {
	t.Helper()
	if err := unix.Setxattr(name, attribute, list, 0); errors.Is(err, unix.ENOTSUP) {
		t.Skipf("the file system of %s has no access control lists", name)
	} else if err != nil {
		t.Fatal(err)
	}
}

// state returns the attributes of a file as text.
func state(t *testing.T, name string) string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a, err := attributesOf(f)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%v %d:%d %q", a.mode, a.uid, a.gid, a.extended)
}

// temporaryIn returns the temporary file in a directory, or "".
func temporaryIn(dir string) string {
	names, _ := filepath.Glob(filepath.Join(dir, prefix+"*"))
	return strings.Join(names, " ")
}

// changes are changes of the attributes of a file, as other programs make them.
var changes = map[string]func(name string) error{
	"chmod 600":  func(name string) error { return os.Chmod(name, 0o600) },
	"chmod 666":  func(name string) error { return os.Chmod(name, 0o666) },
	"chmod 4750": func(name string) error { return os.Chmod(name, 0o750|fs.ModeSetuid) },
	"setfacl":    func(name string) error { return unix.Setxattr(name, accessControl, acl(4, 4, 6), 0) },
	"setfattr":   func(name string) error { return unix.Setxattr(name, "user.note", []byte("x"), 0) },
	"chown": func(name string) error {
		if os.Getuid() != 0 {
			return nil
		}
		return os.Chown(name, 12345, 12346)
	},
}

// TestChangeAtEachStep checks that a change of the attributes of the target, at any step, is one of
// the new file: with an access control list before and without one.
func TestChangeAtEachStep(t *testing.T) {
	for _, s := range []scenario{scenarios[0], scenarios[2]} {
		list := s.steps(t)
		for n, step := range list {
			if isMiddleWrite(list, n) {
				continue
			}
			for what, change := range changes {
				if effort.Get() == effort.Short && what != "chmod 600" && what != "setfacl" {
					continue
				}
				for _, listed := range []bool{false, true} {
					dir, other := s.prepare(t), s.prepare(t) // other gets the change alone
					for _, d := range []string{dir, other} {
						if listed {
							setACL(t, target(d), accessControl, acl(6, 0, 6))
						}
					}
					calls := 0
					Hook = func(string, string) (err error) {
						if calls++; calls == n+1 {
							err = change(target(dir))
						}
						return err
					}
					err := s.run(dir)
					Hook = nil
					if err := errors.Join(err, change(target(other))); err != nil {
						if errors.Is(err, unix.ENOTSUP) {
							t.Skip("the file system has no extended attributes")
						}
						t.Fatal(err)
					}
					if got, want := state(t, target(dir)), state(t, target(other)); got != want {
						t.Errorf("%s: %s before step %d, %s, listed %v: the file has %s, want %s", s.name, what, n, step, listed, got, want)
					}
					s.check(t, dir, true, false)
				}
			}
		}
	}
}

// TestChangeOfOpenFile checks that a change between the rename and the step after it counts, if it
// is one of the old file, which another program has opened, and that the new file's own has
// precedence.
func TestChangeOfOpenFile(t *testing.T) {
	s := scenarios[0]
	for _, own := range []bool{false, true} {
		dir := s.prepare(t)
		old, err := os.Open(target(dir))
		if err != nil {
			t.Fatal(err)
		}
		defer old.Close()
		want := fs.FileMode(0o600)
		Hook = func(step, _ string) error {
			if step != "late attributes" {
				return nil
			}
			if own {
				want = 0o644
				return errors.Join(os.Chmod(target(dir), want), old.Chmod(0o600))
			}
			return old.Chmod(want)
		}
		err = s.run(dir)
		Hook = nil
		if info, _ := os.Stat(target(dir)); err != nil || info.Mode() != want {
			t.Errorf("own %v: the mode is %v, %v, want %v", own, info.Mode(), err, want)
		}
	}
}

// TestChangeBeforeRename checks that a change while the attributes are written to the disk has an
// effect before the file has its name.
func TestChangeBeforeRename(t *testing.T) {
	s := scenarios[0]
	dir := s.prepare(t)
	Hook = func(step, _ string) error {
		switch step {
		case "check":
			return os.Chmod(target(dir), 0o600)
		case "late attributes":
			if info, err := os.Stat(target(dir)); err != nil || info.Mode() != 0o600 {
				t.Errorf("after the rename the mode is %v, %v", info.Mode(), err)
			}
		}
		return nil
	}
	defer func() { Hook = nil }()
	if err := s.run(dir); err != nil {
		t.Error(err)
	}
}

// TestDefaultACL checks that a replaced file has no access control list that it had not before, and
// that before the rename the temporary file has no more rights than the old file; and that a new
// file has the list of its directory.
func TestDefaultACL(t *testing.T) {
	for _, s := range scenarios[:3] {
		for _, mode := range []fs.FileMode{0o600, 0o640, 0o664, 0o604} {
			dir := s.prepare(t)
			setACL(t, dir, "system.posix_acl_default", acl(7, 7, 7))
			var before string
			if s.old != "" {
				if err := os.Chmod(target(dir), mode); err != nil {
					t.Fatal(err)
				}
				before = state(t, target(dir))
			} else {
				other := filepath.Join(dir, "source2")
				if err := os.WriteFile(other, nil, 0o666); err != nil {
					t.Fatal(err)
				}
				before = state(t, other)
				os.Remove(other)
			}
			Hook = func(step, _ string) error {
				name := temporaryIn(dir)
				if info, err := os.Stat(name); name != "" && s.name == "replace" && (err != nil || info.Mode()&^mode != 0) {
					t.Errorf("%s: the temporary file of a file with %v has %v, %v", step, mode, info.Mode(), err)
				}
				return nil
			}
			err := s.run(dir)
			Hook = nil
			if got := state(t, target(dir)); err != nil || got != before {
				t.Errorf("%s: the file has %s, %v, want %s", s.name, got, err, before)
			}
		}
	}
}

// TestOwner checks that the owner, the group, and the special bits of the mode stay, also in a
// directory with the set-group-ID bit.
func TestOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may change the owner")
	}
	for _, mode := range []fs.FileMode{0o640, 0o755 | fs.ModeSetuid, 0o755 | fs.ModeSetgid} {
		s := scenarios[0]
		dir := s.prepare(t)
		if err := errors.Join(os.Chown(dir, 0, 777), os.Chmod(dir, 0o755|fs.ModeSetgid),
			os.Chown(target(dir), 12345, 12346), os.Chmod(target(dir), mode)); err != nil {
			t.Fatal(err)
		}
		before := state(t, target(dir))
		if err := s.run(dir); err != nil {
			t.Fatal(err)
		}
		if got := state(t, target(dir)); got != before {
			t.Errorf("the file has %s, want %s", got, before)
		}
	}
}

// TestOtherGroup checks that the group of a file has no more rights than all users if the user may
// not keep the group.
func TestOtherGroup(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give files to another user")
	}
	a := &attributes{mode: 0o664 | fs.ModeSetuid | fs.ModeSetgid, uid: 0, gid: 0}
	listed := &attributes{mode: 0o660, uid: 0, gid: 0, extended: map[string]string{accessControl: string(acl(6, 6, 6))}}
	for _, c := range []struct {
		a    *attributes
		mode fs.FileMode
		acl  []byte
	}{{a, 0o644, nil}, {listed, 0o660, acl(6, 0, 6)}} {
		dir := t.TempDir()
		if err := os.Chown(dir, 12345, 12345); err != nil {
			t.Fatal(err)
		}
		f, err := os.OpenFile(target(dir), os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if c.acl != nil {
			setACL(t, target(dir), accessControl, c.acl)
		}
		if err := f.Chown(12345, 12345); err != nil {
			t.Fatal(err)
		}
		err = asUser(12345, func() error { return c.a.set(f) })
		got, _ := attributesOf(f)
		if err != nil || got.mode != c.mode || got.uid != 12345 || got.extended[accessControl] != string(c.acl) {
			t.Errorf("the file has %+v, %v, want %v, %q", got, err, c.mode, c.acl)
		}
	}
}

// asUser calls do in a thread whose rights for files are those of a user.
func asUser(id int, do func() error) error {
	result := make(chan error)
	go func() {
		result <- func() error {
			runtime.LockOSThread() // and not unlocked: the thread ends with the goroutine
			if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESGID, ^uintptr(0), uintptr(id), ^uintptr(0)); errno != 0 {
				return errno
			}
			if _, _, errno := syscall.RawSyscall(syscall.SYS_SETGROUPS, 0, 0, 0); errno != 0 {
				return errno
			}
			if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, ^uintptr(0), uintptr(id), ^uintptr(0)); errno != 0 {
				return errno
			}
			return do()
		}()
	}()
	return <-result
}

// TestLimitGroup checks lists that are cut off.
func TestLimitGroup(t *testing.T) {
	whole := acl(7, 5, 7)
	for n := range len(whole) {
		limitGroup(slices.Clone(whole[:n]))
	}
	if limitGroup(whole); !slices.Equal(whole, acl(7, 0, 7)) {
		t.Errorf("%x", whole)
	}
}
