package search

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// TestShrunk checks that a file that shrinks while it is searched, as a whole or in ranges, counts
// as one that could not be read.
func TestShrunk(t *testing.T) {
	for _, threads := range []int{1, 2} {
		name := filepath.Join(t.TempDir(), "f")
		write(t, name, strings.Repeat("http://a.example/\n", 100_000))
		o := options(input.Options{Operands: []string{name}})
		o.Silent, o.KeepErrors, o.Threads, o.RangeLength = true, true, threads, 200_000
		shrink := sync.OnceFunc(func() {
			if err := os.Truncate(name, 1_000_000); err != nil {
				t.Error(err)
			}
		})
		o.OnRead = func([]byte) { shrink() }
		out := output.New(io.Discard)
		s := New(o, out, output.NewMessages(out, io.Discard))
		s.Run()
		if faults := s.Faults(); faults.Unread != 1 || faults.Other != 0 || !strings.Contains(faults.First[0].Text, "file shrank") {
			t.Errorf("-j%d: %+v", threads, faults)
		}
	}
}
