package beam

import (
	"os/exec"
	"strings"
	"testing"
)

// TestVersions checks that this module and that of urlgrep use the same versions of the modules
// whose tables decide what is found.
func TestVersions(t *testing.T) {
	versions := func(dir string) string {
		c := exec.Command("go", "list", "-m", "-f", "{{.Path}} {{with .Replace}}{{.Version}}{{else}}{{.Version}}{{end}}", "golang.org/x/net", "golang.org/x/text")
		c.Dir = dir
		out, err := c.Output()
		if err != nil || !strings.Contains(string(out), "golang.org/x/text v") {
			t.Fatalf("%s: %v: %s", dir, err, out)
		}
		return string(out)
	}
	if here, core := versions("."), versions(".."); here != core {
		t.Errorf("this module uses\n%sand urlgrep uses\n%s(see replace in go.mod)", here, core)
	}
}
