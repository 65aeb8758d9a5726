package reading

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

// An idle reader returns no bytes and no error n times, then a byte and an error.
type idle struct{ n int }

var errOver = errors.New("over")

func (r *idle) Read(p []byte) (int, error) {
	if r.n > 0 || len(p) == 0 {
		r.n--
		return 0, nil
	}
	return copy(p, "a"), errOver
}

func TestSome(t *testing.T) {
	for _, c := range []struct {
		empty, size int
		n           int
		err         error
	}{
		{0, 2, 1, errOver},
		{MaxEmpty - 1, 2, 1, errOver},
		{MaxEmpty, 2, 0, io.ErrNoProgress},
		{MaxEmpty, 0, 0, nil},
	} {
		p := make([]byte, c.size)
		if n, err := Some(&idle{c.empty}, p); n != c.n || err != c.err {
			t.Errorf("after %d empty reads into %d bytes: %d, %v, want %d, %v", c.empty, c.size, n, err, c.n, c.err)
		}
	}
	text, err := io.ReadAll(Reader{R: io.MultiReader(bytes.NewReader([]byte("b")), &idle{MaxEmpty})})
	if string(text) != "b" || err != io.ErrNoProgress {
		t.Errorf("%q, %v", text, err)
	}
}
