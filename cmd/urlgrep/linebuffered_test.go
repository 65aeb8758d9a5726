package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writes records the text of each call of Write.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

// TestLineBuffered checks that with --line-buffered each line is written immediately, for
// any number of workers, and without it several lines together.
func TestLineBuffered(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		text := bytes.ReplaceAll([]byte("http://x1/\nhttp://x2/ http://x3/\n"), []byte("x"), []byte(name))
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, options := range []string{"-h", "-hn", "-Hn", "--json", "-c", "-l", "-lZ"} {
		var one writes
		run([]string{"urlgrep", options, "-rj1", dir}, nil, &one, io.Discard)
		if len(one) != 1 {
			t.Errorf("%s: %d lines of %q for themselves", options, len(one), one)
		}
		end := "\n"
		if options == "-lZ" {
			end = "\x00"
		}
		want := slices.Collect(strings.SplitAfterSeq(strings.Join(one, ""), end))
		want = want[:len(want)-1]
		for _, workers := range []string{"-j1", "-j2", "-j5"} {
			var got writes
			run([]string{"urlgrep", options, "--line-buffered", "-r", workers, dir}, nil, &got, io.Discard)
			// The results that a worker held back are written together.
			if workers == "-j1" && !slices.Equal(got, want) || strings.Join(got, "") != strings.Join(want, "") {
				t.Errorf("%s %s: wrote %q, want %q", options, workers, got, want)
			}
		}
	}
}
