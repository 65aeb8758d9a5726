package output

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFile checks that a File has its old contents after an error or a panic of the function
// that writes, and the new ones otherwise, and that no other file remains. The name of the file
// is as long as file systems allow, and its characters have several bytes.
func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x"+strings.Repeat("é", 127))
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Skip(err) // the file system has a lower limit
	}
	f, err := NewFile(name)
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	for _, c := range []struct {
		result any // nil, an error to return, or the argument of a panic
		want   string
	}{{failed, "old"}, {"panic", "old"}, {nil, "new"}} {
		got := call(f, func(w io.Writer) error {
			fmt.Fprint(w, strings.Repeat("part", size)) // more than the buffer
			return nil
		}, c.result)
		if err, ok := got.(error); ok && errors.Is(err, failed) {
			got = failed
		}
		if got != c.result {
			t.Errorf("the result is %v, want %v", got, c.result)
		}
		text, err := os.ReadFile(name)
		if want := strings.Replace(c.want, "new", strings.Repeat("part", size), 1); err != nil || string(text) != want {
			t.Errorf("%v: %d bytes, %v; want %q", c.result, len(text), err, c.want)
		}
		if list, err := os.ReadDir(filepath.Dir(name)); err != nil || len(list) != 1 {
			t.Errorf("%v: the files are %v, %v", c.result, list, err)
		}
	}
}

// TestFileMode checks that the new contents have the mode that the old ones have at the end.
func TestFileMode(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the system has no modes")
	}
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	f, err := NewFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Write(func(w io.Writer) error {
		fmt.Fprint(w, "new")
		return os.Chmod(name, 0o600)
	}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o600 || info.Size() != 3 {
		t.Errorf("the file is %v, %v", info, err)
	}
}

// call calls f.Write with a function that calls write, and then returns result if it is an
// error, or panics with it if it is another value. It returns the error or the panic.
func call(f *File, write func(io.Writer) error, result any) (got any) {
	defer func() {
		if p := recover(); p != nil {
			got = p
		}
	}()
	if err := f.Write(func(w io.Writer) error {
		if err := write(w); err != nil || result == nil {
			return err
		}
		if err, ok := result.(error); ok {
			return err
		}
		panic(result)
	}); err != nil {
		return err
	}
	return nil
}
