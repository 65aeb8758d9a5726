package input

import (
	"bytes"
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
