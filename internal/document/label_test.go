package document

import (
	"strings"
	"testing"
)

func TestLabel(t *testing.T) {
	for _, c := range []struct {
		text, want string
		cut        bool
	}{
		{" a \n\t b\u00A0", "a b", false},
		{"a\xFFb", "a\uFFFDb", false},
		{strings.Repeat("é", MaxLabel/2), strings.Repeat("é", MaxLabel/2), false},
		{"a" + strings.Repeat("é", MaxLabel/2), "a" + strings.Repeat("é", MaxLabel/2-1), true},
		{"a" + strings.Repeat(" ", maxShown), "a", true},
	} {
		if got, cut := Label(c.text); got != c.want || cut != c.cut {
			t.Errorf("%.20q: got %q, %v; want %q, %v", c.text, got, cut, c.want, c.cut)
		}
	}
}

func TestAgrees(t *testing.T) {
	for _, c := range []struct {
		text, target string
		want         bool
	}{
		{"http://a.example/", "http://a.example/", true},
		{"A.example", "https://a.example/", true},
		{"u@a.example", "mailto:u@a.example", true},
		{"HTTP://A.example/b", "http://a.example/b", true},
		{"http://a.example/B", "http://a.example/b", false},
		{"http://b.example", "http://a.example", false},
		{"here", "http://a.example", false},
		{"", "", false},
	} {
		if got := Agrees(c.text, c.target); got != c.want {
			t.Errorf("%q, %q: %v", c.text, c.target, got)
		}
	}
}
