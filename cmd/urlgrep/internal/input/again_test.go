package input

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// TestCopies checks that an input that can be read only once is the same in the second reading:
// its text, also if the first reading has not read all, and its error.
func TestCopies(t *testing.T) {
	const text = "0123456789"
	failed := errors.New("failed")
	for _, test := range []struct {
		from  io.Reader
		first int  // bytes of the first reading
		rest  bool // the rest is needed
		want  string
		err   error
	}{
		{strings.NewReader(text), len(text) + 1, false, text, nil},
		{strings.NewReader(text), 3, true, text, nil},
		{strings.NewReader(text), 3, false, text[:3], nil},
		{io.MultiReader(strings.NewReader(text), iotest.ErrReader(failed)), len(text), true, text, failed},
		{strings.NewReader(""), 1, true, "", nil},
	} {
		copies := NewCopies(os.Stdin)
		src := NewSource(test.from, &Monitor{Out: output.New(new(bytes.Buffer))})
		done := copies.Keep(1, test.from, src)
		if got, _ := io.ReadAll(io.LimitReader(src, int64(test.first))); string(got) != text[:min(test.first, len(test.want))] {
			t.Errorf("%+v: first %q", test, got)
		}
		done(test.rest)
		again := copies.Again(1)
		if _, isFile := again.(*os.File); isFile {
			t.Errorf("%+v: the copy is a file", test)
		}
		if got, err := io.ReadAll(again); string(got) != test.want || err != test.err {
			t.Errorf("%+v: again %q, %v", test, got, err)
		}
		if copies.Again(2) != nil || (*Copies)(nil).Again(1) != nil {
			t.Error("another operand has a copy")
		}
		copies.Remove()
	}
}

// TestCopiesOfFiles checks that a regular file has no copy, and that standard input is read again from
// where it began.
func TestCopiesOfFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	write(t, name, "0123456789")
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	f.Seek(4, io.SeekStart)
	copies := NewCopies(f)
	src := NewSource(f, &Monitor{Out: output.New(new(bytes.Buffer))})
	done := copies.Keep(1, f, src)
	first, _ := io.ReadAll(src)
	done(true)
	again, _ := io.ReadAll(f)
	if string(first) != "456789" || string(again) != "456789" || copies.Again(1) != nil {
		t.Errorf("got %q, then %q", first, again)
	}
}

// TestNoCopy checks that an input that cannot be copied is not read, and that the error says so in both
// readings.
func TestNoCopy(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing) // Windows
	from := strings.NewReader("text")
	copies := NewCopies(from)
	src := NewSource(from, &Monitor{Out: output.New(new(bytes.Buffer))})
	done := copies.Keep(1, from, src)
	_, err := io.ReadAll(src)
	done(true)
	_, again := io.ReadAll(NewSource(copies.Again(1), &Monitor{Out: output.New(new(bytes.Buffer))}))
	for _, err := range []error{err, again} {
		if err == nil || !strings.HasPrefix(err.Error(), "it cannot be copied for the second reading: ") || !strings.Contains(err.Error(), missing) {
			t.Errorf("got %v", err)
		}
	}
	if from.Len() != 4 || !src.Failed() {
		t.Errorf("%d bytes are left; failed: %v", from.Len(), src.Failed())
	}
	copies.Remove()
}
