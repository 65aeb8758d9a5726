package output

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stat returns the FileInfo of a file, or nil if it does not exist.
func stat(name string) fs.FileInfo {
	info, err := os.Stat(name)
	if err != nil {
		return nil
	}
	return info
}

// TestJudge compares inputs with what a run writes: a file, and a directory.
func TestJudge(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for _, name := range []string{"out/sub", "other"} {
		if err := os.MkdirAll(path(name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"page": "OURS " + strings.Repeat("x", 2*HeadSize), "foreign": "theirs", "empty": "", "out/part": "x", "out/sub/file": "x", "other/part": "x",
	} {
		if err := os.WriteFile(path(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(path("page"), path("link")); err != nil {
		t.Skip(err)
	}
	wrote := func(head []byte) bool {
		if len(head) > HeadSize {
			t.Errorf("the head has %d bytes", len(head))
		}
		return bytes.HasPrefix(head, []byte("OURS"))
	}
	for _, c := range []struct {
		claim, input string
		wrote        func([]byte) bool
		listed       Verdict // if a directory lists the input
		named        Verdict
	}{
		{"page", "page", wrote, LeftOut, Refused},
		{"page", "link", wrote, LeftOut, Refused},
		{"page", "page", nil, Refused, Refused},
		{"page", "foreign", wrote, Searched, Searched},
		{"foreign", "foreign", wrote, Refused, Refused},
		{"empty", "empty", wrote, LeftOut, Refused},
		{"empty", "empty", nil, Refused, Refused},
		{"missing", "page", wrote, Searched, Searched},
		{"page", "missing", wrote, Searched, Searched},
		{"out", "out", nil, LeftOut, Refused},
		{"out", "out/part", nil, LeftOut, Refused},
		{"out", "out/sub/file", nil, Searched, Searched},
		{"out", "out/sub", nil, Searched, Searched},
		{"out", "other/part", nil, Searched, Searched},
	} {
		claim := &Claim{Info: stat(path(c.claim)), Wrote: c.wrote}
		listed, named := claim.Judge(path(c.input), stat(path(c.input)), false), claim.Judge(path(c.input), stat(path(c.input)), true)
		if listed != c.listed || named != c.named || claim.IsDir() != (c.claim == "out") {
			t.Errorf("%s with %s: %v, named %v; want %v, %v", c.input, c.claim, listed, named, c.listed, c.named)
		}
	}
}

// TestClaims checks that an Output has a Claim if it writes to a regular file, and that a File has
// that of its option.
func TestClaims(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	out := New(f)
	if c := out.Claim(); c == nil || c.Option != "" || c.Judge(f.Name(), stat(f.Name()), true) != Refused || out.File() != f || out.IsPipe() {
		t.Errorf("a file: %+v", c)
	}
	if out := New(w); out.Claim() != nil || !out.IsPipe() {
		t.Errorf("a pipe: %+v", out.Claim())
	}
	if out := New(new(bytes.Buffer)); out.Claim() != nil || out.File() != nil || out.IsPipe() {
		t.Errorf("memory: %+v", out.Claim())
	}
	page, err := NewFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if c := page.Claim("--report", nil); c.Option != "--report" || c.Judge(f.Name(), stat(f.Name()), false) != Refused {
		t.Errorf("a file of an option: %+v", c)
	}
}

func TestPlural(t *testing.T) {
	for n, want := range map[int64]string{0: "0 URLs", 1: "1 URL", 2: "2 URLs", -1: "-1 URLs"} {
		if got := Plural(n, "URL"); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
