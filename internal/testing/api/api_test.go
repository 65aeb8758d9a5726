// Package api_test keeps the documentation of the exported packages, so that the review
// of a change shows how it changes the API.
package api_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	// The test runs again if one of these changes.
	_ "github.com/urlgrep/urlgrep/extract"
	_ "github.com/urlgrep/urlgrep/extract/documents"
	_ "github.com/urlgrep/urlgrep/parse"
	_ "github.com/urlgrep/urlgrep/unwrap"
	_ "github.com/urlgrep/urlgrep/wrapper"
)

var update = flag.Bool("update", false, "write what the packages offer to testdata")

// TestAPI checks that the output of "go doc -all" for each exported package is that in
// testdata. After an intended change, run it with -update.
func TestAPI(t *testing.T) {
	for _, name := range []string{"extract", "extract/documents", "parse", "unwrap", "wrapper"} {
		doc := exec.Command("go", "doc", "-all", "./"+name)
		doc.Dir = "../../.."
		doc.Env = append(os.Environ(), "COLUMNS=")
		got, err := doc.Output()
		if err != nil {
			t.Skipf("go doc does not run: %v", err)
		}
		golden := filepath.Join("testdata", filepath.Base(name)+".txt")
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("the API of package %s is not that of %s: look at it with go test ./internal/testing/api -update; git diff", name, golden)
		}
	}
}
