package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// TestFigures checks the medians, and that the times for a part of a text are scaled to
// the whole text.
func TestFigures(t *testing.T) {
	whole := text{size: 8e6, urls: 80}
	base := []measurement{{cpu: time.Second, wall: 2 * time.Second}, {cpu: 2 * time.Second, wall: time.Second}, {cpu: time.Second, wall: time.Second}}
	rival := []measurement{
		{cpu: 4 * time.Second, wall: 4 * time.Second, memory: 2e6, found: 9},
		{cpu: 2 * time.Second, wall: 4 * time.Second, memory: 3e6, found: 9},
		{cpu: 2 * time.Second, wall: 3 * time.Second, memory: 1e6, found: 9},
	}
	for _, c := range []struct {
		read text
		want []string
	}{
		{whole, []string{"2.00", "3.00", "4.00", "3.0 MB", "9 of 80"}},
		{text{size: 1e6, urls: 10}, []string{"16.0", "24.0", "0.50", "3.0 MB", "9 of 10"}},
	} {
		r := result{text: c.read, base: base, rival: rival}
		if got := r.figures(whole); !slices.Equal(got, c.want) {
			t.Errorf("%d bytes: got %q, want %q", c.read.size, got, c.want)
		}
	}
}

func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page")
	for _, c := range []struct{ page, want string }{
		{"a\n" + tableBegin + "old\n" + tableEnd + "b\n", "a\n" + tableBegin + "new\n" + tableEnd + "b\n"},
		{"a\n" + tableEnd + tableBegin, ""},
		{"a\n", ""},
	} {
		if err := os.WriteFile(file, []byte(c.page), 0o666); err != nil {
			t.Fatal(err)
		}
		err := replace(file, []byte("new\n"))
		if (err != nil) != (c.want == "") {
			t.Errorf("%q: error %v", c.page, err)
		}
		if got, _ := os.ReadFile(file); err == nil && string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.page, got, c.want)
		}
	}
}

// TestRunAlone checks that base is measured even if no rival is installed.
func TestRunAlone(t *testing.T) {
	programs := map[string]program{"base": {argv: []string{"true"}}}
	c := contest{"sparse", corpusgen.Sparse, 1, "base", []string{"missing"}}
	results, err := c.run(t.TempDir(), programs, 1<<10, 3)
	if err != nil || len(results) != 1 || len(results[0].rival) != 3 {
		t.Fatal(results, err)
	}
	results[0].figures(results[0].text)
}
