// Package texts has texts that the tests of several packages read: the messages in
// testdata/corpora/mail-cases, and those in the directory URLGREP_TEST_MORE, if it is
// set.
//
// URLGREP_TEST_MORE holds unpacked mail and mailboxes, and vectors for package parse in
// files vectors/*.jsonl. Tests treat these texts like those of the repository. None of
// them is required.
package texts

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

// A Text is a text and its origin.
type Text struct{ Name, Data string }

// Messages returns the messages and mailboxes of up to 256 KiB.
func Messages(t testing.TB) (list []Text) {
	t.Helper()
	root := filepath.Join(moduleRoot(t), "testdata/corpora/mail-cases")
	paths, err := filepath.Glob(root + "/*/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no mail cases: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".input") {
				continue
			}
			input, _, err := notation.DecodeLines(string(f.Data))
			if err != nil {
				t.Fatalf("%s: %s: %v", path, f.Name, err)
			}
			list = append(list, Text{filepath.Base(path) + "/" + f.Name, string(input)})
		}
	}
	list = append(list, More(t, 256<<10)...)
	return slices.DeleteFunc(list, func(text Text) bool { return len(text.Data) > 256<<10 })
}

// More returns the texts of URLGREP_TEST_MORE without the vectors, each cut to its first
// most bytes. It returns none if the variable is not set.
func More(t testing.TB, most int) (list []Text) {
	t.Helper()
	for _, path := range more(t) {
		if filepath.Ext(path) == ".jsonl" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Text{path, string(data[:min(most, len(data))])})
	}
	return list
}

// Vectors returns the files of vectors in URLGREP_TEST_MORE. It skips the test if there
// are none.
func Vectors(t testing.TB) (list []Text) {
	t.Helper()
	for _, path := range more(t) {
		if filepath.Ext(path) != ".jsonl" || filepath.Base(filepath.Dir(path)) != "vectors" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Text{filepath.Base(path), string(data)})
	}
	if len(list) == 0 {
		t.Skip("no vectors/*.jsonl in URLGREP_TEST_MORE")
	}
	return list
}

// more returns the sorted paths of the files in URLGREP_TEST_MORE.
func more(t testing.TB) (paths []string) {
	t.Helper()
	dir := os.Getenv("URLGREP_TEST_MORE")
	if dir == "" {
		return nil
	}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil || len(paths) == 0 {
		t.Fatalf("URLGREP_TEST_MORE=%s: %d files, %v", dir, len(paths), err)
	}
	return paths
}

// moduleRoot returns the directory of go.mod.
func moduleRoot(t testing.TB) string {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			err = fs.ErrNotExist
		}
	}
	t.Fatal(cmp.Or(err, fs.ErrNotExist))
	return ""
}
