package internal

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFileNames checks that the go command can download the module: it refuses a module
// with a file that some system cannot have (https://go.dev/ref/mod#zip-path-size-constraints).
func TestFileNames(t *testing.T) {
	allowed := regexp.MustCompile(`^[\pL0-9 !#$%&()+,\-.=@\[\]^_{}~]*[^.]$`)
	reserved := regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)|~[0-9]+(\.|$)`)
	paths := make(map[string]string) // by the path in lower case
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil || path == "..":
			return err
		case name == ".git" && d.IsDir():
			return filepath.SkipDir
		case !allowed.MatchString(name) || reserved.MatchString(name):
			t.Errorf("%s: not a name in a module", path)
		}
		if other, ok := paths[strings.ToLower(path)]; ok {
			t.Errorf("%s and %s differ in letter case only", path, other)
		}
		paths[strings.ToLower(path)] = path
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
