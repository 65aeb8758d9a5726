package internal

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestLayers checks that no package imports one that is above it in the lists of two files: doc.go, which
// has all readers of documents, and that of the command, which has all packages of it.
func TestLayers(t *testing.T) {
	checkLayers(t, "doc.go", "", func(pkg string) bool {
		return strings.HasPrefix(pkg, "internal/document/") && !strings.HasSuffix(pkg, "test")
	})
	const command = "cmd/urlgrep/internal/"
	checkLayers(t, "../"+command+"doc.go", command, func(pkg string) bool { return strings.HasPrefix(pkg, command) })
}

// checkLayers checks the list in a file, whose names are relative to dir. It has the packages for which
// has returns true, and may have others.
func checkLayers(t *testing.T, file, dir string, has func(pkg string) bool) {
	t.Helper()
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(doc), "its own:\n//\n")
	list, _, _ = strings.Cut(list, "//\n//")
	if !ok || list == "" {
		t.Fatalf("no list in %s", file)
	}
	layers := map[string]int{}
	name := regexp.MustCompile(`^[a-z/]+(, [a-z/]+)*`)
	for i, line := range strings.Split(list, "\n") {
		prefix := dir
		for _, p := range strings.Split(name.FindString(strings.TrimPrefix(line, "//\t")), ", ") {
			if p == "" {
				continue
			}
			if strings.HasPrefix(p, "internal/") { // so are those after it in the line
				prefix, p = "internal/", strings.TrimPrefix(p, "internal/")
			}
			layers[prefix+p] = i + 1
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
		} else if has(pkg) {
			t.Errorf("%s is not in %s", pkg, file)
		}
		for _, p := range paths[1:] {
			if above := layers[strings.TrimPrefix(p, module)]; layer > 0 && above > 0 && above < layer {
				t.Errorf("%s imports %s, which is above it in %s", paths[0], p, file)
			}
		}
	}
	if found != len(layers) {
		t.Errorf("%d of the %d packages in %s are there", found, len(layers), file)
	}
}
