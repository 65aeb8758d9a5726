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

// What a directory has listed as a file may be something else when its turn has come:
// a named pipe, for which nobody is waited, a link, a directory, or nothing at all.
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
			w.entry(dir, e)
		}
		if got := strings.Join(r.texts, " "); got != test.want {
			t.Errorf("with links followed %t: read %q, want %q", test.follow, got, test.want)
		}
		if want := dir + "gone: no such file or directory"; len(r.failed) != 1 || r.failed[0] != want {
			t.Errorf("with links followed %t: failed %q, want %q", test.follow, r.failed, want)
		}
	}
}
