package sink

import "testing"

// TestOfMarks checks which values are remembered.
func TestOfMarks(t *testing.T) {
	var m ofMarks[int]
	for range 2 {
		if got := m.of(0); got != 0 {
			t.Errorf("an unknown mark has %d", got)
		}
		for i := range 2*maxMarked + 3 {
			m.add(i + 1)
			for _, mark := range []int{0, i - maxMarked, i - maxMarked + 1, i - 1, i, i + 1} {
				want := mark + 1
				if mark < 0 || mark <= i-maxMarked || mark > i {
					want = 0
				}
				if got := m.of(mark); got != want {
					t.Fatalf("after %d marks, mark %d has %d, want %d", i+1, mark, got, want)
				}
			}
		}
		m.reset()
	}
}
