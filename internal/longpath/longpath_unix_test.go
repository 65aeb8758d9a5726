//go:build unix

package longpath

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// deep makes directories with that name within each other below dir, until the path is at least
// length bytes long. It returns the path of the last one.
func deep(t *testing.T, dir, name string, length int) string {
	t.Helper()
	at, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	for err == nil && len(dir) < length {
		var sub int
		if err = unix.Mkdirat(at, name, 0o777); err == nil {
			sub, err = unix.Openat(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		}
		unix.Close(at)
		at, dir = sub, dir+"/"+name
	}
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(at)
	fd, err := unix.Openat(at, "file", unix.O_WRONLY|unix.O_CREAT, 0o666)
	if err == nil {
		_, err = unix.Write(fd, []byte("text"))
		unix.Close(fd)
	}
	if err = errors.Join(err, unix.Symlinkat("file", at, "link"), unix.Mkdirat(at, "sub", 0o777)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestLong checks that the functions do the same by a long path as by a short one.
func TestLong(t *testing.T) {
	for _, name := range []string{"abcdefg", strings.Repeat("d", 100), strings.Repeat("d", 250)} {
		for _, length := range []int{100, unix.PathMax - 260, unix.PathMax - 6, unix.PathMax - 1, unix.PathMax, unix.PathMax + 1, 3*unix.PathMax + 7, Max - 300} {
			if length > unix.PathMax+1 && len(name) < 100 {
				continue // such a tree takes seconds to remove
			}
			dir := deep(t, t.TempDir(), name, length)
			path := dir + "/file"
			text, err := readAll(path)
			if text != "text" || err != nil {
				t.Errorf("%d bytes: %q, %v", len(path), text, err)
			}
			if text, err = readAll(dir + "//link"); text != "text" || err != nil {
				t.Errorf("%d bytes, link: %q, %v", len(path), text, err)
			}
			info, err := Stat(path)
			if err != nil || info.Size() != 4 || info.Name() != "file" {
				t.Errorf("%d bytes: %v, %v", len(path), info, err)
			}
			if followed, err := Stat(dir + "/link"); err != nil || !os.SameFile(info, followed) {
				t.Errorf("%d bytes, link: %v, %v", len(path), followed, err)
			}
			if info, err := Lstat(dir + "/link"); err == nil && info.Mode().Type() != fs.ModeSymlink || err != nil && openInfo != unix.O_RDONLY|unix.O_NONBLOCK {
				t.Errorf("%d bytes, link: %v, %v", len(path), info, err)
			}
			if info, err := Stat(dir + "/"); err != nil || !info.IsDir() {
				t.Errorf("%d bytes: %v, %v", len(dir), info, err)
			}
			if _, err := OpenFile(dir+"/link", os.O_RDONLY|unix.O_NOFOLLOW); !errors.Is(err, syscall.ELOOP) {
				t.Errorf("%d bytes, O_NOFOLLOW: %v", len(path), err)
			}
			for how, err := range map[string]error{"Open": second(Open(path + "s")), "Stat": second(Stat(path + "s")), "Lstat": second(Lstat(path + "s")), "ReadDir": second(ReadDir(dir + "/none"))} {
				var p *fs.PathError
				if !errors.Is(err, fs.ErrNotExist) || !errors.As(err, &p) || !strings.HasPrefix(p.Path, dir) {
					t.Errorf("%d bytes, %s: %.100v", len(path), how, err)
				}
			}
			if _, err := Open(path + "/x"); !errors.Is(err, syscall.ENOTDIR) {
				t.Errorf("%d bytes, file as a directory: %.100v", len(path), err)
			}
			entries, err := ReadDir(dir)
			got := ""
			for _, e := range entries {
				info, failed := Info(dir+"/"+e.Name(), e)
				if failed == nil && (info.Mode().Type() != e.Type() || e.IsDir() != info.IsDir()) {
					t.Errorf("%s: %v, %v", e.Name(), e.Type(), info.Mode())
				}
				err = errors.Join(err, failed)
				got += " " + e.Name()
			}
			if got != " file link sub" || err != nil && openInfo != unix.O_RDONLY|unix.O_NONBLOCK {
				t.Errorf("%d bytes: %s, %.100v", len(dir), got, err)
			}
		}
	}
}

// TestTooLong checks that longer paths and names have the error of package os, and that no file
// stays open.
func TestTooLong(t *testing.T) {
	dir := deep(t, t.TempDir(), strings.Repeat("d", 250), Max+100)
	for _, path := range []string{dir, filepath.Dir(dir)[:Max/2] + strings.Repeat("n", 300), strings.Repeat("n", unix.PathMax+1), "/" + strings.Repeat("n", unix.PathMax+1)} {
		for range 300 { // more than the files that may be open
			if _, err := Open(path); !errors.Is(err, syscall.ENAMETOOLONG) {
				t.Fatalf("%d bytes: %.100v", len(path), err)
			}
		}
	}
	fd, err := unix.Open(os.DevNull, unix.O_RDONLY, 0)
	if err != nil || fd > 200 {
		t.Errorf("the next file is %d: %v", fd, err)
	}
	unix.Close(fd)
}

func readAll(name string) (string, error) {
	f, err := Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	if f.Name() != name {
		return f.Name(), nil
	}
	var b [10]byte
	n, err := f.Read(b[:])
	return string(b[:n]), err
}

// second returns the error of two results.
func second[T any](_ T, err error) error { return err }
