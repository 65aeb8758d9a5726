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

// TestSortInFiles checks that the results are those of a stable sort in memory if there is too
// little memory, with one worker and with several, and that no temporary file remains.
func TestSortInFiles(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	random := rand.New(rand.NewPCG(1, 2))
	var want []string
	files := 20
	if testing.Short() {
		files = 5
	}
	for i := range files {
		name := filepath.Join(dir, fmt.Sprintf("%02d", i))
		var text strings.Builder
		for line := range 200 {
			url := fmt.Sprintf("http://host%d.example/", random.IntN(30))
			fmt.Fprintln(&text, url)
			want = append(want, fmt.Sprintf("%s\x00%s:%d:%s\n", url, name, line+1, url))
		}
		write(t, name, text.String())
	}
	byURL := func(a, b string) int {
		keyA, _, _ := strings.Cut(a, "\x00")
		keyB, _, _ := strings.Cut(b, "\x00")
		return strings.Compare(keyA, keyB)
	}
	for _, options := range []string{"--sort=url", "--sort=-url", "--sort=url --show-lines"} {
		sorted := slices.Clone(want)
		compare := byURL
		if strings.Contains(options, "=-") {
			compare = func(a, b string) int { return byURL(b, a) }
		}
		slices.SortStableFunc(sorted, compare)
		var text strings.Builder
		for _, line := range sorted {
			_, line, _ = strings.Cut(line, "\x00")
			text.WriteString(line)
		}
		for _, memory := range []int{0, 1, 1000, 50_000} {
			for _, threads := range []string{"-j1", "-j5"} {
				got := tuning{sortMemory: memory}.printed(t, append(strings.Fields(options), "-rn", threads, dir)...)
				if got != text.String() {
					t.Errorf("%s %s in %d bytes prints something else", options, threads, memory)
				}
			}
		}
	}
	if list, err := os.ReadDir(temp); err != nil || len(list) > 0 {
		t.Errorf("%v remains, %v", list, err)
	}
}

// TestSortError checks that an error of a temporary file names the file, and that the results
// found before it are printed.
func TestSortError(t *testing.T) {
	file, missing := filepath.Join(t.TempDir(), "file"), filepath.Join(t.TempDir(), "missing")
	write(t, file, strings.Repeat("http://b.example/ http://a.example/\n", 10_000))
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing) // Windows
	var stdout, stderr bytes.Buffer
	status := tuning{sortMemory: 1000}.run([]string{"urlgrep", "--sort=url", file}, nil, &stdout, &stderr)
	if want := "urlgrep: --sort: cannot create a temporary file in " + missing; status != exitError || !strings.HasPrefix(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("exit status %d, %q, want %q", status, &stderr, want)
	}
	if got := stdout.String(); !strings.HasPrefix(got, "http://a.example/\n") || !strings.HasSuffix(got, "http://b.example/\n") {
		t.Errorf("got %q", got)
	}
}
