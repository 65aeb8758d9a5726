package internal

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestLayers checks that no package of the command imports one that is above it in the list in
// doc.go, and that the list has all of them.
func TestLayers(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(doc), "its own:\n//\n")
	list, _, _ = strings.Cut(list, "//\n// TestLayers")
	if !ok {
		t.Fatal("no list in doc.go")
	}
	layers := map[string]int{}
	number := 0
	for line := range strings.Lines(list) {
		names, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "//")), "  ")
		number++
		for name := range strings.SplitSeq(names, ", ") {
			layers[name] = number
		}
	}
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{join .Imports \" \"}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	const prefix = "github.com/urlgrep/urlgrep/cmd/urlgrep/internal/"
	found := 0
	for line := range strings.Lines(string(out)) {
		paths := strings.Fields(line)
		name, isIn := strings.CutPrefix(paths[0], prefix)
		if !isIn {
			continue // this package
		}
		if layers[name] == 0 {
			t.Errorf("%s is not in doc.go", name)
		}
		found++
		for _, p := range paths[1:] {
			if other, ok := strings.CutPrefix(p, prefix); ok && layers[other] <= layers[name] {
				t.Errorf("%s imports %s, which is not below it", name, other)
			}
		}
	}
	if found != len(layers) {
		t.Errorf("there are %d packages, and %d in doc.go", found, len(layers))
	}
}
