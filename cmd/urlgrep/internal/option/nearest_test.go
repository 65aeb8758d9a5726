package option

import "testing"

func TestNearest(t *testing.T) {
	names := []string{"none", "wrapped", "hyphen", "wide", "ftp", "http"}
	for _, test := range []struct{ word, want string }{
		{"wraped", "wrapped"}, {"wrap", "wrapped"}, {"hypen", "hyphen"}, {"Wide", "wide"},
		{"hyphens", "hyphen"}, {"htp", "http"}, {"fttp", "ftp"}, {"", ""}, {"w", ""}, {"everything", ""},
	} {
		if got := nearest(test.word, names); got != test.want {
			t.Errorf("nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "abd", 1}, {"abc", "ac", 1}, {"ac", "abc", 1}, {"kitten", "sitting", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
