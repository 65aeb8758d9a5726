//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestLongPaths checks that the files in trees that are deeper than the longest path of the system
// are found by each way to walk: a few levels with long names, and many with
// short ones. With -short only the former, and so many that their path is too long.
func TestLongPaths(t *testing.T) {
	type deep struct {
		name   string
		levels int
	}
	trees := []deep{{strings.Repeat("d", 250), 60}, {"x", 2200}}
	switch effort.Get() {
	case effort.Short:
		trees = []deep{{strings.Repeat("d", 250), 20}}
	case effort.Long:
		trees[1].levels = 7500
	}
	for _, tree := range trees {
		base := command(t)
		dir, err := unix.Open(base.Dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
		if err != nil {
			t.Fatal(err)
		}
		put := func(name, text string) {
			t.Helper()
			fd, err := unix.Openat(dir, name, unix.O_WRONLY|unix.O_CREAT, 0o666)
			if err == nil {
				_, err = unix.Write(fd, []byte(text))
				unix.Close(fd)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		enter := func(name string) {
			t.Helper()
			err := unix.Mkdirat(dir, name, 0o777)
			sub, failed := unix.Openat(dir, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
			if err != nil || failed != nil {
				t.Fatal(err, failed)
			}
			unix.Close(dir)
			dir = sub
		}
		var want []string
		path := "top"
		enter(path)
		put(".ignore", "ignored\n")
		for i := range tree.levels {
			enter(tree.name)
			path += "/" + tree.name
			if i%(tree.levels/5) == 0 {
				put("file", "http://a.example/")
				put("ignored", "http://ignored.example/")
				want = append(want, path+"/file")
			}
		}
		put(".ignore", "more\n")
		put("more", "http://ignored.example/")
		enter("cur")
		put("1:2,S", "Subject: x\n\nhttp://mail.example/\n")
		mail := path + "/cur/1:2,S"
		want = append(want, mail)
		unix.Close(dir)
		slices.Sort(want)
		list := strings.Join(want, "\n")
		write(t, filepath.Join(base.Dir, "list"), list)
		for _, c := range []struct {
			args []string
			want string
		}{
			{[]string{"-rl", "--skip=ignored", "top"}, list},
			{[]string{"-rl", "-j1", "-g", "!ignored", "-g", "!more", "top"}, list},
			{[]string{"-rl", "-j4", "-g", "!ignored", "-g", "!more", "top"}, list},
			{[]string{"-Rl", "-g", "!ignored", "-g", "!more", "top"}, list},
			{[]string{"-rl", "-t", "mail", "top"}, mail},
			{[]string{"-rl", "--hyphen=evidence", "--skip=ignored", "top"}, list},
			{[]string{"-l", "--files-from=list"}, list},
			{[]string{"-l", mail, "list"}, mail},
		} {
			cmd := exec.Command(base.Path, c.args...)
			cmd.Dir = base.Dir
			var stderr bytes.Buffer
			cmd.Stderr = &stderr
			out, err := cmd.Output()
			got := strings.Split(strings.TrimSpace(string(out)), "\n")
			slices.Sort(got)
			if err != nil || stderr.Len() > 0 || strings.Join(got, "\n") != c.want {
				t.Errorf("%.200q: %d files, want %d; %v, %.300s", c.args, len(got), 1+strings.Count(c.want, "\n"), err, &stderr)
			}
		}
		var parts []byte
		for i := range 3 {
			cmd := exec.Command(base.Path, "-rl", fmt.Sprintf("--part=%d/3", i+1), "-g", "!ignored", "-g", "!more", "top")
			cmd.Dir = base.Dir
			out, _ := cmd.Output() // a part may have no file
			parts = append(parts, out...)
		}
		got := strings.Split(strings.TrimSpace(string(parts)), "\n")
		slices.Sort(got)
		if strings.Join(got, "\n") != list {
			t.Errorf("--part: %d files, want %d", len(got), len(want))
		}
		if _, err := os.Stat(filepath.Join(base.Dir, "top")); err != nil {
			t.Error(err)
		}
	}
}
