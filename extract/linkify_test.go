package extract_test

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

// TestLinkify checks that the HTML of the example has no markup except for links with an
// allowed scheme, and shows the text unchanged.
func TestLinkify(t *testing.T) {
	link := regexp.MustCompile(`<a href="([^"<>']*)">|</a>`)
	allowed := regexp.MustCompile(`^(?i:ftp|http|https|mailto):[^\x00-\x20]*$`)
	for _, c := range []struct {
		text  string
		links int
	}{
		{"<URL:http://a.example/?b&c>, http://a.example/'onclick='b and <http://a.example/>", 3},
		{"<URL:HTTP://a.example/> <URL:mailto:joe@a.example> ftp://a.example/", 3},
		{"<URL:ht\ntp://a.example/\n  b>", 1},
		{"<URL:javascript:alert(1)>", 0},
		{"<URL:JavaScript:alert(1)>", 0},
		{"<URL:java\nscript:alert(1)>", 0},
		{"<URL:java\r\n  script:alert(1)//http://a.example/>", 0},
		{"> <URL:java\n> script:alert(1)>", 0},
		{"<URL:javascript\n:alert(1)>", 0},
		{"URL:javascript:alert(1) <javascript:alert(1)> javascript:alert(1)", 0},
		{"javascript://a.example/%0Aalert(1) <javascript://a.example/%0Aalert(1)>", 0},
		{"<URL:vbscript:msgbox(1)> <URL:vb\nscript:msgbox(1)>", 0},
		{"<URL:data:text/html,<script>alert(1)</script>>", 0},
		{"<URL:data:text/html;base64,PHNjcmlwdD4=> <URL:da\nta:text/html,b>", 0},
		{"<URL:view-source:http://a.example/> <URL:jar:http://a.example/!/b> <URL:file:///b>", 0},
		{"</a><script>alert(1)</script>&lt;b&gt; \x00", 0},
		{"http://a.example/\" onmouseover=\"alert(1) http://a.example/\"><b>", 2},
		{"\xFFhttp://a.example/\xE9<b>", 1},
	} {
		page, err := linkify(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
		}
		links := 0
		for _, m := range link.FindAllStringSubmatch(page, -1) {
			if m[0] == "</a>" {
				continue
			}
			if links++; !allowed.MatchString(html.UnescapeString(m[1])) {
				t.Errorf("%q: link to %q", c.text, m[1])
			}
		}
		if links != c.links {
			t.Errorf("%q: %d links, want %d: %s", c.text, links, c.links, page)
		}
		rest := link.ReplaceAllString(page, "")
		if strings.ContainsAny(rest, `<>"'`) {
			t.Errorf("%q: markup in %s", c.text, rest)
		}
		if shown := html.UnescapeString(rest); shown != c.text {
			t.Errorf("%q: shows %q", c.text, shown)
		}
	}
}
