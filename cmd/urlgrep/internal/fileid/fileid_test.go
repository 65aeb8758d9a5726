package fileid

import (
	"os"
	"path/filepath"
	"testing"
)

func id(t *testing.T, name string) (ID, uint64) {
	t.Helper()
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	id, links, err := Of(name, info)
	if err != nil {
		t.Fatal(err)
	}
	return id, links
}

// TestOf compares IDs with os.SameFile.
func TestOf(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	names := []string{".", "a", "b", filepath.Join(dir, "a"), "./b"}
	for _, name := range names[1:3] {
		if err := os.WriteFile(name, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if os.Symlink("a", "link") == nil {
		names = append(names, "link")
	}
	hasLinks := os.Link("b", "hard") == nil
	if hasLinks {
		names = append(names, "hard")
	}
	for _, a := range names {
		for _, b := range names {
			x, _ := os.Stat(a)
			y, _ := os.Stat(b)
			idA, _ := id(t, a)
			idB, _ := id(t, b)
			if (idA == idB) != os.SameFile(x, y) {
				t.Errorf("%s is %v, %s is %v", a, idA, b, idB)
			}
		}
	}
	if _, links := id(t, "hard"); hasLinks && links != 2 && links != 0 {
		t.Errorf("%d links", links)
	}
}

// TestResolver compares a Resolver with Path, and checks the names of files that do not exist.
func TestResolver(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	real, err := Path(".")
	if err != nil {
		t.Fatal(err)
	}
	os.MkdirAll("d/e", 0o777)
	os.WriteFile("d/f", nil, 0o666)
	os.WriteFile("g", nil, 0o666)
	if err := os.Symlink("d/e", "l"); err != nil {
		t.Skip(err)
	}
	os.Symlink("../g", "d/h")
	os.Symlink("nothing", "d/i")
	var r Resolver
	for name, want := range map[string]string{
		"d/f": "d/f", "g": "g", "./d/../g": "g", "l/../f": "d/f", "d/h": "g", "d/i": "", "d/none": "", "none/f": "", filepath.Join(dir, "g"): "g",
	} {
		got, err := r.Path(name)
		if want != "" {
			want = filepath.Join(real, want)
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("Path(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	for name, want := range map[string]string{"d/h": "d/h", "l/new": "d/e/new", "l/../new": "d/new", "new": "new", "none/new": ""} {
		got, err := r.Place(name)
		if want != "" {
			want = filepath.Join(real, want)
		}
		if got != want || (err == nil) != (want != "") {
			t.Errorf("Place(%q) = %q, %v, want %q", name, got, err, want)
		}
	}
	if !IsSameEntry(filepath.Join(real, "l", "f"), filepath.Join(real, "d", "e", "f")) || IsSameEntry(filepath.Join(real, "g"), filepath.Join(real, "d", "g")) {
		t.Error("IsSameEntry is wrong")
	}
}
