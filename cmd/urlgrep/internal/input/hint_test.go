package input

import (
	"io/fs"
	"path/filepath"
	"testing"
)

// TestHint checks the hints for operands that are no files.
func TestHint(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	write(t, file, "text")
	for _, test := range []struct {
		name     string
		operands []string // after the name
		err      error
		selects  bool
		want     string
	}{
		{"http://a.example/", nil, fs.ErrNotExist, false, hintURL},
		{"www.a.example/b", nil, fs.ErrNotExist, false, hintURL},
		{"joe@a.example", nil, fs.ErrNotExist, true, hintURL},
		{"www.a.example", nil, fs.ErrNotExist, false, hintHost + "www.a.example"},
		{"*.kernel.org", nil, fs.ErrNotExist, true, hintHost + "'*.kernel.org'"},
		{"http://a.example/", nil, fs.ErrPermission, false, ""},
		{"^a", nil, fs.ErrNotExist, false, hintPattern},
		{"a.*b", nil, fs.ErrNotExist, false, hintPattern},
		{"a|b", nil, fs.ErrNotExist, false, hintPattern},
		{"a.*b", nil, fs.ErrNotExist, true, ""},
		{"*.txt", nil, fs.ErrNotExist, false, ""},
		{"*a*", []string{file}, fs.ErrNotExist, false, ""},
		{"pattern", nil, fs.ErrNotExist, false, ""},
		{"pattern", []string{"missing"}, fs.ErrNotExist, false, ""},
		{"pattern", []string{"missing", file}, fs.ErrNotExist, false, hintPattern},
		{"a(b)", []string{file}, fs.ErrNotExist, false, hintPattern},
		{"a.txt", []string{file}, fs.ErrNotExist, false, ""},
		{"", []string{file}, fs.ErrNotExist, false, ""},
	} {
		o := &Options{Operands: append([]string{test.name}, test.operands...)}
		if got := o.Hint(test.name, test.err, test.selects); got != test.want {
			t.Errorf("%q %q: got %q, want %q", test.name, test.operands, got, test.want)
		}
	}
}
