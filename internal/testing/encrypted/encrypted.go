// Package encrypted lists the files of testdata/encrypted for tests.
package encrypted

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A URL is a URL in a file.
type URL struct {
	needs string // passwords, with "+" between them; "-": none
	URL   string
	Place string // in the document
}

// A File has the URLs in a file, in order.
type File []URL

// Files reads the list of the files in a directory, by their names.
func Files(t testing.TB, dir string) map[string]File {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "want.txt"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]File{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.SplitN(strings.TrimSpace(line), " ", 4)
		files[words[0]] = append(files[words[0]], URL{words[1], words[2], words[3]})
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if name := e.Name(); files[name] == nil && name != "want.txt" && name != "README.md" {
			t.Errorf("%s is not in want.txt", name)
		}
	}
	return files
}

// URLs returns the URLs with their places: all, or those that need no password.
func (f File) URLs(all bool) (list []string) {
	for _, u := range f {
		if all || u.needs == "-" {
			list = append(list, u.URL+" "+u.Place)
		}
	}
	return list
}

// Passwords returns those that the URLs need, after a wrong one.
func (f File) Passwords() []string {
	words := []string{"nettle"}
	for _, u := range f {
		for word := range strings.SplitSeq(strings.ReplaceAll(u.needs, "_", " "), "+") {
			if word != "-" && !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	return words
}

// NeedsPassword reports whether a URL needs a password.
func (f File) NeedsPassword() bool { return len(f.URLs(false)) < len(f) }
