package parse_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// TestHosts checks HostASCII and HostUnicode.
func TestHosts(t *testing.T) {
	for _, c := range []struct{ url, ascii, unicode string }{
		{"http://WWW.Example.com./", "www.example.com.", "www.example.com."},
		{"http://b\u00fccher.example/", "xn--bcher-kva.example", "b\u00fccher.example"},
		{"http://B%C3%9Ccher.example/", "xn--bcher-kva.example", "b\u00fccher.example"},
		{"http://xn--BCHER-kva.example:80/", "xn--bcher-kva.example", "b\u00fccher.example"},
		{"http://xn--a-.example/", "xn--a-.example", "xn--a-.example"},
		{"http://\u4e00\u3002example/", "xn--4gq.example", "\u4e00.example"},
		{"http://a_b.example/", "a_b.example", "a_b.example"},
		{"http://[2001:DB8::1]/", "[2001:db8::1]", "[2001:db8::1]"},
		{"http://192.0.2.1/", "192.0.2.1", "192.0.2.1"},
		{"http://" + strings.Repeat("\u4e00", 100) + ".example/", "", ""},
		{"file:///a", "", ""},
		{"mailto:a@b.example", "", ""},
	} {
		u, err := parse.Parse(c.url, parse.Lenient)
		if err != nil {
			t.Fatal(err)
		}
		if got := u.HostASCII(); got != c.ascii {
			t.Errorf("%s: in the DNS %q, want %q", c.url, got, c.ascii)
		}
		if got := u.HostUnicode(); got != c.unicode {
			t.Errorf("%s: for people %q, want %q", c.url, got, c.unicode)
		}
		if u, err := u.At(parse.RFC1738); err == nil && u.HostASCII() != c.ascii {
			t.Errorf("%s: in the DNS %q at RFC1738, want %q", c.url, u.HostASCII(), c.ascii)
		}
	}
	if u := (parse.URL{}); u.HostASCII() != "" || u.HostUnicode() != "" || u.DecodedPath() != "" || u.MailFields() != nil {
		t.Error("the zero URL has something")
	}
}

// TestDecodedPath checks DecodedPath.
func TestDecodedPath(t *testing.T) {
	for _, c := range []struct{ url, path string }{
		{"http://a.example", ""},
		{"http://a.example/b%20c/%7Ed?e%20f#g%20h", "/b c/~d"},
		{"http://a.example/%2F%2f%", "///%"},
		{"http://a.example/100%/%4%4", "/100%/%4%4"},
		{"http://a.example/%25%34%31", "/%41"},
		{"http://a.example/%ff", "/\xff"},
		{"mailto:a%40b", "a@b"},
	} {
		for _, level := range parse.Levels() {
			if u, err := parse.Parse(c.url, level); err == nil && u.DecodedPath() != c.path {
				t.Errorf("%s at %v: %q, want %q", c.url, level, u.DecodedPath(), c.path)
			}
		}
	}
}

// TestMailFields checks the examples of RFC 6068, section 6, and others.
func TestMailFields(t *testing.T) {
	for _, c := range []struct {
		url  string
		want []parse.Field
	}{
		{"mailto:chris@example.com", []parse.Field{{"to", "chris@example.com"}}},
		{"mailto:infobot@example.com?subject=current-issue", []parse.Field{{"to", "infobot@example.com"}, {"subject", "current-issue"}}},
		{"mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index", []parse.Field{{"to", "infobot@example.com"}, {"body", "send current-issue\r\nsend index"}}},
		{"mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E", []parse.Field{{"to", "list@example.org"}, {"In-Reply-To", "<3469A91.D10AF4C@example.com>"}}},
		{"mailto:?to=joe@example.com&cc=bob@example.com&body=hello", []parse.Field{{"to", "joe@example.com"}, {"cc", "bob@example.com"}, {"body", "hello"}}},
		{"mailto:gorby%25kremvax@example.com", []parse.Field{{"to", "gorby%kremvax@example.com"}}},
		{"mailto:addr1@an.example,addr2@an.example", []parse.Field{{"to", "addr1@an.example,addr2@an.example"}}},
		{"mailto:a@b.example?subject=1+1=2&x&=y&z=#top", []parse.Field{{"to", "a@b.example"}, {"subject", "1+1=2"}, {"z", ""}}},
		{"MAILTO:a@b.example", []parse.Field{{"to", "a@b.example"}}},
		{"http://a.example/?subject=x", nil},
	} {
		for _, level := range parse.Levels() {
			if u, err := parse.Parse(c.url, level); err == nil && !slices.Equal(u.MailFields(), c.want) {
				t.Errorf("%s at %v: %q, want %q", c.url, level, u.MailFields(), c.want)
			}
		}
	}
}

// TestNetURLError checks that an error of package net/url does not show the password.
func TestNetURLError(t *testing.T) {
	u, err := parse.Parse("http://joe:secret@a%20b/", parse.Lenient)
	if err != nil {
		t.Fatal(err)
	}
	n, err := u.NetURL()
	var parsing *url.Error
	if n != nil || !errors.As(err, &parsing) || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v, %v", n, err)
	}
}

// FuzzNetURL checks that package net/url parses the same components as package parse, and
// that the other conversions return a result for any valid URL.
func FuzzNetURL(f *testing.F) {
	for _, s := range []string{
		"http://joe:pw@a.example:80/b%20c?d=e%#f", "http://a.example/%", "http://[::1]:8/", "mailto:a@b.example?subject=x", "x:", "http://b\u00fccher.example/{a}|b",
		"file:///a%2Fb", "ftp://a.example/b;type=i", "http://@a.example", "//", "http://a%2eb/",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := parse.Parse(text, parse.Lenient)
		if err != nil {
			return
		}
		u.HostASCII()
		u.HostUnicode()
		u.MailFields()
		n, err := u.NetURL()
		if err != nil {
			return
		}
		if n.Scheme != u.Scheme {
			t.Errorf("%q: scheme %q, want %q", text, n.Scheme, u.Scheme)
		}
		if n.Opaque == "" && n.Path != u.DecodedPath() {
			t.Errorf("%q: path %q, want %q", text, n.Path, u.DecodedPath())
		}
		if n.Port() != u.Port.Value {
			t.Errorf("%q: port %q, want %q", text, n.Port(), u.Port.Value)
		}
	})
}
