package join

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/verdict"
)

// TestWays checks each way of joining by itself. The text has a URL before "|", and the break after it. If
// the URL continues, it does at "^". If "|" is in the text, the mark is "¦".
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
		// Rows of boxes.
		{"│ http://a.example/b| │\n│ ^c01234567890123456 │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ ^-----------------c │", Hyphen, Bare, "box"},
		{"┃http://a.example/bcd|┃\n┃^c0123456789012345678┃", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ c012345678901234   │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ ^c?d=0123456789     │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ c/d/e and more     │", Hyphen, Bare, "box"},
		{"│ see the page at my │\n│ http://a.example/b| │\n│ ^c/d/e and more     │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ 100% of 3 files    │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │ 200 │\n│ /c/d/e             │ 404 │", Hyphen, Bare, "box"},
		{"│ 0 │ http://a.example/b| │\n│ 1 │ c0123456789012345  │", Hyphen, Bare, "box"},
		{"│ docs │ http://a.example/b| │\n│      │ deprecated         │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ http://a.example/c │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n├────────────────────┤", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ ------------------ │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n| c0123456789012345 |", Hyphen, Bare, "box"},
		{"│ http://a.example/b|     │\n│ c01234567890123456     │", Hyphen, Bare, ""},
		{"| http://a.example/b¦ |\n| c01234567890123456 |", Hyphen, Bare, ""},
		{"| http://a.example/b¦ |\n| ^c01234567890123456 |", Terminal, Bare, "terminal"},
		{"│ docs │ http://a.example/b| │\n│      │ cdef/g             │", Hyphen, Bare, "box"},
		{"│ docs │ http://a.example/b| │\n│      │ ^cdefghijklmnopqrst │", Hyphen, Bare, "box"},
		{"│ https://a.example| │\n│ bcdefghijklmnopqr │", Hyphen, Bare, "box"},
		{"│ http://a.example/b| │\n│ sha256:01234567890 │", Hyphen, Bare, "box"},
		{"│ docs │ http://a.example/b| │\n│ home │ cde                │", Hyphen, Bare, "box"},

		// Rows that are full by other evidence.
		{"see http://a.example/b|\n^c01234567890123456789/", Terminal, Bare, "terminal"},
		{"see http://a.example/some/long/path/over/|\n^c0123.html", Terminal, Bare, "terminal"},
		{"see http://a.example/some/long/path/over/|\n^c0123.html and more", Terminal, Bare, "terminal"},
		{"see http://a.example/some/long/path/over/t|\nhe and more", Terminal, Bare, "terminal"},
		{"see http://a.example/some/long/path/over/t|\nhe", Terminal, Bare, "terminal"},
		{"see http://a.example/b|\nc/d.html", Terminal, Bare, "terminal"},
		{"look and see https://|\n^www.a.example/some/p", Terminal, Bare, "terminal"},
		{"see that, https://|\nand more", Terminal, Bare, "terminal"},
		{"see at this, https://a|\n^b.example/c and more", Terminal, Bare, "terminal"},
		{"• see http://a.example/some/long/path/ov|\n  ^er/the.html", Terminal, Bare, "terminal"},
		{"• see http://a.example/some/long/path/ov|\n   er/the.html", Terminal, Bare, "terminal"},
		{"  9 │ http://a.example/some/long/path/ov|\n    │ ^er/the.html", Terminal, Bare, "terminal"},
		{"  9 │ http://a.example/some/long/path/ov|\n 10 │ ^er/the.html", Terminal, Bare, "terminal"},
		{"  9 │ http://a.example/some/long/path/ov|\n 12 │ er/the.html", Terminal, Bare, "terminal"},
		{"a row that is longer than that of the URL is\nhttp://a.example/some/long/path/over/some|\nwords/the.html", Terminal, Bare, "terminal"},
		{"# http://a.example/some/long/path/over/the|\ncode = name/0", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\nname_0 = x", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\n.RE", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\n- item/0", Terminal, Bare, "terminal"},

		{"so see https://a.example/some/long/path/issues/60|\nbugs.example.org/show?id=2", Terminal, Bare, "terminal"},
		{"this is a line of words with a few more of it\nhttps://a.example/some/long/path/to/version.html|\nfeature.", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\ngit@a.example:b/c", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\n100%", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\nHTTP/1.1 200 OK", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\n/home/ann/src", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\nsrc/a/b.go changed", Terminal, Bare, "terminal"},
		{"http://a.example/some/long/path/over/this|\n^src/a/b.go", Terminal, Bare, "terminal"},
		{"+look at http://a.example/some/long/path/ov|\n+^er/the.html", Terminal, Bare, "terminal"},
		{"-look at http://a.example/some/long/path/ov|\n-^er/the.html", Terminal, Bare, "terminal"},
		{"- look at http://a.example/some/long/path/ov|\n- er/the.html", Terminal, Bare, "terminal"},
		{" 9 see http://a.example/some/long/path/ov|\n10 ^er/the.html", Terminal, Bare, "terminal"},
		{" 9 see http://a.example/some/long/path/ov|\n   ^er/the.html", Terminal, Bare, "terminal"},
		{"9 of them: http://a.example/some/long/path/ov|\n^er/the.html", Terminal, Bare, "terminal"},
		{"+see http://a/b-|\n+^c", Hyphen, Bare, "hyphen"},
		{"-see http://a/b-|\n-^c", Hyphen, Bare, "hyphen"},
		{"- see http://a/b-|\n- c", Hyphen, Bare, "hyphen"},
		{"┊ see http://a/b-|\n┊ ^c", Hyphen, Bare, "hyphen"},
		{"see http://a/b-|\n┊ c", Hyphen, Bare, "hyphen"},
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
		mark := "|"
		if strings.Contains(c.text, "¦") {
			mark = "¦"
		}
		before, after, _ := strings.Cut(c.text, mark)
		after, rest, joins := strings.Cut(after, "^")
		data := []byte(before + after + rest)
		start := strings.Index(before, "http")
		line := bytes.LastIndexByte(data[:start], '\n') + 1
		b := &Break{
			Data: data, EOF: true, At: len(before), Delimiter: c.in, Last: before[len(before)-1], Dash: strings.HasSuffix(before, "--"), Begun: !strings.HasSuffix(before, "//"), Lines: 1,
			Dotless: strings.HasSuffix(before, "://a"),
			Line:    data[line : start+1], Width: len(before) - start, Room: 100, Layout: new(Layout),
			URL: data[start:len(before)], Source: data[start:len(before)], HostAt: len("http://"),
		}
		r := &Rules{Rejoin: c.rejoin, MaxLines: 10}
		i := slices.IndexFunc(r.Ways(b), func(w Way) bool {
			return w.mayApply(r, b) && (w.name == c.way || c.way == "" && w.name != "box" && w.name != "terminal")
		})
		if i < 0 {
			if c.way != "" {
				t.Errorf("%q: not %s", c.text, c.way)
			}
			continue
		}
		ws := r.Ways(b)[i:]
		j := r.Join(ws, b)
		if ws[0].name != c.way || (j.Verdict == verdict.Yes) != joins || joins && j.Next != len(before)+len(after) {
			t.Errorf("%q: %s, %+v", c.text, ws[0].name, j)
		}
		r.MaxLines = 1
		*b.Layout = Layout{}
		if j := r.Join(ws, b); j.Verdict == verdict.Yes && strings.Contains(after, "\n") {
			t.Errorf("%q: joined over a line with MaxLines 1", c.text)
		}
	}
}
