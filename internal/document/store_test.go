package document

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestStore compares a Store, in memory and in a file, with the bytes that were written.
func TestStore(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 18))
	for _, size := range []int{0, 1, blockSize - 1, blockSize, 3*blockSize + 5, maxMemory - 1, maxMemory, maxMemory + 1, maxMemory + 3*blockSize + 7} {
		want := make([]byte, size)
		for i := range want {
			want[i] = "abcdefg\n"[rnd.IntN(8)]
		}
		checkCopy(t, rnd, want)
		s := new(Store)
		s.Use(io.NewSectionReader(bytes.NewReader(append([]byte("before"), want...)), 6, int64(size)))
		checkStore(t, rnd, want, s)
	}
}

// checkCopy compares a Store that is written to with the bytes that were written.
func checkCopy(t *testing.T, rnd *rand.Rand, want []byte) {
	s := new(Store)
	for rest := want; len(rest) > 0; {
		n := min(len(rest), 1+rnd.IntN(1<<20))
		if got, err := s.Write(rest[:n]); got != n || err != nil {
			t.Fatalf("Write: %d, %v", got, err)
		}
		rest = rest[n:]
	}
	checkStore(t, rnd, want, s)
}

// checkStore compares a Store with the bytes that it has, and resets it.
func checkStore(t *testing.T, rnd *rand.Rand, want []byte, s *Store) {
	size := len(want)
	if got, err := io.ReadAll(s.Section(Range{0, s.Size()})); !bytes.Equal(got, want) || err != nil {
		t.Errorf("%d bytes: read %d, %v", size, len(got), err)
	}
	for range 100 {
		from, n := rnd.IntN(size+1), rnd.IntN(2*blockSize)
		r := Range{int64(from), int64(from + n)}
		text := want[from:min(size, from+n)]
		if got := s.Bytes(r, n); !bytes.Equal(got, text) {
			t.Errorf("%d bytes: Bytes(%v) is wrong", size, r)
		}
		if got := s.LinesBefore(int64(from)); got != int64(bytes.Count(want[:from], []byte{'\n'})) {
			t.Errorf("%d bytes: LinesBefore(%d) = %d", size, from, got)
		}
		if len(text) < 25 {
			continue
		}
		sep := text[10:25]
		if got, i := s.Index(sep, int64(from)), bytes.Index(want[from:], sep); got != int64(from+i) {
			t.Errorf("%d bytes: Index(%q, %d) = %d, want %d", size, sep, from, got, from+i)
		}
	}
	if got := s.Index([]byte("zz"), 0); got != -1 {
		t.Errorf("%d bytes: Index = %d", size, got)
	}
	s.Reset()
	if s.Size() != 0 || s.LinesBefore(9) != 0 {
		t.Errorf("%d bytes: not empty", size)
	}
	if s.input.r != nil || s.held.Size() != 0 {
		t.Errorf("%d bytes: not forgotten", size)
	}
}

// A broken reads the first bytes of a document, and fails after them.
type broken struct{ *strings.Reader }

var errBroken = errors.New("broken")

func (b broken) ReadAt(p []byte, off int64) (n int, err error) {
	if n, err = b.Reader.ReadAt(p, off); err == io.EOF {
		err = errBroken
	}
	return n, err
}

// TestStoreError checks that a Store keeps the error of its input, and has NULs for what it cannot read.
func TestStoreError(t *testing.T) {
	s := new(Store)
	s.Use(io.NewSectionReader(broken{strings.NewReader("a\nb")}, 0, 6))
	if got := s.Bytes(Range{0, 3}, 3); string(got) != "a\nb" {
		t.Errorf("the bytes before the error are %q", got)
	}
	if got := s.Bytes(Range{1, 9}, 9); string(got) != "\nb\x00\x00\x00" || s.Err() != errBroken {
		t.Errorf("Bytes returns %q, the error is %v", got, s.Err())
	}
	if s.Reset(); s.Err() != nil {
		t.Error("Reset keeps the error")
	}
}

// TestBudget checks that a reader ends where the budget does.
func TestBudget(t *testing.T) {
	b := &Budget{objects: 2, left: 10}
	for i, want := range []bool{true, true, false} {
		if got := b.Object(); got != want {
			t.Errorf("object %d: %v", i, got)
		}
	}
	got, err := io.ReadAll(b.Reader(bytes.NewReader(make([]byte, 20))))
	if len(got) != 10 || err != ErrTooMuch {
		t.Errorf("%d bytes, %v", len(got), err)
	}
	if b.Grant(1); !b.Take(100) || b.Take(1) {
		t.Error("not 100 bytes")
	}
	if !b.Object() || b.Object() {
		t.Error("not an object")
	}
}

// TestBudgetOfMany checks that a document has its share of the budget after another one that
// uses up all of it, or claims more.
func TestBudgetOfMany(t *testing.T) {
	b := NewBudget()
	for i := range 3 {
		const size = 1000
		b.Grant(size)
		for k := range size {
			if !b.Object() {
				t.Fatalf("document %d: only %d objects", i, k)
			}
		}
		if !b.Take(size * MaxRatio) {
			t.Fatalf("document %d: fewer than %d bytes", i, size*MaxRatio)
		}
		for b.Object() {
		}
		b.Take(1 << 40)
	}
}

// TestBudgetOfFewBytes checks that the free bytes of an input are granted in proportion to
// its documents, and once.
func TestBudgetOfFewBytes(t *testing.T) {
	b := NewBudget()
	for _, c := range []struct{ size, want int64 }{
		{0, 0},
		{10, 10 * (MaxRatio + FreeRatio)},
		{FreeBytes, FreeBytes*MaxRatio + FreeBytes - 10*FreeRatio},
		{10, 10 * MaxRatio},
	} {
		b.Grant(c.size)
		if got := b.Left(); got != c.want {
			t.Errorf("%d bytes grant %d, want %d", c.size, got, c.want)
		}
		b.Take(b.Left())
	}
}
