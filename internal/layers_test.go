package internal

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestLayers checks that no package imports one that is above it in the list in doc.go, and
// that the list has all readers of documents.
func TestLayers(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(doc), "its own:\n//\n")
	list, _, _ = strings.Cut(list, "//\n//")
	if !ok || list == "" {
		t.Fatal("no list in doc.go")
	}
	layers := map[string]int{}
	name := regexp.MustCompile(`^[a-z/]+(, [a-z/]+)*`)
	for i, line := range strings.Split(list, "\n") {
		dir := ""
		for _, p := range strings.Split(name.FindString(strings.TrimPrefix(line, "//\t")), ", ") {
			if strings.HasPrefix(p, "internal/") {
				dir = "internal/"
			} else if dir != "" {
				p = dir + p
			}
			if p != "" {
				layers[p] = i + 1
			}
		}
	}
	const module = "github.com/urlgrep/urlgrep/"
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "../...").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		pkg := strings.TrimPrefix(paths[0], module)
		layer := layers[pkg]
		if layer > 0 {
			found++
		} else if strings.HasPrefix(pkg, "internal/document/") && !strings.HasSuffix(pkg, "test") {
			t.Errorf("%s is not in doc.go", pkg)
		}
		for _, p := range paths[1:] {
			if above := layers[strings.TrimPrefix(p, module)]; layer > 0 && above > 0 && above < layer {
				t.Errorf("%s imports %s", paths[0], p)
			}
		}
	}
	if found != len(layers) {
		t.Errorf("%d of the %d packages in doc.go are there", found, len(layers))
	}
}
