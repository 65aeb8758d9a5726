package tempfile

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBuffer compares a Buffer with the bytes that were written to it, in memory and in a File.
func TestBuffer(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // Windows
	random := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []int{0, 1, 1000} {
		b := Buffer{Limit: limit}
		for _, size := range []int{0, 1, 2, 999, 1000, 1001, 5000, 1000} { // each after Reset
			want := make([]byte, size)
			for i := range want {
				want[i] = byte(random.Int())
			}
			for at := 0; at < size; {
				n := min(1+random.IntN(600), size-at)
				if free := max(0, limit-at); b.Free() != free || b.Size() != int64(at) {
					t.Fatalf("limit %d, %d bytes: Free is %d, Size is %d", limit, at, b.Free(), b.Size())
				}
				if k, err := b.Write(want[at : at+n]); k != n || err != nil {
					t.Fatalf("limit %d: Write returns %d of %d, %v", limit, k, n, err)
				}
				at += n
			}
			for range 2 {
				var got bytes.Buffer
				if n, err := b.WriteTo(&got); n != int64(size) || err != nil || !bytes.Equal(got.Bytes(), want) {
					t.Errorf("limit %d, %d bytes: WriteTo wrote %d, %d, %v", limit, size, got.Len(), n, err)
				}
			}
			for range 100 {
				from := random.IntN(size + 2)
				p := make([]byte, random.IntN(2000))
				wantN := copy(make([]byte, len(p)), want[min(from, size):])
				n, err := b.ReadAt(p, int64(from))
				if n != wantN || !bytes.Equal(p[:n], want[min(from, size):min(from, size)+n]) || n < len(p) && err != io.EOF || n == len(p) && n > 0 && err != nil {
					t.Errorf("limit %d, %d bytes: ReadAt(%d bytes, %d) returns %d, %v", limit, size, len(p), from, n, err)
				}
				to := min(size, from+len(p))
				text, ok := b.Held(int64(min(from, to)), int64(to))
				if ok != (to <= min(limit, size)) || ok && !bytes.Equal(text, want[min(from, to):to]) {
					t.Errorf("limit %d, %d bytes: Held(%d, %d) returns %d bytes, %v", limit, size, from, to, len(text), ok)
				}
			}
			b.Reset()
			if n, err := b.ReadAt(make([]byte, 1), 0); b.Size() != 0 || n != 0 || err != io.EOF {
				t.Errorf("limit %d: %d bytes after Reset, %v", limit, b.Size(), err)
			}
			if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
				t.Errorf("%v is left, %v", list, err)
			}
		}
	}
}

// TestNewBuffer checks a Buffer of text that is in memory already.
func TestNewBuffer(t *testing.T) {
	b := NewBuffer([]byte("text"))
	p := make([]byte, 5)
	if n, err := b.ReadAt(p, 1); b.Size() != 4 || string(p[:n]) != "ext" || err != io.EOF {
		t.Errorf("%d bytes, %q, %v", b.Size(), p[:n], err)
	}
	if text, ok := b.Held(0, 4); string(text) != "text" || !ok {
		t.Errorf("%q, %v", text, ok)
	}
}

// failing is a writer that fails after a number of bytes.
type failing struct{ left int }

var errFailing = errors.New("failing")

func (f *failing) Write(p []byte) (int, error) {
	n := min(len(p), f.left)
	if f.left -= n; n < len(p) {
		return n, errFailing
	}
	return n, nil
}

// TestBufferErrors checks the errors of the temporary file, and of the writer of WriteTo.
func TestBufferErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", missing)
	t.Setenv("TMP", missing) // Windows
	b := Buffer{Limit: 3}
	n, err := b.Write([]byte("abcdef"))
	if n != 3 || b.Size() != 3 || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "temporary file in "+missing+":") {
		t.Errorf("%d bytes, %v", n, err)
	}

	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	b.Reset()
	b.Write([]byte("abcdef"))
	for left := range 6 {
		if n, err := b.WriteTo(&failing{left}); n != int64(left) || err != errFailing {
			t.Errorf("a writer of %d bytes: %d, %v", left, n, err)
		}
	}
	b.file.Truncate(1)
	if n, err := b.WriteTo(io.Discard); n != 4 || err != io.ErrUnexpectedEOF {
		t.Errorf("a file that shrank: %d, %v", n, err)
	}
	b.Reset()
}
