//go:build unix

package input

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestDirectoryChanges checks a file that was replaced or deleted after a directory
// listed it: by a named pipe, for which the program does not wait, a link, or a
// directory.
func TestDirectoryChanges(t *testing.T) {
	for _, test := range []struct {
		follow bool
		want   string
	}{
		{false, "file"},
		{true, "elsewhere file"},
	} {
		dir := t.TempDir() + "/"
		elsewhere := filepath.Join(t.TempDir(), "x")
		err := os.WriteFile(elsewhere, []byte("elsewhere"), 0o666)
		for _, name := range []string{"directory", "gone", "link", "pipe", "still"} {
			err = errors.Join(err, os.WriteFile(dir+name, []byte("file"), 0o666))
		}
		entries, listed := os.ReadDir(dir)
		for _, name := range []string{"directory", "gone", "link", "pipe"} {
			err = errors.Join(err, os.Remove(dir+name))
		}
		err = errors.Join(err, listed, os.Mkdir(dir+"directory", 0o777),
			os.Symlink(elsewhere, dir+"link"), syscall.Mkfifo(dir+"pipe", 0o666))
		if err != nil {
			t.Fatal(err)
		}
		w, r := record(Options{Recurse: true, Dereference: test.follow})
		for _, e := range entries {
			w.entry(&folder{path: dir}, e)
		}
		if got := strings.Join(r.texts, " "); got != test.want {
			t.Errorf("with links followed %t: read %q, want %q", test.follow, got, test.want)
		}
		if want := dir + "gone: no such file or directory"; len(r.failed) != 1 || r.failed[0] != want {
			t.Errorf("with links followed %t: failed %q, want %q", test.follow, r.failed, want)
		}
	}
}
