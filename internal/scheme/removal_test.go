package scheme_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestRemoval checks that TestSchemes of package extract, which finds a URL of each
// scheme, fails if any line of the registry is missing.
func TestRemoval(t *testing.T) {
	if effort.Get() < effort.Long {
		t.Skip("it builds package extract for each scheme")
	}
	file, err := filepath.Abs("registry.go")
	if err != nil {
		t.Fatal(err)
	}
	registry, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	passes := func(registry []byte) bool {
		changed, overlay := filepath.Join(dir, "registry.go"), filepath.Join(dir, "overlay.json")
		replace, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{changed: registry, overlay: replace} {
			if err := os.WriteFile(name, text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command("go", "test", "-short", "-vet=off", "-overlay", overlay, "-run", "^TestSchemes$", "../../extract").CombinedOutput()
		if failed := regexp.MustCompile(`(?m)^--- FAIL: TestSchemes`).Match(out); (err != nil) != failed {
			t.Fatalf("go test: %v\n%s", err, out)
		}
		return err == nil
	}
	if !passes(registry) {
		t.Fatal("the test fails with all lines")
	}
	lines := regexp.MustCompile(`(?m)^\t\{Name: "(.*?)".*\n`).FindAllSubmatchIndex(registry, -1)
	if len(lines) < 70 {
		t.Fatalf("%d schemes in %s", len(lines), file)
	}
	for _, at := range lines {
		if passes(append(registry[:at[0]:at[0]], registry[at[1]:]...)) {
			t.Errorf("no test notices that %s is missing", registry[at[2]:at[3]])
		}
	}
}
