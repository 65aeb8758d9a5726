package defang

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/parse"
)

var defanged = []struct{ url, want string }{
	{"http://a.example/b.c?d.e#f.g", "hxxp://a[.]example/b.c?d.e#f.g"},
	{"https://a.b.example:80", "hxxps://a[.]b[.]example:80"},
	{"HTTP://A.EXAMPLE/", "HXXP://A[.]EXAMPLE/"},
	{"Https://a.example/", "Hxxps://a[.]example/"},
	{"ftp://joe.b:pw@a.example/", "fxp://joe[.]b:pw[@]a[.]example/"},
	{"ftps://a.example", "fxps://a[.]example"},
	{"sftp://a.example/", "sftp://a[.]example/"},
	{"svn+http://a.example/", "svn+http://a[.]example/"},
	{"http://192.0.2.1/", "hxxp://192[.]0[.]2[.]1/"},
	{"http://[::ffff:192.0.2.1]:80/a.b", "hxxp://[::ffff:192.0.2.1]:80/a.b"},
	{"http://bücher.example./", "hxxp://bücher[.]example./"},
	{"http://a..b.example/..", "hxxp://a..b[.]example/.."},
	{"http://localhost/", "hxxp://localhost/"},
	{"http://a.example/?u=http://b.example/c.d&e", "hxxp://a[.]example/?u=hxxp://b[.]example/c.d&e"},
	{"http://a.example//b.c/http", "hxxp://a[.]example//b.c/http"},
	{"http://a.example/@b.c/d", "hxxp://a[.]example/@b.c/d"},
	{"mailto:joe.b@a.example?cc=ann@b.example", "mailto:joe.b[@]a[.]example?cc=ann[@]b[.]example"},
	{"news:comp.lang.c", "news:comp.lang.c"},
	{"urn:a:b.c", "urn:a:b.c"},
	{"joe.b@a.example", "joe[.]b[@]a[.]example"},
	{"192.0.2.1:80/b.c", "192[.]0[.]2[.]1:80/b.c"},
	{"www.a.example:80/b.c", "www[.]a[.]example:80/b.c"},
	{"a.example?b.c", "a[.]example?b.c"},
	{"", ""},
	{".", "."},
	{"@", "@"},
	{"://", "://"},
}

// TestAppend checks that URLs are defanged, and restored by a Decoder.
func TestAppend(t *testing.T) {
	for _, c := range defanged {
		if got := string(Append([]byte("<"), c.url, len(c.url))); got != "<"+c.want {
			t.Errorf("%q becomes %q, want %q", c.url, got, c.want)
		}
		if got := refanged(c.want); got != c.url {
			t.Errorf("%q was %q, want %q", c.want, got, c.url)
		}
	}
}

// TestAppendPart checks that a part of a URL is defanged as it is in the whole URL.
func TestAppendPart(t *testing.T) {
	for _, c := range defanged {
		checkPart(t, c.url)
	}
}

func checkPart(t *testing.T, url string) {
	t.Helper()
	whole := ""
	for n := range len(url) + 1 {
		part := string(Append(nil, url, n))
		if !strings.HasPrefix(part, whole) {
			t.Errorf("%q: %d bytes become %q, one less %q", url, n, part, whole)
		}
		whole = part
	}
}

// FuzzAppend checks that any URL is restored by a Decoder.
func FuzzAppend(f *testing.F) {
	for _, c := range defanged {
		f.Add(c.url)
	}
	f.Fuzz(func(t *testing.T, url string) {
		if len(url) > 1000 {
			t.Skip("each of its beginnings is tried")
		}
		checkPart(t, url)
		if _, err := parse.Parse(url, parse.Lenient); err != nil || refanged(url) != url {
			return // no URL, or a URL with notations
		}
		if got := refanged(string(Append(nil, url, len(url)))); !strings.EqualFold(got, url) {
			t.Errorf("%q becomes %q, and that %q", url, Append(nil, url, len(url)), got)
		}
	})
}

func refanged(text string) string {
	var d Decoder
	return string(d.Append(nil, []byte(text), 0, new(offset.Map), true))
}
