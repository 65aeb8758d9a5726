package search

import "testing"

func TestPlan(t *testing.T) {
	for size := range int64(50) {
		for length := int64(1); length < 12; length++ {
			p, worthwhile := newPlan(size, length, 2)
			if worthwhile != (size >= 4*length) {
				t.Errorf("%+v is worth while: %t", p, worthwhile)
			}
			at := int64(0)
			for i := range p.ranges() {
				begin, end := p.at(i)
				last := i == p.ranges()-1
				if begin != at || (end == -1) != last || !last && end != at+length || last && size-begin >= 2*length {
					t.Errorf("%+v: range %d is [%d:%d]", p, i, begin, end)
				}
				at = end
			}
		}
	}
}

// FuzzPlan checks plans for inputs of any size at some of their ranges.
func FuzzPlan(f *testing.F) {
	f.Add(int64(1<<63-1), int64(1), uint8(2), int64(7))
	f.Add(int64(100), int64(10), uint8(6), int64(3))
	f.Add(int64(1<<40+1), int64(512<<10), uint8(255), int64(0))
	f.Fuzz(func(t *testing.T, size, length int64, workers uint8, i int64) {
		if size < 0 || length < 1 {
			t.Skip("no file, no range")
		}
		p, worthwhile := newPlan(size, length, int(workers))
		n := p.ranges()
		if worthwhile && n < 2*int64(workers) {
			t.Errorf("%+v: %d ranges for %d workers", p, n, workers)
		}
		first, _ := p.at(0)
		last, end := p.at(n - 1)
		if first != 0 || end != -1 || last > size || size-last >= 2*length && n > 1 {
			t.Errorf("%+v: from %d, the last one is [%d:%d]", p, first, last, end)
		}
		if n > 1 && i >= 0 {
			i %= n - 1
			begin, end := p.at(i)
			if next, _ := p.at(i + 1); end != begin+length || end != next || end > size {
				t.Errorf("%+v: range %d is [%d:%d], the next one begins at %d", p, i, begin, end, next)
			}
		}
	})
}
