package defang

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
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
	{"www.a.example:80/b.c", "www[.]a[.]example:80/b.c"},
	{"a.example?b.c", "a[.]example?b.c"},
	{"", ""},
	{".", "."},
	{"@", "@"},
	{"://", "://"},
}

func TestAppend(t *testing.T) {
	for _, c := range defanged {
		if got := string(Append([]byte("<"), c.url, len(c.url))); got != "<"+c.want {
			t.Errorf("%q becomes %q, want %q", c.url, got, c.want)
		}
		var d Decoder
		if got := string(d.Append(nil, []byte(c.want), 0, new(offset.Map), true)); got != c.url {
			t.Errorf("%q was %q, want %q", c.want, got, c.url)
		}
	}
}

// TestAppendPart: a part of a URL is the same as in all of it.
func TestAppendPart(t *testing.T) {
	for _, c := range defanged {
		whole := ""
		for n := range len(c.url) + 1 {
			part := string(Append(nil, c.url, n))
			if len(part) < len(whole) || part[:len(whole)] != whole {
				t.Errorf("%q: %d bytes become %q, one less %q", c.url, n, part, whole)
			}
			whole = part
		}
	}
}
