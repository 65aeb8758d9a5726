package edit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// then is the time of the files before they are edited.
var then = time.Date(1994, 12, 1, 12, 0, 0, 5000, time.UTC)

// create creates a file.
func create(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.WriteFile(name, []byte(text), 0o640), os.Chtimes(name, then, then)); err != nil {
		t.Fatal(err)
	}
}

// editFile replaces the first "old" in a file by "new". It calls during, if not nil, after that.
func editFile(t *testing.T, e *Editor, name string, complete bool, during func()) error {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(text), "old")
	r := &replacer{editor: e, note: func(string) {}}
	err = r.begin(&sink.Original{Name: name, Info: info, File: f})
	if err == nil {
		err = r.copy([]byte(before))
	}
	if err == nil && found {
		err = r.replace([]byte("old"), []byte("new"))
	}
	if during != nil {
		during()
	}
	if err == nil {
		err = r.copy([]byte(after))
	}
	f.Close()
	return errors.Join(err, r.end(complete && err == nil))
}

// wantFiles checks the files in a directory, and their text.
func wantFiles(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if text, err := os.ReadFile(filepath.Join(dir, e.Name())); err != nil || string(text) != want[e.Name()] {
			t.Errorf("%s has %.100q, %v, want %.100q", e.Name(), text, err, want[e.Name()])
		}
	}
	if len(entries) != len(want) {
		t.Errorf("%d files, want %d", len(entries), len(want))
	}
}

func TestReplacer(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	create(t, name, "an old text")
	if err := editFile(t, New(Settings{}), name, true, nil); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "an new text"})
	info, err := os.Stat(name)
	if err != nil || !info.ModTime().Equal(then) {
		t.Errorf("the time is %v, %v", info.ModTime(), err)
	}
	if os.PathSeparator == '/' && info.Mode() != 0o640 {
		t.Errorf("the mode is %v", info.Mode())
	}
}

// TestReplacerUntouched checks that a file without edits stays, and that one whose text was not
// complete stays, without a temporary file.
func TestReplacerUntouched(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	for _, text := range []string{"", "nothing", "an old text"} {
		create(t, name, text)
		before, _ := os.Stat(name)
		if err := editFile(t, New(Settings{Backup: ".bak"}), name, !strings.Contains(text, "old"), nil); err != nil {
			t.Error(err)
		}
		if after, _ := os.Stat(name); !os.SameFile(before, after) {
			t.Errorf("%q was replaced", text)
		}
		wantFiles(t, dir, map[string]string{"f": text})
	}
}

var errFull = errors.New("no space left")

// failAt makes the nth call of a step in the replacement of a file fail with err, until the test
// ends or failAt is called again. The last element of its path is target.
func failAt(t *testing.T, step, target string, n int, err error) {
	atomicfile.Hook = func(s, to string) error {
		if s == step && filepath.Base(to) == target {
			if n--; n == 0 {
				return err
			}
		}
		return nil
	}
	t.Cleanup(func() { atomicfile.Hook = nil })
}

// TestOldBackup checks that an old backup stays if the new one cannot replace it, and is replaced
// otherwise, also if it is the file itself by another name.
func TestOldBackup(t *testing.T) {
	for _, fails := range []bool{true, false} {
		name := filepath.Join(t.TempDir(), "f")
		create(t, name, "old")
		create(t, name+".bak", "older")
		want := "old"
		atomicfile.Hook = nil
		if fails {
			want = "older"
			t.Cleanup(func() { atomicfile.Hook = nil })
			atomicfile.Hook = func(step, _ string) error {
				if step == "rename" {
					return errFull
				}
				return nil
			}
		}
		_, err := keep(name, name+".bak")
		if got, _ := os.ReadFile(name + ".bak"); string(got) != want || (err != nil) != fails {
			t.Errorf("the backup is %q, error %v", got, err)
		}
		if _, err := keep(name, name+".bak"); !fails && err != nil {
			t.Error(err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(name), ".urlgrep-*")); left != nil {
			t.Errorf("%q is left", left)
		}
	}
}

// TestFailedRename checks that an old backup is replaced and stays if the file then cannot be, and
// that a new one is removed.
func TestFailedRename(t *testing.T) {
	for _, hasOld := range []bool{true, false} {
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		create(t, name, "old")
		want := map[string]string{"f": "old"}
		if hasOld {
			create(t, name+".bak", "older")
			want["f.bak"] = "old"
		}
		failAt(t, "rename", "f", 1, errFull)
		if err := editFile(t, New(Settings{Backup: ".bak"}), name, true, nil); err == nil {
			t.Error("no error")
		}
		wantFiles(t, dir, want)
	}
}

// TestReplacerFaults checks that a file stays, without a temporary file and without a backup, if
// it cannot be replaced or must not be.
func TestReplacerFaults(t *testing.T) {
	long := strings.Repeat("long ", 100_000) + "old" + strings.Repeat(" long", 100_000)
	fail := func(step, target string, n int, err error) func(*Editor, string) func() {
		return func(*Editor, string) func() {
			failAt(t, step, target, n, err)
			return nil
		}
	}
	during := func(do func(e *Editor, name string)) func(*Editor, string) func() {
		return func(e *Editor, name string) func() { return func() { do(e, name) } }
	}
	for what, c := range map[string]struct {
		set  func(e *Editor, name string) (during func())
		want string
		text string // of the file then; "": as before
	}{
		"full at once": {fail("write", "f", 1, errFull), "not edited: write error: no space left", ""},
		"full later":   {fail("write", "f", 5, errFull), "not edited: write error: no space left", ""},
		"full at end":  {fail("sync", "f", 1, errFull), "not edited: write error: no space left", ""},
		"rename": {fail("rename", "f", 1, &os.LinkError{Err: errFull}),
			"not edited: the temporary file cannot be renamed: no space left", ""},
		"backup": {func(*Editor, string) func() {
			atomicfile.Hook = func(_, target string) error {
				if filepath.Base(target) == "f.bak" {
					return errFull
				}
				return nil
			}
			return nil
		}, "cannot keep the backup", ""},
		"attribute":     {fail("attributes again", "f", 1, errFull), "not edited: write error: no space left", ""},
		"longer":        {during(func(_ *Editor, name string) { create(t, name, "another text") }), errChanged.Error(), "another text"},
		"touched":       {during(func(_ *Editor, name string) { os.Chtimes(name, then, then.Add(time.Second)) }), errChanged.Error(), ""},
		"removed":       {during(func(_ *Editor, name string) { os.Rename(name, name+"2") }), errChanged.Error(), "-"},
		"replaced":      {during(func(_ *Editor, name string) { os.Rename(name, name+"2"); create(t, name, long) }), errChanged.Error(), "-"},
		"ended":         {fail("rename", "f", 1, atomicfile.ErrClosed), "not edited", ""},
		"backup itself": {func(e *Editor, _ string) func() { e.settings.Backup = "./*"; return nil }, "the backup would be the file itself", ""},
		"no directory":  {func(e *Editor, name string) func() { e.settings.Backup = "missing/*"; return nil }, "cannot keep the backup", ""},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "f")
		create(t, name, long)
		e := New(Settings{Backup: ".bak"})
		atomicfile.Hook = nil
		if what == "backup itself" || what == "no directory" {
			t.Chdir(dir)
			name = "f"
		}
		err := editFile(t, e, name, true, c.set(e, name))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", what, err)
		}
		switch c.text {
		case "-":
			if left, _ := filepath.Glob(filepath.Join(dir, ".urlgrep-*")); left != nil {
				t.Errorf("%s: %q is left", what, left)
			}
		case "":
			wantFiles(t, dir, map[string]string{"f": long})
		default:
			wantFiles(t, dir, map[string]string{"f": c.text})
		}
	}
}

// TestReplacerMode checks that a file has the mode that it got while it was edited, and that its
// backup is the file that was edited.
func TestReplacerMode(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the system has no modes")
	}
	for _, mode := range []fs.FileMode{0o600, 0o666} {
		name := filepath.Join(t.TempDir(), "f")
		create(t, name, "old")
		if err := editFile(t, New(Settings{Backup: "~"}), name, true, func() { os.Chmod(name, mode) }); err != nil {
			t.Fatal(err)
		}
		wantFiles(t, filepath.Dir(name), map[string]string{"f": "new", "f~": "old"})
		for _, n := range []string{name, name + "~"} {
			if info, err := os.Stat(n); err != nil || info.Mode() != mode {
				t.Errorf("%s has the mode %v, %v, want %v", n, info.Mode(), err, mode)
			}
		}
	}
}

// TestReplacerPermissions checks files and directories that the user may not write.
func TestReplacerPermissions(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	create(t, name, "old")
	if err := os.Chmod(name, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := editFile(t, New(Settings{}), name, true, nil); err == nil || err.Error() != "not edited: the file is read-only" {
		t.Error(err)
	}
	if err := errors.Join(os.Chmod(name, 0o644), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if f, err := os.CreateTemp(dir, "x"); err == nil {
		f.Close()
		os.Remove(f.Name())
		t.Skip("this user may write any directory")
	}
	if err := editFile(t, New(Settings{}), name, true, nil); err == nil || !strings.HasPrefix(err.Error(), "not edited: no temporary file in its directory: ") {
		t.Error(err)
	}
	wantFiles(t, dir, map[string]string{"f": "old"})
}

// TestReplacerLinks checks that a symbolic link and the other hard links of its target stay.
func TestReplacerLinks(t *testing.T) {
	dir := t.TempDir()
	name, link, hard := filepath.Join(dir, "f"), filepath.Join(dir, "link"), filepath.Join(dir, "hard")
	create(t, name, "old")
	if err := errors.Join(os.Symlink("f", link), os.Link(name, hard)); err != nil {
		t.Skip(err)
	}
	if err := editFile(t, New(Settings{Backup: "~"}), link, true, nil); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "new", "link": "new", "hard": "old", "f~": "old"})
	if to, err := os.Readlink(link); to != "f" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
}

// TestSuffix checks the names of backups, which are those of sed 4.9.
func TestSuffix(t *testing.T) {
	for _, c := range []struct {
		suffix     Suffix
		name, want string
	}{
		{".bak", "f", "f.bak"}, {".bak", "dir/f", "dir/f.bak"}, {"old-*", "dir/f", "dir/old-f"},
		{"*.a.*", "dir/f", "dir/f.a.f"}, {"bak/*.orig", "f", "bak/f.orig"}, {"bak/*.orig", "dir/f", "bak/dir/f.orig"},
		{"bak/", "f", "fbak/"}, {"bak/*", "../f", ""}, {"bak/*", "a/../../f", ""}, {"./*", "f", ""}, {".bak", "../f", "../f.bak"},
	} {
		got, err := c.suffix.of(filepath.FromSlash(c.name))
		if filepath.ToSlash(got) != c.want || err == nil != (c.want != "") {
			t.Errorf("%s of %s: %q, %v, want %q", c.suffix, c.name, got, err, c.want)
		}
	}
}

// TestBackupReplaced checks that a backup replaces an older one, and is a copy if the file
// system has no hard links.
func TestBackupReplaced(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f")
	create(t, name, "old")
	create(t, name+".bak", "older")
	if err := editFile(t, New(Settings{Backup: ".bak"}), name, true, nil); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "new", "f.bak": "old"})
	if err := copyFile(name, name+".bak"); err != nil {
		t.Fatal(err)
	}
	wantFiles(t, dir, map[string]string{"f": "new", "f.bak": "new"})
	if info, err := os.Stat(name + ".bak"); err != nil || !info.ModTime().Equal(then) {
		t.Errorf("the time of the copy is %v, %v", info.ModTime(), err)
	}
}
