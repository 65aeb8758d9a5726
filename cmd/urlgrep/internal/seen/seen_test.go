package seen

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// A disk holds files in memory. Its operations fail from the one with number fault on, if that
// is positive.
type disk struct {
	operations, fault int
	open              int // number of open files
	closed            int // number of files that were closed twice, or used after that
}

var errDisk = errors.New("the disk fails")

func (d *disk) fails() bool {
	d.operations++
	return d.fault > 0 && d.operations >= d.fault
}

func (d *disk) create() (file, error) {
	if d.fails() {
		return nil, errDisk
	}
	d.open++
	return &memoryFile{disk: d}, nil
}

type memoryFile struct {
	disk   *disk
	text   []byte
	closed bool
}

func (f *memoryFile) use() {
	if f.closed {
		f.disk.closed++
	}
}

func (f *memoryFile) Write(p []byte) (int, error) {
	if f.use(); f.disk.fails() {
		n := len(p) / 2
		f.text = append(f.text, p[:n]...)
		return n, errDisk
	}
	f.text = append(f.text, p...)
	return len(p), nil
}

func (f *memoryFile) ReadAt(p []byte, off int64) (int, error) {
	if f.use(); f.disk.fails() {
		return 0, errDisk
	}
	return bytes.NewReader(f.text).ReadAt(p, off)
}

func (f *memoryFile) Close() error {
	f.use()
	f.closed = true
	f.disk.open--
	return nil
}

// url returns a URL for a number.
func url(i int) []byte { return fmt.Appendf(nil, "http://a.example/%d", i) }

// TestSet compares a Set with a map, for URLs of which many occur again: without runs, with
// runs, and with runs of several levels, in files and with a filter that admits nearly all.
func TestSet(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	random := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ urls, memory, levels int }{
		{350, 0, 5},
		{2000, 1 << 10, 4},
		{20_000, 64 << 10, 3},
		{50_000, 2 << 20, 1},
		{50_000, DefaultMemory, 0},
	} {
		s := New(c.memory, func(err error) { t.Error(err) })
		for range 2 { // the second time after Reset
			seen, levels := make(map[int]bool), 0
			for range 2 * c.urls {
				i := random.IntN(c.urls)
				if got := s.IsNew(url(i)); got == seen[i] {
					t.Fatalf("%+v: URL %d of %d is new: %t", c, i, len(seen), got)
				}
				seen[i] = true
				levels = max(levels, len(s.store.levels))
			}
			if levels != c.levels {
				t.Errorf("%+v: %d levels", c, levels)
			}
			s.Reset()
		}
	}
	if list, err := os.ReadDir(os.Getenv("TMPDIR")); err != nil || len(list) > 0 {
		t.Errorf("%v is left, %v", list, err)
	}
}

// checkFaults checks a Set with files that fail from the operation with number fault on: no URL
// is lost, the error is reported once and URLs are new again only after it, and all files are
// closed. It returns the number of operations.
func checkFaults(t *testing.T, memory, fault int, urls []int) int {
	t.Helper()
	d := &disk{fault: fault}
	var failed []error
	s := New(memory, func(err error) { failed = append(failed, err) })
	s.store.create = d.create
	seen := make(map[int]bool)
	for _, i := range urls {
		switch isNew := s.IsNew(url(i)); {
		case !isNew && !seen[i]:
			t.Fatalf("%d bytes, fault %d: URL %d of %d is lost", memory, fault, i, len(seen))
		case isNew && seen[i] && len(failed) == 0:
			t.Fatalf("%d bytes, fault %d: URL %d of %d is new again", memory, fault, i, len(seen))
		}
		seen[i] = true
	}
	reached := fault > 0 && d.operations >= fault
	if len(failed) > 1 || reached != (len(failed) == 1) || reached && failed[0] != errDisk {
		t.Errorf("%d bytes, fault %d of %d: the errors are %v", memory, fault, d.operations, failed)
	}
	d.fault = 0
	s.Reset()
	if d.open != 0 || d.closed != 0 {
		t.Errorf("%d bytes, fault %d: %d files are open, %d were used after that", memory, fault, d.open, d.closed)
	}
	if n := len(failed); !s.IsNew(url(-1)) || s.IsNew(url(-1)) || len(failed) != n {
		t.Errorf("%d bytes, fault %d: the Set is not empty", memory, fault)
	}
	return d.operations
}

// TestFaults lets each operation fail.
func TestFaults(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, memory := range []int{0, 4 << 10} {
		urls := make([]int, max(100, memory/2))
		for i := range urls {
			urls[i] = random.IntN(len(urls))
		}
		n := checkFaults(t, memory, 0, urls)
		if n < 100 {
			t.Errorf("%d bytes: only %d operations", memory, n)
		}
		for fault := 1; fault <= n; fault += 1 + n/200 {
			checkFaults(t, memory, fault, urls)
		}
	}
}

// FuzzSet checks Sets of any small size, for URLs numbered by the bytes of a text, with faults.
func FuzzSet(f *testing.F) {
	f.Add(uint16(0), uint16(0), []byte("to be or not to be"))
	f.Add(uint16(300), uint16(7), []byte("abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"))
	f.Add(uint16(1<<10), uint16(0), bytes.Repeat([]byte("0123456789ABCDEFGHIJ"), 5))
	f.Fuzz(func(t *testing.T, memory, fault uint16, text []byte) {
		urls := make([]int, len(text))
		for i, c := range text {
			urls[i] = int(c)
			if i%2 > 0 {
				urls[i] += i / 256 << 8 // more than 256 different URLs
			}
		}
		checkFaults(t, int(memory), int(fault), urls)
	})
}

// randomSums returns n different sums, in order.
func randomSums(random *rand.Rand, n int) []sum {
	sums := make([]sum, n)
	for i := range sums {
		sums[i] = sum{random.Uint64(), random.Uint64()}
	}
	slices.SortFunc(sums, compare)
	return sums
}

func compare(a, b sum) int {
	switch {
	case a.less(b):
		return -1
	case b.less(a):
		return 1
	}
	return 0
}

// TestTable checks that a table has the sums that were inserted, in order, also if they have
// the same home, and if there is no room after the homes.
func TestTable(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, homes := range []int{1, 2, 100, 1000} {
		var table table
		table.resize(homes)
		want := randomSums(random, 750)
		want[749].hi = 1<<64 - 1
		for i, n := range random.Perm(len(want)) {
			at, found := table.find(want[n])
			if found {
				t.Fatalf("%d homes: sum %d is there", homes, n)
			}
			if table.insert(at, want[n]); table.n != i+1 {
				t.Fatalf("%d homes: %d sums, not %d", homes, table.n, i+1)
			}
		}
		table.resize(2 * homes)
		if got := slices.Collect(table.all()); !slices.Equal(got, want) {
			t.Errorf("%d homes: other sums, or not in order", homes)
		}
		for i, k := range want {
			if _, found := table.find(k); !found {
				t.Fatalf("%d homes: sum %d is not there", homes, i)
			}
		}
	}
}

// TestFilter checks that a filter admits the sums in it, and few others.
func TestFilter(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const size = 1 << 17
	for _, c := range []struct{ bits, percent int }{{8, 3}, {2, 56}} {
		f := make(filter, size/blockSize)
		sums := randomSums(random, size*8/c.bits)
		for _, k := range sums {
			f.add(k)
		}
		for i, k := range sums {
			if !f.admits(k) {
				t.Fatalf("%d bits: sum %d is not admitted", c.bits, i)
			}
		}
		admitted := 0
		const others = 100_000
		for range others {
			if f.admits(sum{random.Uint64(), random.Uint64()}) {
				admitted++
			}
		}
		if got := float64(admitted) * 100 / others; got > float64(c.percent)+.5 || got < float64(c.percent)-.5 {
			t.Errorf("%d bits: %.1f %% of others are admitted", c.bits, got)
		}
	}
}

// TestRun checks which sums a run has, and the number of reads, for random sums and for sums
// that are not evenly distributed.
func TestRun(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	uneven := []sum{{0, 1}, {0, 2}, {1<<64 - 1, 0}, {1<<64 - 1, 1<<64 - 1}}
	for i := range uint64(2000) {
		uneven = append(uneven, sum{1 << 60, 10 * i}, sum{1<<60 + 1<<(i%64), i<<8 | 255})
	}
	slices.SortFunc(uneven, compare)
	for _, c := range []struct {
		what  string
		sums  []sum
		reads float64 // for each sum, on average
	}{
		{"random", randomSums(random, 1_000_000), 1.001},
		{"uneven", slices.Compact(uneven), 10},
		{"one", []sum{{5, 5}}, 1},
	} {
		d := new(disk)
		f, _ := d.create()
		r, err := writeRun(f, slices.Values(c.sums))
		if err != nil || r.len() != int64(len(c.sums)) {
			t.Fatalf("%s: %d sums, %v", c.what, r.len(), err)
		}
		d.operations = 0
		page := make([]byte, pageSize)
		for i, k := range c.sums {
			if ok, err := r.has(k, page); !ok || err != nil {
				t.Fatalf("%s: has %x: %t, %v", c.what, k, ok, err)
			}
			if k.lo++; k.lo == 0 || i+1 < len(c.sums) && c.sums[i+1] == k {
				continue
			}
			if ok, err := r.has(k, page); ok || err != nil {
				t.Fatalf("%s: has %x: %t, %v", c.what, k, ok, err)
			}
		}
		if reads := float64(d.operations) / float64(2*len(c.sums)); reads > c.reads {
			t.Errorf("%s: %.3f reads for each sum", c.what, reads)
		}
	}
}

func BenchmarkIsNew(b *testing.B) {
	for _, n := range []int{1000, 50_000, 1_000_000, 10_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			s := New(DefaultMemory, func(err error) { b.Fatal(err) })
			defer s.Reset()
			url := []byte("http://a.example/00000000")
			i := 0
			for b.Loop() {
				if i == n {
					s.Reset()
					i = 0
				}
				for j, k := len(url)-1, i; k > 0; j, k = j-1, k/10 {
					url[j] = byte('0' + k%10)
				}
				i++
				s.IsNew(url)
			}
		})
	}
}
