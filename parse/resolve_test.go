package parse_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// TestResolve checks the examples of RFC 3986, section 5.4, and those of RFC 1808 that
// differ only in the definition of a base.
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
		{"file:/a/b", "..//g", "file:/.//g"},
		{"http://a/b/", "//", "http://"},
		{"http://a/b/", "a//../b", "http://a/b/a/b"},
		{"http://a/é/", "ü?ö", "http://a/é/ü?ö"},
		{"", "http://x/../y", "http://x/y"},
		{"", "http://x/./y/..", "http://x/"},
		{"", "http://x/y?a/../b#c/../d", "http://x/y?a/../b#c/../d"},
		{"", "x:/..//y", "x:/.//y"},
		{"x:a/b", "../g", "x:/g"},
		{"x:a/b", "./g", "x:a/g"},
		{"x:a", "../g", "x:g"},
		{"x:a/b/c", "../../g", "x:/g"},
		{"x:", "g/..", "x:/"},
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

// components is the regular expression of RFC 3986, appendix B, with the characters of
// section 3.1 for the scheme.
var components = regexp.MustCompile(`^(([A-Za-z][A-Za-z0-9+.-]*):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`)

// resolve is the pseudocode of RFC 3986, section 5.2.2, and that of 5.3. Components
// have their delimiters here.
func resolve(base, ref string) (url string, ok bool) {
	split := func(s string) (scheme, authority, path, query, fragment string) {
		m := components.FindStringSubmatch(s)
		return m[1], m[3], m[5], m[6], m[8]
	}
	scheme, authority, path, query, fragment := split(ref)
	baseScheme, baseAuthority, basePath, baseQuery, _ := split(base)
	switch {
	case scheme != "":
		baseScheme, path = scheme, dotless(path)
	case baseScheme == "":
		return "", false
	case authority != "":
		path = dotless(path)
	case path == "":
		path = basePath
		if query == "" {
			query = baseQuery
		}
		authority = baseAuthority
	default:
		if path[0] != '/' && baseAuthority != "" && basePath == "" {
			path = "/" + path
		} else if path[0] != '/' {
			path = basePath[:strings.LastIndex(basePath, "/")+1] + path
		}
		path = dotless(path)
		authority = baseAuthority
	}
	if authority == "" && strings.HasPrefix(path, "//") {
		path = "/." + path
	}
	return baseScheme + authority + path + query + fragment, true
}

// dotless is the pseudocode of RFC 3986, section 5.2.4.
func dotless(in string) string {
	out := ""
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"), strings.HasPrefix(in, "./"):
			_, in, _ = strings.Cut(in, "/")
		case strings.HasPrefix(in, "/./"), in == "/.":
			in = "/" + strings.TrimPrefix(in[2:], "/")
		case strings.HasPrefix(in, "/../"), in == "/..":
			in = "/" + strings.TrimPrefix(in[3:], "/")
			out = out[:max(0, strings.LastIndex(out, "/"))]
		case in == ".", in == "..":
			in = ""
		default:
			end := strings.Index(in[1:], "/") + 1
			if end == 0 {
				end = len(in)
			}
			out, in = out+in[:end], in[end:]
		}
	}
	return out
}

// checkResolve compares Resolve with the RFC's pseudocode.
func checkResolve(t *testing.T, base, ref string) {
	got, ok := parse.Resolve(base, ref)
	if want, wantOK := resolve(base, ref); got != want || ok != wantOK {
		t.Errorf("Resolve(%q, %q) = %q, %t, want %q, %t", base, ref, got, ok, want, wantOK)
	}
}

// TestResolveSmall checks all references of up to five pieces, with bases of all forms.
func TestResolveSmall(t *testing.T) {
	bases := []string{
		"", "//h/a", "x", "x:", "x:a", "x:a/", "x:a/b", "x:/", "x:/a/b", "x://h", "x://h/", "x://h/a/b", "x://h?q",
		"x:.", "x:..", "x:../a", "x:/../a/../b", "x:a/..", "x:a//b", "x:/a?q/r", "x:a#f", "x://", "x:///a",
	}
	refs, last := []string{""}, []string{""}
	for range 5 {
		var longer []string
		for _, ref := range last {
			for _, piece := range []string{"/", ".", "..", "g", "?", "#", "y:"} {
				longer = append(longer, ref+piece)
			}
		}
		refs, last = append(refs, longer...), longer
	}
	for _, base := range bases {
		for _, ref := range refs {
			checkResolve(t, base, ref)
		}
	}
}

// FuzzResolve compares Resolve with the RFC's pseudocode, on references of significant
// pieces.
func FuzzResolve(f *testing.F) {
	pieces := []string{"a", "b", "/", "/", "/", ".", "..", "/../", "/./", "?", "#", ";", "=", ":", "a:", "http://h", "//", "mailto:x", "1:"}
	spell := func(octets []byte) string {
		var b strings.Builder
		for _, c := range octets {
			b.WriteString(pieces[int(c)%len(pieces)])
		}
		return b.String()
	}
	f.Add([]byte("\x0f\x02\x00\x02"), []byte("\x07\x00"))
	f.Add([]byte("\x0f"), []byte("\x09\x00\x0a"))
	f.Add([]byte("\x0e\x02\x00"), []byte("\x06\x10\x00"))
	f.Fuzz(func(t *testing.T, base, ref []byte) {
		checkResolve(t, spell(base), spell(ref))
	})
}

func ExampleResolve() {
	url, _ := parse.Resolve("http://ds.internic.net/rfc/", "rfc1738.txt")
	fmt.Println(url)
	// Output: http://ds.internic.net/rfc/rfc1738.txt
}
