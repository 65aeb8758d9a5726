package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// writes records the text of each call of Write.
type writes []string

func (w *writes) Write(p []byte) (int, error) {
	*w = append(*w, string(p))
	return len(p), nil
}

// TestFirstURL checks that the first URL in a file is written to a pipe long before the
// file is read, and so is the next one, for any number of workers.
func TestFirstURL(t *testing.T) {
	with := tuning{rangeLength: 100_000}
	filler := strings.Repeat("text without any\n", 100_000)
	file := filepath.Join(t.TempDir(), "text")
	write(t, file, "http://a.example/\n"+filler+"http://b.example/\n"+filler)
	for _, args := range [][]string{{"-j1", file}, {"-j2", file}, {"-j2", file, "-"}, {"-j2", "--input=html", file, "-"}} {
		r, stdout, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		lines := make(chan string, 10)
		go func() {
			for in := bufio.NewScanner(r); in.Scan(); {
				lines <- in.Text()
			}
			close(lines)
		}()
		var read atomic.Int64
		with.onRead = func(text []byte) {
			n, passed := read.Add(int64(len(text))), int64(len(filler)/2)
			if n-int64(len(text)) < passed && n >= passed {
				select {
				case line := <-lines:
					if line != "http://a.example/" {
						t.Errorf("%q: the first line is %q", args, line)
					}
				case <-time.After(10 * time.Second):
					t.Errorf("%q: nothing is written while the file is read", args)
				}
			}
		}
		with.run(append([]string{"urlgrep", "-h"}, args...), strings.NewReader("http://c.example/"), stdout, io.Discard)
		stdout.Close()
		if line := <-lines; line != "http://b.example/" {
			t.Errorf("%q: the second line is %q", args, line)
		}
		for range lines {
		}
		r.Close()
	}
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
