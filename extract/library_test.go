package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLibraryPage: the code in docs/library.md stands in the examples, which are
// compiled and run.
func TestLibraryPage(t *testing.T) {
	page, err := os.ReadFile("../docs/library.md")
	if err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob("../*/example*_test.go")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	var examples strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		examples.WriteString(outdented(string(data)))
	}
	blocks := regexp.MustCompile("(?ms)^```go\n(.*?)^```$").FindAllStringSubmatch(string(page), -1)
	if len(blocks) == 0 {
		t.Error("there is no code in docs/library.md")
	}
	for _, b := range blocks {
		if !strings.Contains(examples.String(), "\n"+outdented(b[1])) {
			t.Errorf("in no example:\n%s", b[1])
		}
	}
}

// outdented returns lines of Go without what they are indented by.
func outdented(lines string) string {
	return regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(lines, "")
}
