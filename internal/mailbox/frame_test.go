package mailbox

import "testing"

// TestOpen checks that open returns the innermost open frame among those with one
// boundary.
func TestOpen(t *testing.T) {
	for _, test := range []struct {
		closed [3]bool
		want   int
	}{
		{[3]bool{false, false, false}, 2},
		{[3]bool{false, false, true}, 1},
		{[3]bool{false, true, true}, 0},
		{[3]bool{true, true, true}, 2},
	} {
		var s nesting
		for _, closed := range test.closed {
			s.push(frame{multipart: true, boundary: "b", closed: closed}, 3)
		}
		if got := s.open(2); got != test.want {
			t.Errorf("closed %v: frame %d goes on, want %d", test.closed, got, test.want)
		}
		if s.push(frame{}, 3) || s.depth() != 3 {
			t.Errorf("a frame is added beyond the limit")
		}
	}
}
