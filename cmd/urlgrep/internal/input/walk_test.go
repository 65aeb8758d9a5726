package input

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// TestWalkTemporaries checks that temporary files of the process are not visited, whatever the rules
// select, and that other files with similar names are.
func TestWalkTemporaries(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	other, err := tempfile.New()
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	write(t, other.Name(), "temporary ") // New has removed the name if that is possible
	target, err := atomicfile.Create(filepath.Join(dir, "target"), atomicfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer target.Discard()
	write(t, filepath.Join(dir, ".urlgrep-notes"), "notes ")
	write(t, filepath.Join(dir, "urlgrep-more"), "more ")
	for _, pattern := range []string{"", "*"} {
		o := Options{Operands: []string{dir}, Recurse: true}
		if pattern != "" {
			o.Rules.Filter.Option("glob").Set(pattern)
			if err := o.Rules.Filter.Compile(); err != nil {
				t.Fatal(err)
			}
		}
		w, r := record(o)
		w.Walk()
		if got, want := strings.Join(r.texts, ""), "notes more "; got != want {
			t.Errorf("--glob=%q: read %s, want %s", pattern, got, want)
		}
	}
	os.Remove(other.Name())
}
