package ooxml

import "testing"

func TestCellNames(t *testing.T) {
	for _, test := range []struct{ ref, want string }{{"B7", "B7"}, {"$B$7:$C$9", "B7"}, {"A1 C3", "A1"}, {"", ""}} {
		if got := cellName([]byte(test.ref)); got != test.want {
			t.Errorf("%s: %s", test.ref, got)
		}
	}
	for _, test := range []struct {
		name string
		n    int
	}{{"A", 0}, {"Z", 25}, {"AA", 26}, {"AZ", 51}, {"BA", 52}, {"ZZ", 701}, {"AAA", 702}, {"XFD", 16383}} {
		if got := columnOf([]byte(test.name + "12")); got != test.n {
			t.Errorf("%s: %d, want %d", test.name, got, test.n)
		}
	}
}

func TestUnescape(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a_b", "a_b"}, {"a_x000A_b", "a\nb"}, {"a_x005F_x", "a_x"}, {"_x00", "_x00"}, {"_xZZZZ_", "_xZZZZ_"},
	} {
		if got := string(unescape([]byte(test.text))); got != test.want {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}
