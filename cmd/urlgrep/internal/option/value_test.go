package option

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestSize(t *testing.T) {
	for _, test := range []struct {
		in   string
		want int64
	}{
		{"1", 1}, {"1000", 1000}, {"64K", 64 << 10}, {"128M", 128 << 20}, {"2G", 2 << 30}, {"8589934591G", 8589934591 << 30},
	} {
		if got, err := ParseSize(test.in, 1); got != test.want || err != nil {
			t.Errorf("%s: got %d, %v", test.in, got, err)
		}
	}
	for _, in := range []string{"", "K", "0", "-1", "+1", "-9223372036854775809", "1k", "1KB", "8589934592G", "9223372036854775808", "1.5M"} {
		if got, err := ParseSize(in, 1); err == nil {
			t.Errorf("%q: got %d", in, got)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		arg         string
		least, most int
		want        string // an error, or "" for none
		value       int64
	}{
		{"0", 0, 5, "", 0},
		{"5", 0, 5, "", 5},
		{"6", 0, 5, `invalid number "6": must be from 0 to 5`, -7},
		{"-1", 0, 5, `invalid number "-1": must be from 0 to 5`, -7},
		{"", 0, 5, `invalid number "": must be from 0 to 5`, -7},
		{"x", 1, math.MaxInt, `invalid number "x": must be at least 1`, -7},
		{"0", 1, math.MaxInt, `invalid number "0": must be at least 1`, -7},
		{"99999999999999999999", 1, math.MaxInt, "", math.MaxInt},
		{"99999999999999999999", 1, 5, `invalid number "99999999999999999999": must be from 1 to 5`, -7},
		{"-99999999999999999999", 1, math.MaxInt, `invalid number "-99999999999999999999": must be at least 1`, -7},
	} {
		n := int64(-7)
		err := Number(&n, test.least, test.most).Set(test.arg)
		if n != test.value || err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%s: %d, %v; want %d, %s", test.arg, n, err, test.value, test.want)
		}
	}
}

// TestAllOf checks that spaces after the commas of a list are ignored, and that the
// values before an error are set.
func TestAllOf(t *testing.T) {
	var got []int
	v := AllOf([]Choice[int]{{"one", 1}, {"two", 2}}, func(n int) { got = append(got, n) })
	for _, list := range []string{"one", "two, one", " one ,two,two"} {
		if err := v.Set(list); err != nil {
			t.Errorf("%q: %v", list, err)
		}
	}
	if err := v.Set("one,three"); err == nil || err.Error() != `unknown value "three": valid values are one, two` {
		t.Error(err)
	}
	if want := []int{1, 2, 1, 1, 2, 2, 1}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if o := (Option{Value: v}); !slices.Equal(o.Choices(), []string{"one", "two"}) {
		t.Errorf("choices %q", o.Choices())
	}
}

// TestWords checks the words that a shell completes an argument to.
func TestWords(t *testing.T) {
	choices := []Choice[int]{{"a", 1}, {"b", 2}}
	p := new(Program)
	for _, test := range []struct {
		value Value
		want  string
	}{
		{AllOf(choices, func(int) {}), "[a b]"},
		{AnyOf(choices, func(int, bool) {}), "[a b !a !b]"},
		{String(new(string)), "[]"},
	} {
		if got := fmt.Sprint(p.words(&Option{Arg: "LIST", Value: test.value})); got != test.want {
			t.Errorf("%T: got %s, want %s", test.value, got, test.want)
		}
	}
}
