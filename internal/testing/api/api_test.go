// Package api_test keeps what the exported packages offer, so that a review of a change
// shows what of that it changes.
package api_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	// A change of these runs the test again.
	_ "github.com/urlgrep/urlgrep/extract"
	_ "github.com/urlgrep/urlgrep/parse"
	_ "github.com/urlgrep/urlgrep/wrapper"
)

var update = flag.Bool("update", false, "write what the packages offer to testdata")

// TestAPI compares what "go doc -all" says of each exported package with testdata. After
// a change that is meant, run it with -update.
func TestAPI(t *testing.T) {
	for _, name := range []string{"extract", "parse", "wrapper"} {
		doc := exec.Command("go", "doc", "-all", "./"+name)
		doc.Dir = "../../.."
		doc.Env = append(os.Environ(), "COLUMNS=")
		got, err := doc.Output()
		if err != nil {
			t.Skipf("go doc does not run: %v", err)
		}
		golden := filepath.Join("testdata", name+".txt")
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
