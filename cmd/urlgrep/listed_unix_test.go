//go:build unix

package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// What a directory has listed as a file may be something else when its turn has come:
// a named pipe, for which nobody is waited, a link, a directory, or nothing at all.
func TestDirectoryChanges(t *testing.T) {
	for _, test := range []struct {
		follow bool
		want   string
	}{
		{false, "http://file/\n"},
		{true, "http://elsewhere/\nhttp://file/\n"},
	} {
		dir := t.TempDir() + "/"
		elsewhere := filepath.Join(t.TempDir(), "x")
		err := os.WriteFile(elsewhere, []byte("http://elsewhere/\n"), 0o666)
		for _, name := range []string{"directory", "gone", "link", "pipe", "still"} {
			err = errors.Join(err, os.WriteFile(dir+name, []byte("http://file/\n"), 0o666))
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
		var stdout, stderr bytes.Buffer
		out := output.New(&stdout)
		s := newSearch(&config{totalOptions: totalOptions{max: 10}, fileOptions: fileOptions{recurse: true, dereference: test.follow}, placeOptions: placeOptions{noName: true}}, nil, out, output.NewMessages(out, &stderr))
		for _, e := range entries {
			s.entry(dir, e)
		}
		out.Flush()
		if want := "urlgrep: " + dir + "gone: no such file or directory\n"; stdout.String() != test.want || stderr.String() != want {
			t.Errorf("with links followed %t: got %q, %q; want %q, %q", test.follow, &stdout, &stderr, test.want, want)
		}
	}
}
