package collect

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// keyed is a row with its key and number.
type keyed struct {
	key    uint64
	number int64
	row    report.Row
}

// rowsOf returns n rows as they are found in some files.
func rowsOf(n int, text func(i int) string) (rows []keyed) {
	in := NewInput("0")
	for i := range n {
		if i%1000 == 999 {
			in = NewInput(fmt.Sprint(i))
		}
		rows = append(rows, keyed{in.nextKey(), int64(i), report.Row{URL: fmt.Sprint(i), Context: text(i)}})
	}
	return rows
}

// sampleOf returns a sample of the rows.
func sampleOf(rows []keyed, most, size int) *sample {
	s := newSample(most, size)
	for _, r := range rows {
		s.add(r.key, r.number, &r.row)
	}
	return s
}

// TestSampleAll checks that a sample that is not full has all rows in their order.
func TestSampleAll(t *testing.T) {
	rows := rowsOf(500, func(int) string { return "" })
	got := sampleOf(rows, 500, 1500).sorted()
	for i := range rows {
		if len(got) != len(rows) || got[i].URL != rows[i].row.URL {
			t.Fatalf("row %d of %d: %+v", i, len(got), got[i])
		}
	}
}

// TestSampleOrder checks that a sample has the same rows whatever the order in which they are
// added, as many as it may, and not more bytes than it may.
func TestSampleOrder(t *testing.T) {
	rows := rowsOf(5000, func(i int) string { return strings.Repeat("x", i%97) })
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, limits := range [][2]int{{300, 1 << 20}, {1 << 20, 10_000}, {300, 10_000}, {1, 50}, {10, 0}} {
		want := sampleOf(rows, limits[0], limits[1]).sorted()
		bytes := 0
		for i := range want {
			bytes += sizeOf(&want[i])
		}
		if len(want) > limits[0] || bytes > limits[1] {
			t.Errorf("%v: %d rows of %d bytes", limits, len(want), bytes)
		}
		if limits[1] == 1<<20 && len(want) != limits[0] || limits == [2]int{1 << 20, 10_000} && bytes < 9900 {
			t.Errorf("%v: only %d rows of %d bytes", limits, len(want), bytes)
		}
		for range 5 {
			shuffled := slices.Clone(rows)
			rnd.Shuffle(len(rows), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			if got := sampleOf(shuffled, limits[0], limits[1]).sorted(); !reflect.DeepEqual(got, want) {
				t.Errorf("%v: other rows in another order", limits)
			}
		}
	}
}

// TestSampleTwice checks a file that is searched twice: its rows have the same keys.
func TestSampleTwice(t *testing.T) {
	rows := rowsOf(700, func(int) string { return "" })
	rows = append(rows, rows...)
	if got := len(sampleOf(rows, 301, 1<<20).sorted()); got != 300 && got != 301 {
		t.Errorf("%d rows", got)
	}
}

// TestSampleUniform checks that each part of the rows is sampled about equally.
func TestSampleUniform(t *testing.T) {
	const n, most, parts = 200_000, 20_000, 20
	var count [parts]int
	for _, r := range sampleOf(rowsOf(n, func(int) string { return "" }), most, 1<<20).rows {
		count[r.number*parts/n]++
	}
	chi := 0.0
	for _, k := range count {
		d := float64(k) - most/parts
		chi += d * d / (most / parts)
	}
	if chi > 43.8 { // 19 degrees of freedom, 0.1 %
		t.Errorf("chi-square %.1f: %v", chi, count)
	}
}
