package main

import (
	"os"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
)

// TestSignTexts checks that the text of --warn and docs/deception.md describe each sign.
func TestSignTexts(t *testing.T) {
	page, err := os.ReadFile("../../docs/deception.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range extract.SignNames() {
		if !strings.Contains(optionText(t, "warn"), "\n\t"+name+" ") {
			t.Errorf("the text of --warn does not describe %s", name)
		}
		if !strings.Contains(string(page), "\n| `"+name+"` |") {
			t.Errorf("docs/deception.md does not describe %s", name)
		}
	}
}
