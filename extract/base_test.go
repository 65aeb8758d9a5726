package extract

import (
	"slices"
	"strings"
	"testing"
)

// TestBase checks which base URL a relative reference is resolved against, and the number
// of those that have none.
func TestBase(t *testing.T) {
	const given = "https://g.example/d/page.html"
	part := func(fields, html string) string {
		return "From: a\nContent-Type: text/html\n" + fields + "\n" + html + "\n"
	}
	for _, c := range []struct {
		name, base string
		input      Input
		text       string
		want       []string
		without    int64
	}{
		{"none", "", InputHTML, `<a href=b><img src=/i><a href=//n.example/>`, nil, 3},
		{"the option", given, InputHTML, `<a href=b><img src=/i><a href=//n.example/>`, []string{"https://g.example/d/b", "https://g.example/i", "https://n.example/"}, 0},
		{"canonical", "", InputHTML, `<link rel=canonical href="https://c.example/"><a href=b>`, []string{"https://c.example/"}, 1},
		{"canonical and the option", given, InputHTML, `<link rel=canonical href="https://c.example/"><a href=b>`, []string{"https://c.example/", "https://g.example/d/b"}, 0},
		{"style sheet", given, InputHTML, `<style>a{background:url(b.png)}</style>`, []string{"https://g.example/d/b.png"}, 0},
		{"the page itself", given, InputHTML, `<a href=#a><a href=""><a href=?q>`, []string{"https://g.example/d/page.html#a", "https://g.example/d/page.html?q"}, 0},
		{"the page itself, no base", "", InputHTML, `<a href=#a><a href=""><a href=?q>`, nil, 1},
		{"scheme", "", InputHTML, `<a href="javascript:a()"><a href="x-b:c"><a href=" mailto:">`, nil, 0},
		{"colon without a scheme", "", InputHTML, `<a href="b/c:d"><a href="1:2"><a href="é:b"><a href="b?http://u.example/">`, []string{"http://u.example/"}, 4},
		{"a value of a script", given, InputHTML, `<div data-x=b value=c>`, nil, 0},
		{"no HTML", given, InputText, `<a href=b>`, nil, 0},

		{"<base>", given, InputHTML, `<base href="http://b.example/e/"><a href=b>`, []string{"http://b.example/e/", "http://b.example/e/b"}, 0},
		{"relative <base>", given, InputHTML, `<base href="../e/"><a href=b>`, []string{"https://g.example/e/", "https://g.example/e/b"}, 0},
		{"first of two", given, InputHTML, `<base href=e/><base href="http://b.example/"><a href=b>`,
			[]string{"https://g.example/d/e/", "http://b.example/", "https://g.example/d/e/b"}, 0},
		{"relative <base>, no base", "", InputHTML, `<base href=e/><base href="http://b.example/"><a href=b>`, []string{"http://b.example/", "http://b.example/b"}, 1},

		{"mail", given, InputMail, part("", `<a href=b>`), []string{"https://g.example/d/b"}, 0},
		{"Content-Base", given, InputMail, part("Content-Location: http://l.example/\nContent-Base: <http://b.example/e/>\n", `<a href=b>`), []string{"http://l.example/", "http://b.example/e/", "http://b.example/e/b"}, 0},
		{"Content-Location", given, InputMail, part("Content-Location: http://l.example/d/p\n", `<a href=b>`), []string{"http://l.example/d/p", "http://l.example/d/b"}, 0},
		{"relative Content-Location", given, InputMail, part("Content-Location: p\n", `<a href=b>`), []string{"https://g.example/d/b"}, 0},
		{"relative <base>, Content-Location", given, InputMail, part("content-location: http://l.example/d/p\n", `<base href=e/><a href=b>`), []string{"http://l.example/d/p", "http://l.example/d/e/", "http://l.example/d/e/b"}, 0},
		{"of another part", "", InputMail, "Content-Type: multipart/related; boundary=x\n\n--x\nContent-Type: text/html\nContent-Location: http://l.example/\n\n<a href=b>\n--x\nContent-Type: text/html\n\n<a href=c>\n--x--\n",
			[]string{"http://l.example/", "http://l.example/b"}, 1},
		{"mail, no base", "", InputMail, part("", `<a href=b><a href=c>`), nil, 2},
	} {
		s := NewScanner(strings.NewReader(c.text), &Options{Input: c.input, Base: c.base})
		for range 2 {
			var got []string
			for s.Scan() {
				got = append(got, string(s.URL()))
			}
			if s.Err() != nil || !slices.Equal(got, c.want) || s.Counts().WithoutBase != c.without {
				t.Errorf("%s: got %q and %d without a base, want %q and %d (error %v)", c.name, got, s.Counts().WithoutBase, c.want, c.without, s.Err())
			}
			s.Reset(strings.NewReader(c.text))
		}
	}
}

// TestBaseInvalid checks which values of Options.Base are invalid.
func TestBaseInvalid(t *testing.T) {
	long := "http://a.example/" + strings.Repeat("b", 4<<10-len("http://a.example/"))
	for base, want := range map[string]bool{
		"http://a.example": true, "file:///d/": true, "x://a.example/?b#c": true, "https://bücher.example/": true, long: true,
		"a.example": false, "//a.example/": false, "/d/": false, "mailto:a@a.example": false, "urn:a:b": false,
		"http:a": false, "http://a b/": false, " http://a.example/": false, long + "b": false,
	} {
		s := NewScanner(strings.NewReader("http://u.example/"), &Options{Base: base})
		if err := s.Err(); (err == nil) != want || s.Scan() != want {
			t.Errorf("%.40q: %v", base, err)
		}
	}
}
