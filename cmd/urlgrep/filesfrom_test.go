package main

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSlowList checks that the results of a file are printed before the next name of a
// list arrives.
func TestSlowList(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b", "c"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("http://"+name+"/\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, workers := range []string{"-j1", "-j2", "-j5"} {
		stdin, feed := io.Pipe()
		out, stdout := io.Pipe()
		done := make(chan int)
		go func() {
			done <- run([]string{"urlgrep", "-h", workers, "--files-from=-"}, stdin, stdout, io.Discard)
			stdout.Close()
		}()
		timer := time.AfterFunc(patience, func() { out.CloseWithError(os.ErrDeadlineExceeded) })
		results := bufio.NewReader(out)
		for _, name := range []string{"a", "b", "c"} {
			io.WriteString(feed, filepath.Join(dir, name)+"\n")
			if line, err := results.ReadString('\n'); line != "http://"+name+"/\n" {
				t.Fatalf("%s: behind the name of %s came %q, %v", workers, name, line, err)
			}
		}
		timer.Stop()
		feed.Close()
		go io.Copy(io.Discard, results)
		if status := <-done; status != exitFound {
			t.Errorf("%s: exit status %d", workers, status)
		}
	}
}
