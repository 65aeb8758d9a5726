//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The session in the README is what happens.
func TestReadme(t *testing.T) {
	const dir = "../../testdata/readme"
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, session, _ := strings.Cut(string(text), "\n```console\n$ ")
	session, _, _ = strings.Cut(session, "```\n")
	commands := strings.Split(session, "\n$ ")
	if len(commands) < 4 {
		t.Fatalf("the session has only %d commands", len(commands))
	}
	path := filepath.Dir(command(t).Path) + ":" + os.Getenv("PATH")
	for _, c := range commands {
		line, want, _ := strings.Cut(c, "\n")
		t.Run(line, func(t *testing.T) {
			if unpack, _, ok := strings.Cut(line, " | "); ok {
				cmd := exec.Command("sh", "-c", unpack)
				cmd.Dir = dir
				if err := cmd.Run(); err != nil {
					t.Skipf("%s: %v", unpack, err) // zcat of macOS wants another name
				}
			}
			cmd := exec.Command("sh", "-c", line)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+path)
			got, err := cmd.CombinedOutput()
			if err != nil || strings.TrimSuffix(string(got), "\n") != strings.TrimSuffix(want, "\n") {
				t.Errorf("%v\n%swant:\n%s", err, got, want)
			}
		})
	}
}
