package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// All that there is to read is what is read in the end.
func TestMeasured(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "b", "c/d", "c/e/f"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o777)
		write(t, path, strings.Repeat("http://a.example/\n", 1+i*100))
	}
	packed, err := os.ReadFile(filepath.Join("testdata", "packed", "mail.zip"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "z.zip"), string(packed))
	write(t, filepath.Join(dir, "nul"), strings.Repeat("\x00", 100_000))
	setRangeLength(t, 300)
	for _, operands := range [][]string{{"a"}, {"c/d", "a", "missing", "z.zip", "nul"}, {"."}, {"c", "z.zip"}} {
		for _, threads := range []int{1, 5} {
			var paths []string
			for _, name := range operands {
				paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
			}
			c := &config{operands: paths, totalOptions: totalOptions{max: 1 << 30, count: true}, fileOptions: fileOptions{recurse: true}, runOptions: runOptions{silent: true, threads: threads}}
			out := output.New(new(bytes.Buffer))
			s := newSearch(c, nil, out, output.NewMessages(out, new(bytes.Buffer)))
			s.run()
			files := s.files()
			input.Measure(&files, s.interruption, s.progress)()
			if read, total, whole := s.progress.Bytes(); !whole || read != total || total == 0 {
				t.Errorf("%q -j%d: %d bytes read of %d", operands, threads, read, total)
			}
		}
	}
}
