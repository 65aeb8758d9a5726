package tempfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFile checks that a File can be used, that its name is recognized, and that none is left.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Dir(f.Name()) != dir {
		t.Errorf("%s is not in %s", f.Name(), dir)
	}
	if other := filepath.Join(dir, "urlgrep-notes"); !IsName(f.Name()) || IsName(other) || IsName(dir) {
		t.Errorf("IsName(%q) is %t, IsName(%q) is %t", f.Name(), IsName(f.Name()), other, IsName(other))
	}
	if _, err := f.WriteString("text"); err != nil {
		t.Error(err)
	}
	b := make([]byte, 2)
	if _, err := f.ReadAt(b, 1); err != nil || string(b) != "ex" {
		t.Errorf("%q, %v", b, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("%v is left, %v", list, err)
	}
}
