package mailbox

import "testing"

// TestBases checks that a base is prepended to references only while the repeated bases
// are short compared to the document before them.
func TestBases(t *testing.T) {
	for _, test := range []struct {
		from, repeated, length, at int64
		want                       bool
	}{
		{0, 0, 20, 0, true},
		{0, 0, MaxBase, 0, true},
		{0, 0, MaxBase + 1, 1 << 20, false},
		{0, baseRoom, 1, 0, false},
		{0, baseRoom, basePerInput, 1, true},
		{0, baseRoom, basePerInput + 1, 1, false},
		{1000, baseRoom, basePerInput, 1000, false},
		{1000, baseRoom, basePerInput, 1001, true},
	} {
		b := bases{from: test.from, repeated: test.repeated}
		want := test.repeated
		if test.want {
			want += test.length
		}
		if got := b.allow(test.length, test.at); got != test.want || b.repeated != want {
			t.Errorf("%+v: got %v, and %d are repeated", test, got, b.repeated)
		}
	}
}
