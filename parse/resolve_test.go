package parse_test

import (
	"fmt"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// TestResolve has the examples of RFC 3986, section 5.4, and those of RFC 1808
// that differ in nothing but what a base is.
func TestResolve(t *testing.T) {
	for _, c := range []struct{ base, ref, want string }{
		{"", "g:h", "g:h"},
		{"", "g", "http://a/b/c/g"},
		{"", "./g", "http://a/b/c/g"},
		{"", "g/", "http://a/b/c/g/"},
		{"", "/g", "http://a/g"},
		{"", "//g", "http://g"},
		{"", "?y", "http://a/b/c/d;p?y"},
		{"", "g?y", "http://a/b/c/g?y"},
		{"", "#s", "http://a/b/c/d;p?q#s"},
		{"", "g#s", "http://a/b/c/g#s"},
		{"", "g?y#s", "http://a/b/c/g?y#s"},
		{"", ";x", "http://a/b/c/;x"},
		{"", "g;x", "http://a/b/c/g;x"},
		{"", "g;x?y#s", "http://a/b/c/g;x?y#s"},
		{"", "", "http://a/b/c/d;p?q"},
		{"", ".", "http://a/b/c/"},
		{"", "./", "http://a/b/c/"},
		{"", "..", "http://a/b/"},
		{"", "../", "http://a/b/"},
		{"", "../g", "http://a/b/g"},
		{"", "../..", "http://a/"},
		{"", "../../", "http://a/"},
		{"", "../../g", "http://a/g"},
		{"", "../../../g", "http://a/g"},
		{"", "../../../../g", "http://a/g"},
		{"", "/./g", "http://a/g"},
		{"", "/../g", "http://a/g"},
		{"", "g.", "http://a/b/c/g."},
		{"", ".g", "http://a/b/c/.g"},
		{"", "g..", "http://a/b/c/g.."},
		{"", "..g", "http://a/b/c/..g"},
		{"", "./../g", "http://a/b/g"},
		{"", "./g/.", "http://a/b/c/g/"},
		{"", "g/./h", "http://a/b/c/g/h"},
		{"", "g/../h", "http://a/b/c/h"},
		{"", "g;x=1/./y", "http://a/b/c/g;x=1/y"},
		{"", "g;x=1/../y", "http://a/b/c/y"},
		{"", "g?y/./x", "http://a/b/c/g?y/./x"},
		{"", "g?y/../x", "http://a/b/c/g?y/../x"},
		{"", "g#s/./x", "http://a/b/c/g#s/./x"},
		{"", "http:g", "http:g"},
		{"http://a", "g", "http://a/g"},
		{"http://a?q", "", "http://a?q"},
		{"mailto:x@y", "g", "mailto:g"},
		{"http://a/b/", "//", "http://"},
		{"http://a/b/", "a//../b", "http://a/b/a/b"},
		{"http://a/é/", "ü?ö", "http://a/é/ü?ö"},
	} {
		if c.base == "" {
			c.base = "http://a/b/c/d;p?q"
		}
		if got, ok := parse.Resolve(c.base, c.ref); got != c.want || !ok {
			t.Errorf("Resolve(%q, %q) = %q, %v, want %q", c.base, c.ref, got, ok, c.want)
		}
	}
	if got, ok := parse.Resolve("//a/b", "c"); ok {
		t.Errorf("a base without scheme: %q", got)
	}
}

func ExampleResolve() {
	url, _ := parse.Resolve("http://ds.internic.net/rfc/", "rfc1738.txt")
	fmt.Println(url)
	// Output: http://ds.internic.net/rfc/rfc1738.txt
}
