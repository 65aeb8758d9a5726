package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports: nothing that the program imports wants the C library, which takes 1 ms
// and 1.7 MB to load, a fifth of each; nor has it to do with a network.
func TestImports(t *testing.T) {
	list, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"runtime/cgo", "os/user", "net", "net/http", "crypto/tls"} {
		if slices.Contains(strings.Fields(string(list)), path) {
			t.Errorf("%s is imported", path)
		}
	}
}
