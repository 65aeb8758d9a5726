package ranges

import "testing"

func TestPlan(t *testing.T) {
	for size := range int64(50) {
		for length := int64(1); length < 12; length++ {
			p, worthwhile := New(size, length, 2)
			if worthwhile != (size >= 4*length) {
				t.Errorf("%+v is worth while: %t", p, worthwhile)
			}
			at := int64(0)
			for i := range p.Len() {
				begin, end := p.At(i)
				last := i == p.Len()-1
				if begin != at || (end == -1) != last || !last && end != at+length || last && size-begin >= 2*length {
					t.Errorf("%+v: range %d is [%d:%d]", p, i, begin, end)
				}
				at = end
			}
		}
	}
}
