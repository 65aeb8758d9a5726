package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports checks that the program does not import network packages. It needs no
// network, and loading them would take longer than most of its runs.
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
