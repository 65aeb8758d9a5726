package urlkey

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/percent"
)

// vectors are URLs and their keys. "=" is the URL itself.
var vectors = []struct {
	kind   Kind
	source string
	list   []vector
}{
	{RFC3986, "RFC 3986, section 6.2.2", []vector{
		{"HTTP://www.EXAMPLE.com/", "http://www.example.com/"},
		{"example://a/b/c/%7Bfoo%7D", "="},
		{"eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
	}},
	{RFC3986, "RFC 3986, section 6.2.3", []vector{
		{"http://example.com", "http://example.com/"},
		{"http://example.com/", "="},
		{"http://example.com:/", "http://example.com/"},
		{"http://example.com:80/", "http://example.com/"},
		{"http://example.com/?", "="},
		{"mailto:Joe@Example.COM", "mailto:Joe@example.com"},
	}},
	{RFC3986, "RFC 8089, section 3", []vector{
		{"file://localhost/etc/x", "file:///etc/x"},
		{"file:///etc/x", "="},
		{"file:/etc/x", "file:///etc/x"},
		{"file://host.example/x", "="},
		{"file://localhoſt/x", "="},
	}},
	{RFC3986, "the rules of this package", []vector{
		{"http://Joe:Secret@A.example/", "http://Joe:Secret@a.example/"},
		{"http://a@b@C.example:80/", "http://a@b@c.example/"},
		{"http://%41%2dX%2f.example/%2F%2d", "http://a-x%2F.example/%2F-"},
		{"http://[2001:DB8::A]:80/", "http://[2001:db8::a]/"},
		{"http://[2001:DB8::80]", "http://[2001:db8::80]/"},
		{"http://a.example:080/", "="},
		{"https://a.example:443", "https://a.example/"},
		{"https://a.example:80/", "="},
		{"gopher://a.example:70/1", "gopher://a.example/1"},
		{"x://A.example:80", "x://a.example:80/"},
		{"x://A.example:", "x://a.example/"},
		{"x://A.example:-", "x://a.example:-/"},
		{"http://a.example/A?B#C", "="},
		{"http://a.example?x", "http://a.example/?x"},
		{"http://a.example#x", "http://a.example/#x"},
		{"http://a.example/%7euser?%7e=%3d#%7E", "http://a.example/~user?~=%3D#~"},
		{"http://a.example/a/%2e%2E/b", "http://a.example/b"},
		{"http://a.example/../../a//b/.", "http://a.example/a//b/"},
		{"http://a.example/?a/../b", "="},
		{"http://a.example/%%34%31", "http://a.example/%%341"},
		{"http://a.example/%4%31", "="},
		{"http://a.example/%zz%41", "http://a.example/%zzA"},
		{"http://a.example/%2541", "="},
		{"http://a.example/%c3%a9", "http://a.example/%C3%A9"},
		{"http://BÜCHER.example/é", "http://bÜcher.example/é"},
		{"urn:ISBN:0-306-40615-2", "="},
		{"URN:a/../b", "urn:a/../b"},
		{"x:/a/..//b", "x:/.//b"},
		{"x:/.//b", "="},
		{"news:comp.lang.C", "="},
		{"tel:+1-201", "="},
		{"mailto:A@B.example,C@D.example?cc=E@F.example", "mailto:A@b.example,C@d.example?cc=E@F.example"},
		{"mailto:Joe", "="},
		{"no scheme", "="},
	}},

	{WHATWG, "the URL standard, section 4.1", []vector{
		{"https:example.org", "https://example.org/"},
		{"https://////example.com///", "https://example.com///"},
		{"https://example.com/././foo", "https://example.com/foo"},
		{"hello:world", "="},
		{`file:///C|/demo`, "file:///C:/demo"},
		{"file://loc%61lhost/", "file:///"},
		{"https://user:password@example.org/", "="},
		{"https://example.org/foo bar", "https://example.org/foo%20bar"},
		{"https://EXAMPLE.com/../x", "https://example.com/x"},
		{"https://ex ample.org/", "="},
		{"example", "="},
		{"https://example.com:demo", "="},
		{"http://[www.example.com]/", "="},
		{"https://example.org//", "="},
		{"https://example.com/[]?[]#[]", "="},
		{"https://example/%?%#%", "="},
	}},
	{WHATWG, "the rules of the standard", []vector{
		{"  HTTP:\\\\A.Example:080\\x\\..\\y\t", "http://a.example/y"},
		{"http://a.example/A?B'#C`", "http://a.example/A?B%27#C%60"},
		{"x://a.example/A?B'", "="},
		{"http://a.example/%7euser/%2e%2E/b", "http://a.example/b"},
		{"http://a.example/%7euser", "="},
		{"http://BÜCHER.example/é", "http://xn--bcher-kva.example/%C3%A9"},
		{"http://b%C3%BCcher.example", "http://xn--bcher-kva.example/"},
		{"http://faß.example/", "http://xn--fa-hia.example/"},
		{"http://0x7f.1/", "http://127.0.0.1/"},
		{"http://300.1.1.1/", "="},
		{"http://[2001:DB8:0:0:0:0:0:A]:80/", "http://[2001:db8::a]/"},
		{"http://[::192.0.2.1]/", "http://[::c000:201]/"},
		{"http://[::FFFF:192.0.2.1]/", "http://[::ffff:c000:201]/"},
		{"http://[fe80::1%25eth0]/", "="},
		{"http://[::1/", "="},
		{"http://a.example:65536/", "="},
		{"http://a.example:/", "http://a.example/"},
		{"http://:80/", "="},
		{"http://joe@/", "="},
		{"http://@a.example/", "http://a.example/"},
		{"http://:@a.example/", "http://a.example/"},
		{"http://a@b:c@a.example/", "http://a%40b:c@a.example/"},
		{"http://a.example./", "="},
		{"http://a_b.example/", "="},
		{"gopher://A.example:70", "="},
		{"x://A.example", "="},
		{"x://a<b/", "="},
		{"x:/a/..//b", "x:/.//b"},
		{"x:a b ?q", "x:a b%20?q"},
		{"file:c|/x/../..", "file:///c:/"},
		{"file:\\\\Host\\x", "file://host/x"},
		{"mailto:Joe@Example.COM", "="},
		{"http://a.example/\xff", "http://a.example/%FF"},
	}},

	// https://github.com/internetarchive/surt and https://github.com/iipc/webarchive-commons
	{Archive, "the tests of surt and webarchive-commons", []vector{
		{"http://www.archive.org/", "org,archive)/"},
		{"http://archive.org/", "org,archive)/"},
		{"http://archive.org:/", "org,archive)/"},
		{"http://archive.org/goo/", "org,archive)/goo"},
		{"http://archive.org/goo/?", "org,archive)/goo"},
		{"http://archive.org/goo/?b&a", "org,archive)/goo?a&b"},
		{"http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"},
		{"http://archive.org/index.html?b=a&b=b&a=b", "org,archive)/index.html?a=b&b=a&b=b"},
		{"http://www34.archive.org/index.html?b=b&a=b", "org,archive)/index.html?a=b&b=b"},
		{"http://www.archive.org:443/", "org,archive:443)/"},
		{"https://www.archive.org:443/", "org,archive)/"},
		{"https://www.archive.org:80/", "org,archive:80)/"},
		{"http://ARCHIVE.ORG/", "org,archive)/"},
		{"http://www2foo.com/", "com,www2foo)/"},
		{"http://www2.www2foo.com/", "com,www2foo)/"},
		{"ftp://www.example.com/", "com,example)/"},
		{"whois://whois.isoc.org.il/shaveh.co.il", "il,org,isoc,whois)/shaveh.co.il"},
		{"dns:archive.org", "="},
		{"mailto:foo@example.com", "="},
		{"filedesc://foo.arc.gz", "gz,arc,foo)/"}, // surt returns it unchanged
		{"warcinfo:foo.warc.gz", "="},
		{"https://34.203.211.192/robots.txt", "192,211,203,34)/robots.txt"},
		{"http://192.168.1.254/info/", "254,1,168,192)/info"},
		{"https://[2600:1f18:200d:fb00:2b74:867c:ab0c:150a]/robots.txt", "2600:1f18:200d:fb00:2b74:867c:ab0c:150a)/robots.txt"},
		{"http://3279880203/blah", "11,0,127,195)/blah"},
		{"http://39024579298/", "226,210,11,22)/"},
		{"http://10.0.258/", "2,1,0,10)/"},
		{"http://017.0.0.1/", "1,0,0,15)/"},
		{"http://1.2.3.256/", "256,3,2,1)/"},
		{"http://bücher.ch:8080", "ch,xn--bcher-kva:8080)/"},
		{"http://☃.com", "com,xn--n3h)/"},
		{"http://www.t%EF%BF%BD%04.82.net/", "net,82,t%ef%bf%bd%04)/"},
		{"http://host%23.com/%257Ea%2521b%2540c%2523d%2524e%25f%255E00%252611%252A22%252833%252944_55%252B", "com,host%23)/~a!b@c%23d$e%25f^00&11*22(33)44_55+"},
		{"http://host/%2525252525252525", "host)/%25"},
		{"http://host/%%%25%32%35asd%%", "host)/%25%25%25asd%25%25"},
		{"http://www.google.com.../", "com,google)/"},
		{"http://www.google.com/foo\tbar\rbaz\n2", "com,google)/foobarbaz2"},
		{"http://www.google.com/blah/..", "com,google)/"},
		{"http://host.com//twoslashes?more//slashes", "com,host)/twoslashes?more//slashes"},
		{"http://evil.com/foo#bar#baz", "com,evil)/foo"},
		{"http:////////////////www.vikings.com", "com,vikings)/"},
		{"http://https://order.1and1.com", "com,1and1,order)/"},
		{"http://example.com/app?item=Wroc%C5%82aw", "com,example)/app?item=wroc%c5%82aw"},
		{"http://www.aluroba.com/tags/%C3%CE%CA%C7%D1%E5%C7.htm", "com,aluroba)/tags/%c3%ce%ca%c7%d1%e5%c7.htm"},
		{"http://visit.webhosting.yahoo.com/visit.gif?&r=http%3A//web.archive.org/web/20090517140029/http%3A//anthonystewarthead.electric-chi.com/&b=Netscape%205.0%20%28Windows%3B%20en-US%29&s=1366x768&o=Win32&c=24&j=true&v=1.2",
			"com,yahoo,webhosting,visit)/visit.gif?&b=netscape%205.0%20(windows;%20en-us)&c=24&j=true&o=win32&r=http://web.archive.org/web/20090517140029/http://anthonystewarthead.electric-chi.com/&s=1366x768&v=1.2"},
	}},
	{Archive, "the tests of surt, for identifiers of sessions", []vector{
		{"http://a.example/?jsessionid=0123456789abcdefghijklemopqrstuv", "example,a)/"},
		{"http://a.example/?jsessionid=0123456789abcdefghijklemopqrstuv0", "example,a)/?jsessionid=0123456789abcdefghijklemopqrstuv0"},
		{"http://a.example/?one=two&jsessionid=0123456789abcdefghijklemopqrstuv&x=y", "example,a)/?one=two&x=y"},
		{"http://a.example/?one=two&phpsessid=0123456789abcdefghijklemopqrstuv", "example,a)/?&one=two"}, // the "&" stays
		{"http://archive.org/index.php?PHPSESSID=0123456789abcdefghijklemopqrstuv&action=profile;u=4221", "org,archive)/index.php?action=profile;u=4221"},
		{"http://a.example/?sid=9682993c8daa2c5497996114facdc805&jsessionid=0123456789abcdefghijklemopqrstuv", "example,a)/"},
		{"http://a.example/?aspsessionidABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX&x=y", "example,a)/?x=y"},
		{"http://a.example/?CFID=14475712&CFTOKEN=2D89F5AF-3048-2957-DA4EE4B6B13661AB&r=468710288378&m=forgotten", "example,a)/?m=forgotten&r=468710288378"},
		{"http://www.nsf.gov/statistics/sed/2009/SED_2009.zip?CFID=14387305&CFTOKEN=72942008", "gov,nsf)/statistics/sed/2009/sed_2009.zip"},
		{"http://a.example/(S(4hqa0555fwsecu455xqckv45))/mileg.aspx", "example,a)/mileg.aspx"},
		{"http://a.example/(4hqa0555fwsecu455xqckv45)/mileg.aspx", "example,a)/mileg.aspx"},
		{"http://a.example/(a(4hqa0555fwsecu455xqckv45)S(4hqa0555fwsecu455xqckv45)f(4hqa0555fwsecu455xqckv45))/mileg.aspx", "example,a)/mileg.aspx"},
		{"http://a.example/photos/36050182@N05/", "example,a)/photos/36050182@n05"},
	}},
	{Archive, "the rules of surt", []vector{
		{"http://joe:secret@a.example:8080/", "example,a:8080)/"},
		{"HTTP://A.example:0/", "example,a)/"},
		{"http://a.example:port/", "="},
		{"http://a.example:65536/", "="},
		{"http://a.example/a/./b/../../../c", "example,a)/../c"},
		{"http://a.example/../../c", "example,a)/c"},
		{"http://a.example/?b=&b&a=2", "example,a)/?a=2&b&b="},
		{"http://a.example/a?", "example,a)/a"},
		{"URN:ISBN:0-306", "urn:isbn:0-306"},
		{"file:///Etc/X/", "file:/etc/x"},
		{"no scheme", "="},
	}},
	{Exact, "no rule", []vector{{"HTTP://a", "="}, {"", "="}}},
}

type vector struct{ url, key string }

func TestVectors(t *testing.T) {
	for _, group := range vectors {
		for _, v := range group.list {
			want := v.key
			if want == "=" {
				want = v.url
			}
			if got := Key(group.kind, v.url); got != want {
				t.Errorf("%s, %s: %q\n\t got %q\n\twant %q", group.kind, group.source, v.url, got, want)
			}
		}
	}
	if got := Key(0, "http://a.example/"); got != "" {
		t.Errorf("without a kind: %q", got)
	}
}

// A spelling changes the spelling of a URL in a way that the kinds in same allow.
type spelling struct {
	name   string
	same   []Kind
	change func(r *rand.Rand, u *parts) bool // false: the URL has no other spelling of this sort
}

// parts are the components of a random URL. Its host and path are not empty, and its port
// is that of http.
type parts struct{ scheme, user, host, port, path, query, fragment string }

func (p *parts) String() string {
	return p.scheme + "://" + p.user + p.host + p.port + p.path + p.query + p.fragment
}

var all = []Kind{RFC3986, WHATWG, Archive}

// spellings are equivalences, each with the kinds by which it is one. By all other kinds
// the two spellings are different URLs.
var spellings = []spelling{
	{"case of the scheme", all, func(r *rand.Rand, u *parts) bool { u.scheme = "HtTp"; return true }},
	{"case of the host", all, func(r *rand.Rand, u *parts) bool { u.host = strings.ToUpper(u.host); return true }},
	{"default port", all, func(r *rand.Rand, u *parts) bool { u.port = ":80"; return true }},
	{"empty port", all, func(r *rand.Rand, u *parts) bool { u.port = ":"; return true }},
	{"dot segments", all, func(r *rand.Rand, u *parts) bool { u.path = "/x/../." + u.path; return true }},
	{"escaped dot segments", all, func(r *rand.Rand, u *parts) bool { u.path = "/x/%2e%2E" + u.path; return true }},
	{"escaped letter", []Kind{RFC3986, Archive}, func(r *rand.Rand, u *parts) bool { u.path += "a"; return escapeLast(&u.path) }},
	{"escaped letter in the host", all, func(r *rand.Rand, u *parts) bool { return escapeLast(&u.host) }},
	{"case of escapes", []Kind{RFC3986, Archive}, func(r *rand.Rand, u *parts) bool { u.path += "%c3%a9"; return true }},
	{"backslash", []Kind{WHATWG}, func(r *rand.Rand, u *parts) bool { u.path = `\` + u.path[1:]; return true }},
	{"number of slashes", []Kind{WHATWG, Archive}, func(r *rand.Rand, u *parts) bool { u.user = "/" + u.user; return u.user == "/" }},
	{"octal address", []Kind{WHATWG, Archive}, func(r *rand.Rand, u *parts) bool { u.host = "0300.0.2.1"; return true }},
	{"user", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.user = "someone@"; return true }},
	{"secure scheme", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.scheme = "https"; return true }},
	{"www", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.host = "www1." + u.host; return true }},
	{"case of the path", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.path += "z"; upperLast(&u.path); return true }},
	{"case of the query", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.query += "?z"; upperLast(&u.query); return true }},
	{"final slash", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.path += "z/"; return true }},
	{"order of parameters", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.query = "?b=1&a=2"; return true }},
	{"empty query", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.query = "?"; return true }},
	{"fragment", []Kind{Archive}, func(r *rand.Rand, u *parts) bool { u.fragment = "#other"; return true }},
	{"other path", nil, func(r *rand.Rand, u *parts) bool { u.path += "z"; return true }},
	{"other port", nil, func(r *rand.Rand, u *parts) bool { u.port = ":81"; return true }},
	{"other host", nil, func(r *rand.Rand, u *parts) bool { u.host = "z" + u.host; return true }},
	{"other query", nil, func(r *rand.Rand, u *parts) bool { u.query = "?z=9"; return true }},
	{"escaped slash", nil, func(r *rand.Rand, u *parts) bool { u.path += "%2Fz"; return true }},
}

// plain are the URLs that spellings are compared with, where a change adds text.
var plain = map[string]func(u *parts){
	"escaped letter":      func(u *parts) { u.path += "a" },
	"case of escapes":     func(u *parts) { u.path += "%C3%A9" },
	"octal address":       func(u *parts) { u.host = "192.0.2.1" },
	"case of the path":    func(u *parts) { u.path += "z" },
	"case of the query":   func(u *parts) { u.query += "?z" },
	"final slash":         func(u *parts) { u.path += "z" },
	"order of parameters": func(u *parts) { u.query = "?a=2&b=1" },
	"empty query":         func(u *parts) { u.query = "" },
}

func escapeLast(s *string) bool {
	n := len(*s) - 1
	*s = string(percent.Append([]byte((*s)[:n]), (*s)[n]))
	return true
}

func upperLast(s *string) { n := len(*s) - 1; *s = (*s)[:n] + strings.ToUpper((*s)[n:]) }

// TestSpellings checks that two spellings of a random URL have the same key by exactly the
// kinds by which they are equivalent.
func TestSpellings(t *testing.T) {
	r := rand.New(rand.NewPCG(3986, 6))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range 2000 {
		u := parts{
			scheme: "http", user: pick("", "", "joe@", "joe:pw@"), host: pick("a.example", "b.c.example", "xn--bcher-kva.example"),
			path: pick("/", "/a", "/a/B/", "/%20", "/~a"), query: pick("", "?q=1", "?b&a=%26"), fragment: pick("", "#f"),
		}
		s := spellings[r.IntN(len(spellings))]
		before, after := u, u
		if to := plain[s.name]; to != nil {
			to(&before)
		}
		if !s.change(r, &after) {
			continue
		}
		for _, k := range all {
			same := false
			for _, of := range s.same {
				same = same || of == k
			}
			a, b := Key(k, before.String()), Key(k, after.String())
			if (a == b) != same && before != after {
				t.Fatalf("%s, %s: %q has the key %q, and %q the key %q", s.name, k, before.String(), a, after.String(), b)
			}
		}
	}
}

// TestLinear checks that URLs of 128 KiB take milliseconds: an algorithm that takes time in
// the square of the length takes seconds.
func TestLinear(t *testing.T) {
	const long = 128 << 10
	for _, c := range [][3]string{
		{"http://a.example/", "a", ""}, {"http://a.example/", "/", ""}, {"http://a.example/", "a/", ""},
		{"http://a.example/", "../", ""}, {"http://a.example/a", "/.", ""}, {"http://a.example/", "%2e%2e/", ""},
		{"http://", "a@", "b/"}, {"http://", "a:", "@b/"}, {"http://", "a.", "b/"}, {"http://", "1.", "1/"},
		{"http://", "\u4e00", "/"}, {"http://", "xn--", "/"}, {"http://[", "1:", "]/"}, {"http://a:", "0", "80/"},
		{"http://a/", "%25", ""}, {"http://a/%", "25", ""}, {"http://a/", "%", "41"}, {"http://a/", "\xff", ""},
		{"http://a/?", "&", ""}, {"http://a/?", "a=b&", ""}, {"http://a/?", "&sid=", ""}, {"http://a/?", "cfid=a&cftoken=b&", ""},
		{"http://a/?sid=", "a", ""}, {"http://a/", "(aaaaaaaaaaaaaaaaaaaaaaaa)/.aspx", ""}, {"http://a/", "(a(", ".aspx"},
		{"", "http://", ""}, {"http:", "/", ""}, {"urn:", " ", "?"}, {"mailto:", "a@b,", ""}, {"file:", "c:/", ""}, {"", "a", ":b"},
	} {
		for _, k := range Kinds() {
			url := c[0] + strings.Repeat(c[1], long/len(c[1])) + c[2]
			least := time.Hour
			for range 3 {
				begin := time.Now()
				Key(k, url)
				least = min(least, time.Since(begin))
			}
			if least > 500*time.Millisecond {
				t.Errorf("%s: %q takes %v", k, c, least)
			}
		}
	}
}

// FuzzKey checks that each URL has a key, and that a key is its own key where keys are
// URLs.
func FuzzKey(f *testing.F) {
	for _, group := range vectors {
		for _, v := range group.list {
			f.Add(v.url)
		}
	}
	f.Fuzz(func(t *testing.T, url string) {
		for _, k := range Kinds() {
			key := Key(k, url)
			if key == "" && url != "" {
				t.Errorf("%s: %q has no key", k, url)
			}
			if !k.IsURL() {
				continue
			}
			if again := Key(k, key); again != key {
				t.Errorf("%s: %q has the key %q, which has the key %q", k, url, key, again)
			}
		}
	})
}

func BenchmarkKey(b *testing.B) {
	const url = "https://WWW.Example.com:443/a/./b/%7euser/index.html?utm_source=x&id=17#top"
	for _, k := range Kinds() {
		b.Run(k.String(), func(b *testing.B) {
			for b.Loop() {
				Key(k, url)
			}
		})
	}
}
