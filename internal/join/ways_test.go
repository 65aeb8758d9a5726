package join

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/verdict"
)

// TestWays checks each way of joining by itself. The text has a URL before "|", and the break after it. If
// the URL continues, it does at "^".
func TestWays(t *testing.T) {
	for _, c := range []struct {
		text   string
		rejoin Rejoin
		in     Delimiter
		way    string // "": no way is possible by the text before the break
	}{
		{"see http://a/b-|\n^c d", Hyphen, Bare, "hyphen"},
		{"> http://a/b-|\n> ^c d", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n\nc", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nhttp://c/", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n1) c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n(c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\na.go:12:c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\na.go:c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n^a.go: c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n^a.example:80/c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n12:c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n10:00:01 c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n2026-11-27 c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n^2026-11-27/c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n2026-11-27T10:00 c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n27/Nov/2026:10:00 c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nNov  7 10:00 c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nSat Nov 27 10:00 c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nERROR c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n^ERRORS c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nann@h:~$ c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n^ann@h/c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nC:\\c>", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\nIn [1]: c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n# c", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n=====\n", Hyphen, Bare, "hyphen"},
		{"http://a/b-|\n^#c", Hyphen, Bare, "hyphen"},
		{"a.go:9:http://a/b-|\na.go:10:^c", Hyphen, Bare, "hyphen"},
		{"a.go:9:http://a/b-|\na.go-10-^c", Hyphen, Bare, "hyphen"},
		{"a.go:9:http://a/b-|\na.go:12:c", Hyphen, Bare, "hyphen"},
		{"a.go:http://a/b-|\na.go:^c", Hyphen, Bare, "hyphen"},
		{"9:http://a/b-|\n10:^c", Hyphen, Bare, "hyphen"},
		{"http://a/b-| c", Hyphen, Bare, "hyphen"},
		{"http://a/b--|\nc", Hyphen, Bare, ""},
		{"http://a/b-|\nc", Wrapped, Bare, ""},
		{"http://a/b-|\nc", None, Bare, ""},
		{"http://a/b|\nc", Hyphen, Bare, ""},
		{"\"http://a/b|\"\n\"c\"", Hyphen, Bare, "literal"},
		{"\"http://a/b|\"\n\"^c.html for more\"", Hyphen, Bare, "literal"},
		{"\"http://a/b|\"\n\"^" + strings.Repeat("c", 80) + "\"", Hyphen, Bare, "literal"},
		{"\"see http://a/b|\"\n\"^c\"", Hyphen, Bare, "literal"},
		{"msgid \"http://a/b|\"\n\"^c\"", Hyphen, Bare, "literal"},
		{"\"http://a/b|\"\n\"c\", d", Hyphen, Bare, "literal"},
		{"f(\"http://a/b|\"\n\"c\")", Hyphen, Bare, "literal"},
		{"\"http://a/b|\", c", Hyphen, Bare, ""},
		{"http://a/b/|\n^c/d.html", Wide, Bare, "wide"},
		{"http://a/b/|\nc/d.html and more", Wide, Bare, "wide"},
		{"http://a/b|\nc/d.html", Wide, Bare, "wide"},
		{"http://a/b/|\nword", Wide, Bare, "wide"},
		{"http://a/b/|\nann@c.example", Wide, Bare, "wide"},
		{"http://a/b/|\n^~ann@c/d", Wide, Bare, "wide"},
		{"http://a/b/|\n/c/d", Wide, Bare, "wide"},
		{"http://a/b/|\nc/d.html", Hyphen, Bare, ""},
		{"http://www.|\n^a.org/b", Blanks, Bare, "blanks"},
		{"http://www.| ^a.org/b", Blanks, Bare, "blanks"},
		{"http://www.|\n\na.org/b", Blanks, Bare, "blanks"},
		{"> http://www.a.org/|\n> ^b/c.html", Blanks, Bare, "blanks"},
		{"http://www.a.org/|\nhttp://c/d.html", Blanks, Bare, "blanks"},
		{"http://www.a.org/|\na.go:12:c", Blanks, Bare, "blanks"},
		{"http://www.a.org/|\n12. c", Blanks, Bare, "blanks"},
		{"http://www.a.org/b-|\n^c", Blanks, Bare, "hyphen"},
		{"http://www.a.org/b-| ^c1", Blanks, Bare, "hyphen"},
		{"http://www.a.org/b| and", Blanks, Bare, "blanks"},
		{"http://www.a.org/b,| c/d.html", Blanks, Bare, ""},
		{"http://www.a.org/b| ^.html", Blanks | Wide, Bare, "wide"},
		{"http://www.a.org/b/|\n^c/d.html", Blanks | Wide, Bare, "wide"},
		{"http://www.a.org/b/|\n^c/d.html and more", Blanks | Wide, Bare, "wide"},
		{"<http://www.a.org/b| .html>", Blanks, Angle, "brackets"},
		{"<URL:http://a/b|\n  ^c>", Hyphen, Wrapper, "brackets"},
		{"<URL:http://a/b| ^c>", None, Wrapper, "brackets"},
		{"<URL:http://a/b|\n\nc>", Hyphen, Wrapper, "brackets"},
		{"<http://a/b| c>", Hyphen, Angle, "brackets"},
		{"<http://a/b| ^c>", Wide, Angle, "brackets"},
		{"<http://a/b| ^>", Hyphen, Angle, "brackets"},
	} {
		before, after, _ := strings.Cut(c.text, "|")
		after, rest, joins := strings.Cut(after, "^")
		data := []byte(before + after + rest)
		start := strings.Index(before, "http")
		line := bytes.LastIndexByte(data[:start], '\n') + 1
		b := &Break{
			Data: data, EOF: true, At: len(before), Delimiter: c.in, Last: before[len(before)-1], Dash: strings.HasSuffix(before, "--"), Begun: true, Lines: 1,
			Line: data[line : start+1], Width: len(before) - start, Room: 100,
			URL: data[start:len(before)], Source: data[start:len(before)], HostAt: len("http://"),
		}
		r := &Rules{Rejoin: c.rejoin, MaxLines: 10}
		w := r.Way(b)
		if w == nil {
			if c.way != "" {
				t.Errorf("%q: no way, want %s", c.text, c.way)
			}
			continue
		}
		j := r.Join(w, b)
		if w.name != c.way || (j.Verdict == verdict.Yes) != joins || joins && j.Next != len(before)+len(after) {
			t.Errorf("%q: %s, %+v", c.text, w.name, j)
		}
		r.MaxLines = 1
		if j := r.Join(w, b); j.Verdict == verdict.Yes && strings.Contains(after, "\n") {
			t.Errorf("%q: joined over a line with MaxLines 1", c.text)
		}
	}
}
