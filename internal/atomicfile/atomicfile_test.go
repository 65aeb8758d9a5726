package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The texts of a target. The new one takes several writes.
var (
	oldText = strings.Repeat("old ", 10_000)
	newText = strings.Repeat("newer ", 40_000)
)

// A scenario is a way to replace the file "target" in a directory.
type scenario struct {
	name string
	old  string // text of the target before; "" if it does not exist
	run  func(dir string) error
}

func target(dir string) string { return filepath.Join(dir, "target") }

func writeNew(w io.Writer) error {
	_, err := io.WriteString(w, newText)
	return err
}

var scenarios = []scenario{
	{"replace", oldText, func(dir string) error { return Write(target(dir), Options{KeepTime: true}, writeNew) }},
	{"create", "", func(dir string) error { return Write(target(dir), Options{}, writeNew) }},
	{"named at the end", oldText, func(dir string) error {
		f, err := CreateIn(dir)
		if err != nil {
			return err
		}
		defer f.Discard()
		if err := writeNew(f); err != nil {
			return err
		}
		return f.CommitAs("target")
	}},
	{"link", oldText, func(dir string) error { return Link(filepath.Join(dir, "source"), target(dir)) }},
}

// prepare creates the files of a scenario in a new directory.
func (s *scenario) prepare(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	files := map[string]string{"source": newText}
	if s.old != "" {
		files["target"] = s.old
	}
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(name, []byte(text), 0o600), os.Chmod(name, 0o640)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// check checks the target and that no other file is left. If killed, one temporary file may be.
func (s *scenario) check(t *testing.T, dir string, replaced, killed bool) {
	t.Helper()
	want := s.old
	if replaced {
		want = newText
	}
	got, err := os.ReadFile(target(dir))
	if want == "" && !errors.Is(err, os.ErrNotExist) || want != "" && (err != nil || string(got) != want) {
		t.Errorf("the target has %d bytes, beginning with %.10q, %v; want %.10q", len(got), got, err, want)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "source" || e.Name() == "target" {
			continue
		}
		info, err := e.Info()
		if !killed || !strings.HasPrefix(e.Name(), prefix) || err != nil {
			t.Errorf("%s is left, %v", e.Name(), err)
		} else if s.name == "replace" && os.PathSeparator == '/' && info.Mode()&^0o640 != 0 {
			t.Errorf("the temporary file has the mode %v", info.Mode())
		}
	}
}

// steps returns the steps of a scenario, in order.
func (s *scenario) steps(t *testing.T) (list []string) {
	t.Helper()
	dir := s.prepare(t)
	Hook = func(step, to string) error {
		list = append(list, step)
		return nil
	}
	defer func() { Hook = nil }()
	if err := s.run(dir); err != nil {
		t.Fatal(err)
	}
	s.check(t, dir, true, false)
	return list
}

// isMiddleWrite reports whether step n of a list is a write between two others. Tests that take
// long for a step pass over it.
func isMiddleWrite(list []string, n int) bool {
	return n > 0 && n+1 < len(list) && list[n-1] == "write" && list[n] == "write" && list[n+1] == "write"
}

// TestSteps checks that a replacement has all steps of Commit, the late ones after the rename.
func TestSteps(t *testing.T) {
	want := []string{"create"} // the writes are between this and the first step of Commit
	for _, s := range slices.Concat(steps, lateSteps) {
		want = append(want, s.name)
	}
	for _, s := range scenarios[:3] {
		if got := slices.DeleteFunc(s.steps(t), func(n string) bool { return n == "write" }); !slices.Equal(got, want) {
			t.Errorf("%s: the steps are %q, want %q", s.name, got, want)
		}
	}
}

// TestFailAtEachStep checks that an error, or a panic, at a step leaves the old text or the new
// one, and no temporary file. An error after the rename is not returned.
func TestFailAtEachStep(t *testing.T) {
	failed := errors.New("failed")
	for _, s := range scenarios {
		list := s.steps(t)
		for n, step := range list {
			replaced := n > slices.Index(list, "rename")
			for _, panics := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%d %s/%v", s.name, n, step, panics), func(t *testing.T) {
					dir := s.prepare(t)
					calls := 0
					Hook = func(string, string) error {
						if calls++; calls != n+1 {
							return nil
						}
						if panics {
							panic(failed)
						}
						return failed
					}
					defer func() { Hook = nil }()
					err := func() (err error) {
						defer func() {
							if v := recover(); v != nil {
								err = v.(error)
							}
						}()
						return s.run(dir)
					}()
					if want := panics || !replaced; want != errors.Is(err, failed) || !want && err != nil {
						t.Errorf("the error is %v", err)
					}
					s.check(t, dir, replaced, false)
				})
			}
		}
	}
}

// TestIsTemporary checks that the names of temporary files are recognized, and no other names.
func TestIsTemporary(t *testing.T) {
	dir := t.TempDir()
	f, err := Create(target(dir), Options{})
	if err != nil {
		t.Fatal(err)
	}
	names, _ := os.ReadDir(dir)
	f.Discard()
	if len(names) != 1 || !IsTemporary(names[0].Name()) || !IsTemporary(filepath.Join(dir, names[0].Name())) {
		t.Errorf("%v is not recognized", names)
	}
	other := filepath.Join(dir, names[0].Name(), "f")
	for _, name := range []string{"", "f", ".urlgrep-", ".urlgrep-0123456789ABCDEF01234567", other, "x" + names[0].Name()} {
		if IsTemporary(name) {
			t.Errorf("%s is recognized", name)
		}
	}
}
