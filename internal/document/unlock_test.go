package document

import (
	"slices"
	"testing"
)

// TestUnlock checks the order in which passwords are tried, and what they take from the Budget.
func TestUnlock(t *testing.T) {
	b := NewBudget()
	b.Grant(FreeRounds) // more than FreeRatio needs
	b.rounds = 2000
	var notes []string
	e := &Env{Budget: b, Passwords: []string{"a", "b", "c"}, Note: func(d Defect, detail string) { notes = append(notes, Texts[d]+": "+detail) }}
	unlock := func(rounds int64, right string, usual ...string) (tried []string, ok bool) {
		ok = e.Unlock("x", rounds, func(word string) bool {
			tried = append(tried, word)
			return word == right
		}, usual...)
		return tried, ok
	}
	for _, c := range []struct {
		rounds int64
		right  string
		usual  []string
		tried  []string
		ok     bool
		left   int64
		note   string
	}{
		{40, "b", nil, []string{"a", "b"}, true, 1989, ""},      // the wrong one takes 40/4, the right one a tenth of it
		{40, "b", nil, []string{"b"}, true, 1988, ""},           // the last right one is the first
		{40, "c", nil, []string{"b", "a", "c"}, true, 1967, ""}, // the others are in order
		{40, "a", nil, []string{"c", "b", "a"}, true, 1946, ""}, //
		{40, "u", []string{"u"}, []string{"a", "c", "b", "u"}, true, 1596, ""},
		{40, "x", []string{"u"}, []string{"a", "c", "b", "u"}, false, 1246, Texts[Locked] + ": x"},
		{8000, "a", nil, nil, false, 1246, Texts[Untried] + ": x"},
		{2400, "x", nil, []string{"a", "c"}, false, 46, Texts[Untried] + ": x"},
		{0, "x", nil, []string{"a", "c", "b"}, false, 46, Texts[Locked] + ": x"},
	} {
		notes = nil
		tried, ok := unlock(c.rounds, c.right, c.usual...)
		note := slices.Concat(notes, []string{""})[0]
		if !slices.Equal(tried, c.tried) || ok != c.ok || b.rounds != c.left || note != c.note {
			t.Errorf("%d rounds, %q: tried %q, %v, %d left, %q; want %q, %v, %d, %q", c.rounds, c.right, tried, ok, b.rounds, note, c.tried, c.ok, c.left, c.note)
		}
	}
}

// TestRounds checks that what a document may take of the Budget depends on its size, and that the free rounds of an
// input are granted once.
func TestRounds(t *testing.T) {
	b := NewBudget()
	for _, c := range []struct{ size, want int64 }{
		{0, 0}, {10, 10 * (MaxRounds + FreeRatio)}, {FreeRounds, 10*MaxRounds + FreeRounds*MaxRounds + FreeRounds}, {10, 20*MaxRounds + FreeRounds*MaxRounds + FreeRounds},
	} {
		if b.Grant(c.size); b.rounds != c.want {
			t.Errorf("%d bytes: %d rounds, want %d", c.size, b.rounds, c.want)
		}
	}
}
