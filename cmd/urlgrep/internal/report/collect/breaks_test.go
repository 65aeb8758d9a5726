package collect

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
)

// TestBreaks checks the ways in which the first URL of a text is broken.
func TestBreaks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"http://a.example/b", ""},
		{"<URL:http://a.example/\nb>", "line break only"},
		{"<URL:http://a.example/\r\nb>", "line break only"},
		{"<URL:http://a.example/b\n>", "line break only"},
		{"> <URL:http://a.example/b\n> >", "quote mark"},
		{"<URL:http://a.example/ \nb>", "white space before the line break"},
		{"<URL:http://a.example/\n  b>", "indented next line"},
		{"> <URL:http://a.example/\n> b>", "quote mark"},
		{">> <URL:http://a.example/\n>> b>", "quote mark"},
		{"| <URL:http://a.example/\n| b>", "quote mark"},
		{"JD> <URL:http://a.example/\nJD> b>", "quote mark"},
		{"# <URL:http://a.example/\n# b>", "comment leader"},
		{"// <URL:http://a.example/\n// b>", "comment leader"},
		{" * <URL:http://a.example/\n * b>", "comment leader"},
		{"<URL:http://a.example/\n#b>", "line break only"},
		{"http://a.example/b-\nc", "hyphen"},
		{"> http://a.example/b-\n> c", "quote mark, hyphen"},
		{"> <URL:http://a.example/\n>   b/\n> c-\n> d>", "quote mark, hyphen"},
		{"<URL:http://a.example/\n  b/ \nc-\nd>", "white space before the line break, indented next line, hyphen"},
		{`"http://a.example/b/"` + "\n" + `"c/d"`, "string literals"},
		{"<URL:http://a.example/?b=\nc>", "line break only"},
	} {
		for m, err := range extract.Bytes([]byte(test.text), &extract.Options{Input: extract.InputText, SkipPlaces: true}) {
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, w := range waysToBreak {
				if breaksOf(&m)>>i&1 == 1 {
					got = append(got, w.name)
				}
			}
			if got := strings.Join(got, ", "); got != test.want {
				t.Errorf("%q: %q, want %q (URL %s, rejoined %v)", test.text, got, test.want, m.URL, m.Rejoined)
			}
			break
		}
	}
}
