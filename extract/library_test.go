package extract

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLibraryPage checks that the code in docs/library.md is in the examples, which are
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

// TestErrorsChecked checks that the examples and documents check the error of every scan.
func TestErrorsChecked(t *testing.T) {
	names, err := filepath.Glob("../*/example*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal(pages, err)
	}
	ranges := regexp.MustCompile(`for .* range .*(?:\.Bytes\(|\.All\(\)).*\n.*`)
	scans := regexp.MustCompile("(?ms)^(?://)?\\t*for [^\\n]*\\.Scan\\(\\).*?^(?:\\}\\n(?:\\n|\\z)|```|[^\\n]*Err\\(\\))")
	n := 0
	for _, name := range append(append(names, pages...), "../README.md", "evidence.go") {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, loop := range ranges.FindAllString(string(data), -1) {
			if n++; !strings.HasSuffix(loop, "if err != nil {") {
				t.Errorf("%s: the error is not checked first:\n%s", name, loop)
			}
		}
		for _, loop := range scans.FindAllString(string(data), -1) {
			if n++; !strings.HasSuffix(loop, "Err()") {
				t.Errorf("%s: the error is not checked after:\n%s", name, loop)
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d loops are in the examples and documents", n)
	}
}

// outdented returns lines of Go without their indentation.
func outdented(lines string) string {
	return regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(lines, "")
}
