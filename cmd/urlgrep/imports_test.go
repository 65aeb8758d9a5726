package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports: the program has nothing to do with a network, and imports nothing that
// has, which would take longer to start than most of its runs.
func TestImports(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"net", "net/http", "crypto/tls"} {
		if slices.Contains(strings.Fields(string(list)), path) {
			t.Errorf("%s is imported", path)
		}
	}
}
