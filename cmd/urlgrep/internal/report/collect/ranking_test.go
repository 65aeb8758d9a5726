package collect

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

func same(value string) string { return value }

// TestRankingExact checks the counts of few values, with a missing one.
func TestRankingExact(t *testing.T) {
	r := newRanking(100, 1000)
	for _, v := range strings.Fields("b a c a b a") {
		r.add(v)
	}
	r.add("")
	want := report.Ranking{Top: []report.Count{{Value: "a", N: 3}, {Value: "b", N: 2}, {Value: "c", N: 1}}, Rest: 1}
	if got := r.ranking(same); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for i := range 50 {
		r.add(fmt.Sprint(i))
	}
	if got := r.ranking(same); len(got.Top) != report.TopValues || got.Rest != 57-6-(report.TopValues-3) || got.Estimate {
		t.Errorf("got %+v", got)
	}
}

// TestRankingSketch compares the ranking of more values than it can hold with exact counts: a
// count is never too high, all frequent values are listed with nearly all of their count, and
// nothing is lost of the sum. The limit is one of values, or of bytes.
func TestRankingSketch(t *testing.T) {
	for seed := range uint64(3) {
		for _, limits := range [][2]int{{500, 1 << 20}, {1 << 20, 4000}} {
			rnd := rand.New(rand.NewPCG(seed, 1))
			r := newRanking(limits[0], limits[1])
			exact := make(map[string]int64)
			const total = 200_000
			for range total {
				v := fmt.Sprint("h", rnd.IntN(20_000))
				if rnd.IntN(2) == 0 {
					v = fmt.Sprint("top", int(rnd.ExpFloat64()*3))
				}
				exact[v]++
				r.add(v)
			}
			got := r.ranking(same)
			sum := got.Rest
			listed := make(map[string]bool)
			for i, c := range got.Top {
				sum += c.N
				listed[c.Value] = true
				if c.N > exact[c.Value] || c.N < exact[c.Value]-2*total/400 {
					t.Errorf("%v: %s: %d, want %d", limits, c.Value, c.N, exact[c.Value])
				}
				if i > 0 && c.N > got.Top[i-1].N {
					t.Errorf("%v: not sorted: %v", limits, got.Top)
				}
			}
			for v, n := range exact {
				if n > 2*2*total/400 && !listed[v] {
					t.Errorf("%v: %s with %d is missing in %v", limits, v, n, got.Top)
				}
			}
			if sum != total || !got.Estimate || len(got.Top) < 3 {
				t.Errorf("%v: %+v, sum %d", limits, got, sum)
			}
			if n := r.distinct.figure(); n.N < int64(len(exact))*97/100 || n.N > int64(len(exact))*103/100 {
				t.Errorf("%v: %+v different values, want %d", limits, n, len(exact))
			}
		}
	}
}

// TestRankingDifferent checks that values that all occur once have no ranking, and that the
// memory of the ranking is bounded, also by values of any length.
func TestRankingDifferent(t *testing.T) {
	r := newRanking(1000, 10_000)
	for i := range 20_000 {
		r.add(fmt.Sprintf("%d%s", i, strings.Repeat("x", i%300)))
	}
	r.add(strings.Repeat("y", 10_001))
	if got := r.ranking(same); len(got.Top) > 0 || got.Rest != 20_001 || !got.Estimate {
		t.Errorf("got %+v", got)
	}
	bytes := 0
	for v := range r.counters {
		bytes += len(v)
	}
	if len(r.counters) > 1000 || bytes > 10_000 || bytes+r.room != 10_000 || len(r.heap) != len(r.counters) {
		t.Errorf("%d values of %d bytes, %d left", len(r.counters), bytes, r.room)
	}
}
