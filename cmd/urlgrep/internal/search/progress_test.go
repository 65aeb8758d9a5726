package search

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
)

// options returns the options of a search that prints URLs.
func options(files input.Options) *Options {
	line := func(out *output.Output) *output.Line { return output.NewLine(out, output.Palette{}) }
	return &Options{Files: files, Until: Until{Max: math.MaxInt}, Print: Print{Format: sink.URLFormat(line, sink.URLSettings{})}}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestMeasured checks that the measured size of the input equals the bytes read at the
// end.
func TestMeasured(t *testing.T) {
	dir := t.TempDir()
	for i, name := range []string{"a", "b", "c/d", "c/e/f"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o777)
		write(t, path, strings.Repeat("http://a.example/\n", 1+i*100))
	}
	packed, err := os.ReadFile(filepath.Join("..", "..", "testdata", "packed", "mail.zip"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "z.zip"), string(packed))
	write(t, filepath.Join(dir, "nul"), strings.Repeat("\x00", 100_000))
	for _, operands := range [][]string{{"a"}, {"c/d", "a", "missing", "z.zip", "nul"}, {"."}, {"c", "z.zip"}} {
		for _, threads := range []int{1, 5} {
			var paths []string
			for _, name := range operands {
				paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
			}
			o := options(input.Options{Operands: paths, Recurse: true})
			o.Silent, o.Threads, o.RangeLength = true, threads, 300
			out := output.New(io.Discard)
			s := New(o, out, output.NewMessages(out, io.Discard))
			s.Run()
			input.Measure(&s.Files, s.interruption, s.progress)()
			if read, total, whole := s.progress.Bytes(); !whole || read != total || total == 0 {
				t.Errorf("%q -j%d: %d bytes read of %d", operands, threads, read, total)
			}
		}
	}
}
