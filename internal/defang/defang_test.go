package defang

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

var defanged = []struct{ url, want string }{
	{"http://a.example/b.c?d.e#f.g", "hxxp://a[.]example/b.c?d.e#f.g"},
	{"https://a.b.example:80", "hxxps://a[.]b[.]example:80"},
	{"HTTP://A.EXAMPLE/", "HXXP://A[.]EXAMPLE/"},
	{"Https://a.example/", "Hxxps://a[.]example/"},
	{"ftp://joe.b:pw@a.example/", "fxp://joe[.]b:pw[@]a[.]example/"},
	{"ftps://a.example", "fxps://a[.]example"},
	{"sftp://a.example/", "sftp[:]//a[.]example/"},
	{"svn+http://a.example/", "svn+http[:]//a[.]example/"},
	{"http://192.0.2.1/", "hxxp://192[.]0[.]2[.]1/"},
	{"http://[::ffff:192.0.2.1]:80/a.b", "hxxp://[::ffff:192.0.2.1]:80/a.b"},
	{"http://bücher.example./", "hxxp://bücher[.]example./"},
	{"http://a..b.example/..", "hxxp://a..b[.]example/.."},
	{"http://localhost/", "hxxp://localhost/"},
	{"http://a.example/?u=http://b.example/c.d&e", "hxxp://a[.]example/?u=hxxp://b[.]example/c.d&e"},
	{"http://a.example//b.c/http", "hxxp://a[.]example//b.c/http"},
	{"http://a.example/@b.c/d", "hxxp://a[.]example/@b.c/d"},
	{"mailto:joe.b@a.example?cc=ann@b.example", "mailto[:]joe.b[@]a[.]example?cc=ann[@]b[.]example"},
	{"news:comp.lang.c", "news[:]comp.lang.c"},
	{"urn:a:b.c", "urn[:]a:b.c"},
	{"file://host/x.exe", "file[:]//host/x.exe"},
	{"file:///C:/x.exe", "file[:]///C:/x.exe"},
	{"search-ms:query=x&crumb=location:\\\\192.0.2.1\\x", "search-ms[:]query=x&crumb=location:\\\\192[.]0[.]2[.]1\\x"},
	{"ms-msdt:/id PCWDiagnostic", "ms-msdt[:]/id PCWDiagnostic"},
	{"smb://a.example/b", "smb[:]//a[.]example/b"},
	{"vscode://file/b", "vscode[:]//file/b"},
	{"ssh://joe:pw@a.example:22", "ssh[:]//joe:pw[@]a[.]example:22"},
	{"telnet://[::1]/", "telnet[:]//[::1]/"},
	{"javascript:alert(1)", "javascript[:]alert(1)"},
	{"javascript:", "javascript[:]"},
	{"VBScript:MsgBox", "VBScript[:]MsgBox"},
	{"data:,a.com", "data[:],a[.]com"},
	{"tel:+15105550101", "tel[:]+15105550101"},
	{"about:blank", "about[:]blank"},
	{"ms-word:ofe|u|http://a.example/b", "ms-word[:]ofe|u|hxxp://a[.]example/b"},
	{"jar:file:/a!/b", "jar[:]file[:]/a!/b"},
	{"view-source:https://a.example/", "view-source[:]hxxps://a[.]example/"},
	{"x:y", "x[:]y"},
	{"x:", "x[:]"},
	{"x://a.hxxp:/b", "x[:]//a.[h]xxp:/b"},
	{"foo://2", "foo[://]2"},
	{"foo://192.0.2.1/?a=b://1&ssh://1", "foo[://]192[.]0[.]2[.]1/?a=b[://]1&ssh[:]//1"},
	{"x1:80", "x1[:]80"},
	{"x-a+b.c:y", "x-a+b[.]c[:]y"},
	{"com.example.app://open", "com[.]example[.]app[:]//open"},
	{"hTtp://a.example/", "hTtp[:]//a[.]example/"},
	{"http:a", "http[:]a"},
	{"http:/a", "[h]ttp[:]/a"},
	{"http:\\\\a\\b", "[h]ttp[:]\\\\a\\b"},
	{"xftp:///a", "x[f]tp[:]///a"},
	{"http://a.example/?u=www.b/c&v=d.com&w=192.0.2.1&x=e.html", "hxxp://a[.]example/?u=www[.]b/c&v=d[.]com&w=192[.]0[.]2[.]1&x=e.html"},
	{"http://a.example/b.com.html", "hxxp://a[.]example/b[.]com[.]html"},
	{"http://a.example/?u=ssh://b.example&mailto:joe@c", "hxxp://a[.]example/?u=ssh[:]//b[.]example&mailto[:]joe[@]c"},
	{"http://a.example/File:b/Talk:c", "hxxp://a[.]example/File[:]b/Talk:c"},
	{"http://news:80/", "hxxp://news[:]80/"},
	{"http://a.tel:80/", "hxxp://a[.]tel[:]80/"},
	{"http://a.example/?u=b[.]com&v=hxxp://c", "hxxp://a[.]example/?u=b[[].]com&v=[h]xxp[:]//c"},
	{"http://a.example/(at)h[tt]p://b[[].]", "hxxp://a[.]example/[(]at)[h][tt]p[:]//b[[][].]"},
	{"http://a.example/?x:[:]y", "hxxp://a[.]example/?x:[[]:]y"},
	{"http://a[.example/b", "http[:]//a[.example/b"},
	{"https://joe@a.]example:80", "https[:]//joe[@]a.]example:80"},
	{"http://a.example/b[.c", "hxxp://a[.]example/b[.c"},
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
		if got := string(Append(nil, c.want, len(c.want))); got != c.want {
			t.Errorf("%q becomes %q, which is defanged", c.want, got)
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
		if len(url) > 300 {
			t.Skip("each of its beginnings is tried")
		}
		checkPart(t, url)
		if _, err := parse.Parse(url, parse.Lenient); err != nil || isDefanged(url) || strings.Contains(url, strings.Repeat("[]", maxLiterals-1)) {
			return
		}
		defanged := string(Append(nil, url, len(url)))
		if got := refanged(defanged); got != url {
			t.Errorf("%q becomes %q, and that %q", url, defanged, got)
		}
		if got := string(Append(nil, defanged, len(defanged))); got != defanged {
			t.Errorf("%q becomes %q, and that %q", url, defanged, got)
		}
	})
}

// links are what programs make links of in text: any scheme with slashes, known schemes, the hosts
// of the web, addresses in the DNS and of e-mail. They are modelled on VTE, WezTerm, xurls, and
// linkify-it.
var links = []*regexp.Regexp{
	regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://`),
	regexp.MustCompile(`(?i)\b(?:mailto|news|tel|sms|data|javascript|vbscript|about|urn|file|ssh|sip|xmpp|magnet):[^\s]`),
	regexp.MustCompile(`(?i)[a-z0-9-]\.(?:com|org|net|de|io|ru|example|xn--p1ai|рф)\b`),
	regexp.MustCompile(`(?i)\b(?:www|ftp)\.[a-z0-9]`),
	regexp.MustCompile(`\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}\b`),
	regexp.MustCompile(`(?i)[a-z0-9]@[a-z0-9]`),
}

// TestLinks checks that no program finds a link in a defanged URL, that a Decoder restores it,
// and that defanging it again changes nothing, for random URLs.
func TestLinks(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	pick := func(from []string) string { return from[r.IntN(len(from))] }
	heads := strings.Split("http:// HTTP:// hTtp:// https:// ftp:// ftps:// svn+http:// xhttp:// file:// file:/// smb:// ssh://joe@ vscode:// foo:// x-a+b.c:// com.app:// telnet://[::1]"+
		" telnet://[::1]:80 http://[::1] mailto:joe@ search-ms: ms-msdt:/ javascript: vbscript: data: data:text/html, tel:+ urn:a: news: about: x: x1: jar:file:/ jar:http://a.com!/ view-source:https://"+
		" ms-word:ofe|u|http:// www.a ftp.b joe@c magnet:?xt= sip:a@ http:/ http: https:\\\\ ftp:\\/ file:", " ")
	pieces := strings.Split("a B 7 com a.com www.b.org x.html 192.0.2.1 10.1 joe@c.de é рф b.рф xn--p1ai www.é t h f ht p / / / ? # = & : :// :80 :/ @ @ . .. - _ ~ % %2F + | \\ ! ' ( ) * , ;"+
		" http:// https://a ftp:// ssh://b mailto: javascript: tel:12 news:a.b hxxp:// hxxps:/ h**p:// h[tt]p://a fxp:\\\\a http[s]://a.b http[:]// [.] (.) {.} [dot] (at) [@] [:] [://] [/] [h] [F] [[] [(] [ ] [[ ]]", " ")
	for range effort.Rounds(60_000) {
		url := pick(heads)
		for range 1 + r.IntN(7) {
			url += pick(pieces)
		}
		if isDefanged(url) {
			continue
		}
		defanged := string(Append(nil, url, len(url)))
		if got := refanged(defanged); got != url {
			t.Fatalf("%q becomes %q, and that %q", url, defanged, got)
		}
		if got := string(Append(nil, defanged, len(defanged))); got != defanged {
			t.Fatalf("%q becomes %q, and that %q", url, defanged, got)
		}
		for _, link := range links {
			for _, found := range link.FindAllString(defanged, -1) {
				if name, _, _ := strings.Cut(found, ":"); !scheme.IsDefanged(name) {
					t.Fatalf("%q becomes %q, which has the link %q", url, defanged, found)
				}
			}
		}
	}
}

func refanged(text string) string {
	var d Decoder
	return string(d.Append(nil, []byte(text), 0, new(offset.Map), true))
}
