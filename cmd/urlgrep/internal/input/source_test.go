package input

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// TestSourceFailed checks that Failed reports a read that has failed, in whichever way the file is
// read, and not the end of the file.
func TestSourceFailed(t *testing.T) {
	ways := map[string]func(*Source){
		"Read":    func(s *Source) { io.ReadAll(s) },
		"ReadAt":  func(s *Source) { s.ReadAt(make([]byte, 200), 0) },
		"Section": func(s *Source) { io.ReadAll(s.Section()) },
	}
	for name, read := range ways {
		for _, what := range []string{"", "closed", "shrunk"} {
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, []byte(strings.Repeat("a", 100)), 0o666); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			s := NewSource(f, &Monitor{Out: output.New(new(bytes.Buffer))})
			switch what {
			case "closed":
				f.Close()
			case "shrunk":
				os.Truncate(file, 50)
			}
			read(s)
			if s.Failed() != (what != "") {
				t.Errorf("%s, %q: Failed is %v", name, what, s.Failed())
			}
		}
	}
}

// TestSourceCounts checks what a Source says about the bytes that it has read: of a file from its
// offset on, and of a pipe.
func TestSourceCounts(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	write(t, name, "0123456789")
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	f.Seek(2, io.SeekStart)
	monitor := &Monitor{Out: output.New(new(bytes.Buffer))}
	s := NewSource(f, monitor)
	s.SumReads()
	if s.Size() != 8 || s.Left() != 8 || s.Given() != 0 || s.Sum() != "" || !s.IsRegular() {
		t.Errorf("at first: size %d, left %d, given %d, sum %q", s.Size(), s.Left(), s.Given(), s.Sum())
	}
	text := make([]byte, 3)
	s.Read(text)
	if s.At() != 3 || s.Left() != 5 || s.Given() != 3 || string(text) != "234" {
		t.Errorf("after %q: at %d, left %d, given %d", text, s.At(), s.Left(), s.Given())
	}
	if n, err := s.ReadAt(text, 1); n != 3 || err != nil || string(text) != "345" || s.Left() != 5 {
		t.Errorf("ReadAt: %q, %v, left %d", text, err, s.Left())
	}
	if all, err := io.ReadAll(s.Section()); string(all) != "23456789" || err != nil || s.Left() != -3 || s.Given() != 8 {
		t.Errorf("Section: %q, %v, left %d, given %d", all, err, s.Left(), s.Given())
	}
	io.ReadAll(s)
	whole, err := s.SumFile()
	if want := sumOf("23456789"); s.Sum() != want || whole != want || err != nil {
		t.Errorf("sums %s and %s, %v, want %s", s.Sum(), whole, err, want)
	}
	if n, err := s.Read(text); n != 0 || err != io.EOF {
		t.Errorf("after the end: %d, %v", n, err)
	}
	s.Close()
	if _, err := s.ReadAt(text, 4); err == nil || !strings.HasPrefix(err.Error(), "read error at byte 4: ") {
		t.Errorf("of a closed file: %v", err)
	}

	pipe := NewSource(strings.NewReader("abc"), monitor)
	pipe.SumReads()
	pipe.Read(text[:2])
	if pipe.IsRegular() || pipe.Section() != nil || pipe.Left() != 0 || pipe.Given() != 2 || pipe.Info() != nil || pipe.Sum() != "" {
		t.Errorf("a pipe: left %d, given %d, sum %q", pipe.Left(), pipe.Given(), pipe.Sum())
	}
	io.ReadAll(pipe)
	if pipe.Sum() != sumOf("abc") {
		t.Errorf("a pipe: sum %s", pipe.Sum())
	}
}

func sumOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }
