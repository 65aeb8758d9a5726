package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestUniqueInFiles checks that each URL is printed or counted once, where it occurs first, if
// there is too little memory for them, with one worker and with several, and that no temporary
// file remains.
func TestUniqueInFiles(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	random := rand.New(rand.NewPCG(1, 2))
	var lines, counts strings.Builder
	seen := make(map[string]bool)
	files := 10
	if testing.Short() {
		files = 4
	}
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("%02d", i))
		var text strings.Builder
		here := make(map[string]bool)
		for line := range 200 {
			url := fmt.Sprintf("http://host%d.example/", random.IntN(300))
			fmt.Fprintln(&text, url)
			here[url] = true
			if !seen[url] {
				seen[url] = true
				fmt.Fprintf(&lines, "%s:%d:%s\n", name, line+1, url)
			}
		}
		fmt.Fprintf(&counts, "%s:%d\n", name, len(here))
		write(t, name, text.String())
	}
	for _, c := range []struct{ options, want string }{
		{"-un", lines.String()},
		{"--same=archive -n", lines.String()},
		{"-uc", counts.String()},
	} {
		for _, memory := range []int{0, 1, 2000} {
			for _, threads := range []string{"-j1", "-j5"} {
				got := tuning{uniqueMemory: memory}.printed(t, append(strings.Fields(c.options), "-r", threads, dir)...)
				if got != c.want {
					t.Errorf("%s %s in %d bytes prints something else", c.options, threads, memory)
				}
			}
		}
	}
	if list, err := os.ReadDir(temp); err != nil || len(list) > 0 {
		t.Errorf("%v remains, %v", list, err)
	}
}

// TestUniqueError checks that an error of a temporary file names the file, and that no URL is
// lost after it.
func TestUniqueError(t *testing.T) {
	file, missing := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "missing")
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&text, "http://a.example/%d http://a.example/%[1]d\n", i)
	}
	write(t, file, text.String())
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing) // Windows
	var stdout, stderr bytes.Buffer
	status := tuning{uniqueMemory: 1000}.run([]string{"urlgrep", "-u", file}, nil, &stdout, &stderr)
	before, after := "urlgrep: --unique: cannot create a temporary file in "+missing, ": further URLs may be printed more than once\n"
	if got := stderr.String(); status != exitError || !strings.HasPrefix(got, before) || !strings.HasSuffix(got, after) || strings.Count(got, "\n") != 1 {
		t.Errorf("exit status %d, %q, want %q…%q", status, got, before, after)
	}
	urls := strings.Fields(stdout.String())
	if different := len(slices.Compact(urls)); different != 1000 || len(urls) == 2000 {
		t.Errorf("%d URLs, of which %d are different", len(urls), different)
	}
}
