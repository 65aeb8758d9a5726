package collect

import (
	"fmt"
	"math"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// TestDistinct checks that the number is exact up to the limit, and near above it. Each value
// is added twice.
func TestDistinct(t *testing.T) {
	const most = 100_000
	for _, n := range []int{0, 1, 2, 1000, most - 1, most, most + 1, 2 * most, 500_000} {
		d := newDistinct(most)
		for range 2 {
			for i := range n {
				d.add(sumOf(fmt.Sprint("http://", i, ".example/")))
			}
		}
		got := d.figure()
		if n <= most && got != (report.Figure{N: int64(n)}) {
			t.Errorf("%d values: %+v", n, got)
		}
		if miss := math.Abs(float64(got.N)/float64(n) - 1); n > most && (!got.Estimate || miss > 0.02) {
			t.Errorf("%d values: %+v", n, got)
		}
	}
}

// TestSketch checks the estimates of many sketches: they are not biased, and their standard
// error is that of the documentation.
func TestSketch(t *testing.T) {
	for _, n := range []int{0, 1, 100, 5000, 40_000} {
		testSketches(t, n)
	}
}

func testSketches(t *testing.T, n int) {
	const sketches = 40
	var bias, variance float64
	for i := range sketches {
		h := new(sketch)
		for j := range n {
			h.add(sumOf(fmt.Sprint(i, " ", j)))
		}
		miss := float64(h.estimate())/float64(max(n, 1)) - 1
		if n == 0 {
			miss++
		}
		bias += miss / sketches
		variance += miss * miss / sketches
	}
	if math.Abs(bias) > 0.004 || math.Sqrt(variance) > 0.0115 {
		t.Errorf("%d values: bias %.4f, standard error %.4f", n, bias, math.Sqrt(variance))
	}
}
