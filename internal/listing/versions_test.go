package listing

import (
	"cmp"
	"os"
	"path/filepath"
	"testing"
)

// TestVersionControl checks each line of versionControl: directories, files, and a Maildir with
// that name.
func TestVersionControl(t *testing.T) {
	for name, c := range versionControl {
		for _, test := range []struct {
			kind, file string
			want       bool
		}{
			{"directory", name + "/x", c.marker == ""},
			{"directory with its marker", name + "/" + cmp.Or(c.marker, "x"), true},
			{"file", name, c.orFile},
			{"Maildir", name + "/cur/x", false},
			{"other directory", name + "x/x", false},
		} {
			dir := t.TempDir() + string(os.PathSeparator)
			write(t, filepath.Join(dir, filepath.FromSlash(test.file)), "x")
			entries, err := os.ReadDir(dir)
			if err != nil || len(entries) != 1 {
				t.Fatal(entries, err)
			}
			if got := IsVersionControl(dir, entries[0]); got != test.want {
				t.Errorf("a %s %s is version-control data: %t", test.kind, name, got)
			}
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
