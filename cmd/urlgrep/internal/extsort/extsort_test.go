package extsort

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sorted returns the texts that a Sorter yields for records, written in pieces of several, and
// the first error.
func sorted(s *Sorter, records [][2]string) (texts []string, err error) {
	for batch := range slices.Chunk(records, 3) {
		var b []byte
		for _, r := range batch {
			b = AppendRecord(b, []byte(r[0]), []byte(r[1]))
		}
		if _, err = s.Write(b); err != nil {
			break
		}
	}
	err = errors.Join(err, s.Sorted(func(text []byte) bool {
		texts = append(texts, string(text))
		return true
	}))
	return texts, err
}

// TestSorter checks the order of random records with few different keys against a stable sort
// in memory: without runs, with runs, and with runs of several levels.
func TestSorter(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ records, limit, runs, levels int }{
		{0, 1, 2, 0},
		{1, 1, 2, 0},
		{1000, 1 << 20, 2, 0},
		{1000, 1 << 14, maxRuns, 1},
		{1000, 1 << 12, 4, 3},
		{300, 1, 2, 9},
	} {
		var records, want [][2]string
		for i := range c.records {
			key := strings.Repeat("k", random.IntN(3)) + string(rune('a'+random.IntN(4)))
			records = append(records, [2]string{key, fmt.Sprint(key, " ", i, strings.Repeat("x", random.IntN(100)))})
		}
		want = slices.Clone(records)
		slices.SortStableFunc(want, func(a, b [2]string) int { return strings.Compare(a[0], b[0]) })
		s := New(bytes.Compare, c.limit)
		s.runs = c.runs
		got, err := sorted(s, records)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%+v: %d records, %v", c, len(got), err)
		}
		for i, text := range got {
			if text != want[i][1] {
				t.Fatalf("%+v: record %d is %q, want %q", c, i, text, want[i][1])
			}
		}
		if len(s.levels) != c.levels {
			t.Errorf("%+v: %d levels", c, len(s.levels))
		}
		s.Close()
	}
	checkEmpty(t, os.Getenv("TMPDIR"))
}

// checkEmpty checks that a directory has no files.
func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) > 0 {
		t.Errorf("%s has %v, %v", dir, list, err)
	}
}

// TestLongRecords checks records that are longer than blocks, buffers and the limit.
func TestLongRecords(t *testing.T) {
	s := New(bytes.Compare, 1<<20)
	s.runs = 2
	var records [][2]string
	for i, n := range []int{3 << 20, 0, bufferSize, blockSize / 4, 5, blockSize, 2 << 20, 1, blockSize/4 + 1} {
		records = append(records, [2]string{string(rune('z' - i)), strings.Repeat("x", n)})
	}
	got, err := sorted(s, records)
	slices.Reverse(records)
	for i, r := range records {
		if err != nil || i >= len(got) || got[i] != r[1] {
			t.Fatalf("%d records, %v; record %d is wrong", len(got), err, i)
		}
	}
	s.Close()
}

// TestStop checks that Sorted stops when yield returns false.
func TestStop(t *testing.T) {
	s := New(bytes.Compare, 1)
	defer s.Close()
	s.Write(AppendRecord(AppendRecord(nil, []byte("b"), nil), []byte("a"), []byte("text")))
	n := 0
	if err := s.Sorted(func(text []byte) bool { n++; return false }); err != nil || n != 1 {
		t.Errorf("%d records, %v", n, err)
	}
}

// TestErrors checks that an error of a temporary file names its directory, and that the records before it
// are still sorted.
func TestErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	t.Setenv("TMPDIR", missing)
	s := New(bytes.Compare, 1)
	defer s.Close()
	texts, err := sorted(s, [][2]string{{"b", "1"}, {"a", "2"}, {"c", "3"}})
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "temporary file in "+missing+":") {
		t.Errorf("the error is %v", err)
	}
	if !slices.Equal(texts, []string{"1"}) {
		t.Errorf("the records are %q", texts)
	}

	t.Setenv("TMPDIR", t.TempDir())
	s = New(bytes.Compare, 1)
	sorted(s, [][2]string{{"b", "1"}, {"a", "2"}, {"c", "3"}})
	s.levels[0].file.Close()
	if _, err := sorted(s, [][2]string{{"d", "4"}}); err == nil || !strings.Contains(err.Error(), s.levels[0].file.Name()) {
		t.Errorf("the error is %v", err)
	}
}

func BenchmarkSorter(b *testing.B) {
	var records []byte
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		key := fmt.Appendf(nil, "http://host%d.example/%d", random.IntN(1000), random.Int())
		records = AppendRecord(records, key, key)
	}
	b.SetBytes(int64(len(records)))
	s := New(bytes.Compare, 64<<20)
	defer s.Close()
	for b.Loop() {
		s.Write(records)
	}
	s.Sorted(func([]byte) bool { return true })
}
