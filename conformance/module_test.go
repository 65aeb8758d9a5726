package conformance

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// file returns the path of a file in the module cache, in the version of the module that
// go.mod selects.
func file(module string, elem ...string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	dir := strings.TrimSpace(string(out))
	if err == nil && dir == "" {
		err = fmt.Errorf("not in the module cache: run go mod download")
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", module, err)
	}
	return filepath.Join(append([]string{dir}, elem...)...), nil
}

// A dataFile is a file of test data.
type dataFile struct {
	path string
	text []byte
}

// files returns the files of a module whose paths match a pattern of filepath.Glob.
func files(module string, elem ...string) (all []dataFile, err error) {
	pattern, err := file(module, elem...)
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		all = append(all, dataFile{path, text})
	}
	return all, nil
}
