package conformance

import (
	"fmt"
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
