package extract

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// TestHref checks the links of matches, which are URLs by RFC 3986 for addresses.
func TestHref(t *testing.T) {
	for _, c := range []struct {
		kind      Kind
		url, want string
	}{
		{Bare, "HTTP://a.example/é", "HTTP://a.example/é"},
		{Schemeless, "www.a.example/b?c", "http://www.a.example/b?c"},
		{Email, "joe@a.example", "mailto:joe@a.example"},
		{Email, "a+b.c'd@a.example", "mailto:a+b.c'd@a.example"},
		{Email, "100%/?#&=^`{|}@a.example", "mailto:100%25%2F%3F%23%26%3D%5E%60%7B%7C%7D@a.example"},
		{Email, "jürgen@bücher.example", "mailto:j%C3%BCrgen@b%C3%BCcher.example"},
	} {
		m := Match{Kind: c.kind, URL: c.url}
		got := m.Href()
		if got != c.want {
			t.Errorf("%v %q: %q, want %q", c.kind, c.url, got, c.want)
		}
		if u, err := parse.Parse(got, parse.RFC3986); c.kind == Email && (err != nil || len(u.MailFields()) != 1 || u.MailFields()[0].Value != c.url) {
			t.Errorf("%q: %v, %v", got, u.MailFields(), err)
		}
	}
}

// TestHrefOfAddresses checks that the link of any address in a text leads to that address.
func TestHrefOfAddresses(t *testing.T) {
	const atext = "a!#$%&'*+-/=?^_{|}~é.b"
	var b strings.Builder
	for _, first := range atext {
		for _, second := range atext {
			b.WriteString("to x" + string(first) + string(second) + "y@a.example\n")
		}
	}
	n := 0
	for m, err := range Text(b.String(), &Options{Kinds: []Kind{Email}}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if u, err := parse.Parse(m.Href(), parse.RFC3986); err != nil || u.MailFields()[0].Value != m.URL {
			t.Errorf("%q: %q, %v", m.URL, m.Href(), err)
		}
	}
	if n < 300 {
		t.Errorf("only %d addresses", n)
	}
}

// TestTextOfAnyKind checks that Text decodes nothing, whatever the text begins with and the
// options say.
func TestTextOfAnyKind(t *testing.T) {
	for _, text := range []string{
		"From: bob\nContent-Transfer-Encoding: base64\n\nsee http://a.example/ ",
		"From a@b Thu Jan  1 00:00:00 1970\nFrom: bob\n\nhttp://a.example/",
		"<html><!-- http://a.example/ -->", "BEGIN:VCALENDAR\nURL:http://a.example/", "a\x00 http://a.example/", "%PDF-1.7\n(http://a.example/)",
	} {
		for _, o := range []*Options{nil, {}, {Input: InputMail}} {
			n := 0
			for m, err := range Text(text, o) {
				if n++; err != nil || m.URL != "http://a.example/" || m.Message != nil || m.Document != nil {
					t.Errorf("%q: %v, %v", text, m, err)
				}
			}
			if n != 1 {
				t.Errorf("%q: %d URLs", text, n)
			}
		}
	}
	for m, err := range Text("http://a.example/", &Options{MaxURL: -1}) {
		if err == nil {
			t.Error(m)
		}
	}
}
