package begin_test

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/testing/notation"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

func parseSchemes(t *testing.T, list string) *begin.Schemes {
	t.Helper()
	if list == "" {
		return nil
	}
	s, err := begin.ParseSchemes(list)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestParseSchemes checks which schemes begin a URL for a list: the list replaces the
// table, "+x" adds to it, "-x" removes from it. A sign applies up to the next sign.
func TestParseSchemes(t *testing.T) {
	const texts = "http://a ftp://a mailto:x@y foo:x foo://x data:,x z:x hxxp://a"
	for _, c := range []struct{ list, begin, wanted string }{
		{"", "http://a ftp://a mailto:x@y foo://x", "http ftp mailto foo data z"},
		{"http", "http://a", "http"},
		{"HTTP", "http://a", "http"},
		{" http , ftp ", "http://a ftp://a", "http ftp"},
		{"http:,ftp:", "http://a ftp://a", "http ftp"},
		{"http,http", "http://a", "http"},
		{"mailto", "mailto:x@y", "mailto"},
		{"foo", "foo:x foo://x", "foo"},
		{"z", "z:x", "z"},
		{"data", "data:,x", "data"},
		{"+foo", "http://a ftp://a mailto:x@y foo:x foo://x", "http ftp mailto foo data z"},
		{"+FOO:", "http://a ftp://a mailto:x@y foo:x foo://x", "http ftp mailto foo data z"},
		{"+data", "http://a ftp://a mailto:x@y foo://x data:,x", "http ftp mailto foo data z"},
		{"+z", "http://a ftp://a mailto:x@y foo://x z:x", "http ftp mailto foo data z"},
		{"+http", "http://a ftp://a mailto:x@y foo://x", "http ftp mailto foo data z"},
		{"-http", "ftp://a mailto:x@y foo://x", "ftp mailto foo data z"},
		{"-foo", "http://a ftp://a mailto:x@y", "http ftp mailto data z"},
		{"-http,-ftp", "mailto:x@y foo://x", "mailto foo data z"},
		{"+foo,-http", "ftp://a mailto:x@y foo:x foo://x", "ftp mailto foo data z"},
		{"http,+foo", "http://a foo:x foo://x", "http foo"},
		{"+foo,http", "http://a ftp://a mailto:x@y foo:x foo://x", "http ftp mailto foo data z"},
		{"+foo,data", "http://a ftp://a mailto:x@y foo:x foo://x data:,x", "http ftp mailto foo data z"},
		{"-http,ftp", "mailto:x@y foo://x", "mailto foo data z"},
		{"+data,foo,-http,ftp,+z", "mailto:x@y foo:x foo://x data:,x z:x", "mailto foo data z"},
		{"http,+foo,data", "http://a foo:x foo://x data:,x", "http foo data"},
		{"http,-ftp,mailto", "http://a", "http"},
		{"http,ftp,-ftp", "http://a", "http"},
		{"-foo,+foo", "http://a ftp://a mailto:x@y", "http ftp mailto data z"},
	} {
		s := parseSchemes(t, c.list)
		var begin, wanted []string
		for _, text := range strings.Fields(texts) {
			name, _, _ := strings.Cut(text, ":")
			if s.Begins([]byte(text), 0, len(name), true) == verdict.Yes && name != "hxxp" {
				begin = append(begin, text)
			}
			if s.Wanted([]byte(name)) && (len(wanted) == 0 || wanted[len(wanted)-1] != name) {
				wanted = append(wanted, name)
			}
		}
		if got := strings.Join(begin, " "); got != c.begin {
			t.Errorf("%q: these begin a URL: %s, want %s", c.list, got, c.begin)
		}
		if got := strings.Join(wanted, " "); got != c.wanted {
			t.Errorf("%q: wanted: %s, want %s", c.list, got, c.wanted)
		}
	}
}

func TestParseSchemesErrors(t *testing.T) {
	for _, list := range []string{
		"", ",", "http,", ",http", "+", "-", "+,http", "+http,", "++http", "+-http", "--http", "1http", ".x", "h ttp", "h_ttp", "http://",
		"http::", "é", "http;ftp", "*", strings.Repeat("a", 65),
	} {
		s, err := begin.ParseSchemes(list)
		if err == nil {
			t.Errorf("%q: %v", list, s)
			continue
		}
		items := strings.Split(strings.ToLower(list), ",")
		named := false
		for _, item := range items {
			named = named || strings.Contains(err.Error(), strings.Trim(item, " "))
		}
		if !named || s != nil {
			t.Errorf("%q: %v, error %q", list, s, err)
		}
	}
	if _, err := begin.ParseSchemes(strings.Repeat("a", 64)); err != nil {
		t.Error(err)
	}
}

// TestBefore checks which scheme is found before a colon. It is between bars in the text;
// "" before the colon means that there is none.
func TestBefore(t *testing.T) {
	long := strings.Repeat("a", 65)
	for _, c := range []struct{ list, text, want string }{
		{"", "http", "http"},
		{"", "HTTP", "HTTP"},
		{"", "see http", "http"},
		{"", "(http", "http"},
		{"", "<http", "http"},
		{"", "\"mailto", "mailto"},
		{"", "foo", "foo"},
		{"", "", ""},
		{"", " ", ""},
		{"", ")", ""},
		{"", "x", ""},
		{"", "C", ""},
		{"", "12", ""},
		{"", "--", ""},
		{"", "...", ""},

		// After a colour sequence.
		{"", "\x1b[38:5:1mfoo", "foo"},
		{"", "\x1b[32mfoo", "foo"},
		{"", "\x1b[1;32mgit+ssh", "git+ssh"},

		// Directly after other text.
		{"", "1.http", "http"},
		{"", "1http", "http"},
		{"", "99http", "http"},
		{"", "see.http", "http"},
		{"", "-http", "http"},
		{"", "--http", "http"},
		{"", "éhttp", "http"},
		{"", "日本http", "http"},
		{"", "\xe9http", "http"},
		{"", "_http", "http"},
		{"", "seehttp", "http"},
		{"", "SeeHTTP", "HTTP"},
		{"", "seehttps", "https"},
		{"", "seeftp", "ftp"},
		{"", "x-seehttp", "http"},
		{"", "httphttp", "http"},
		{"", "chttps", "https"},
		{"", "e-mailto", "mailto"},
		{"", "1.mailto", "mailto"},
		{"", "a.b-c.news", "news"},
		{"", "1.2.gopher", "gopher"},
		{"", "seemailto", "seemailto"},
		{"", "seegopher", "seegopher"},

		// Schemes that only look so.
		{"", "sftp", "sftp"},
		{"", "tftp", "tftp"},
		{"", "git+ssh", "git+ssh"},
		{"", "git+https", "git+https"},
		{"", "svn+http", "svn+http"},
		{"", "z39.50r", "z39.50r"},
		{"", "irc6", "irc6"},
		{"", "view-source", "view-source"},
		{"", "x-foo", "x-foo"},
		{"", "coap+tcp", "coap+tcp"},

		// An unknown word must be a scheme as a whole.
		{"", "-foo", "foo"},
		{"", ".foo", "foo"},
		{"", "+foo", "foo"},
		{"", "1foo", ""},
		{"", "éfoo", ""},
		{"", "_foo", ""},
		{"", "\xe9foo", ""},

		// Defanged.
		{"", "hxxp", ""},
		{"", "hxxps", ""},
		{"", "HXXP", ""},
		{"", "fxp", ""},

		// Colour sequences.
		{"", "\x1b[32mhttp", "http"},
		{"", "\x1b[01;31m\x1b[Khttp", "http"},
		{"", "\x1b[mhttp", "http"},
		{"", "\x1b[32m", ""},
		{"", "[32mhttp", "http"},
		{"", "[32mfoo", ""},
		{"", "\x1b[32xfoo", ""},

		// Words that are too long.
		{"", long, ""},
		{"", long[:64], long[:64]},
		{"", long + "http", "http"},
		{"", long + ".http", "http"},
		{"", long + ".mailto", "mailto"},
		{"", long + "." + long[:63], ""},
		{"", strings.Repeat("http", 100), "http"},
		{"", strings.Repeat("x.", 100) + "news", "news"},

		// With schemes that the user named.
		{"foo", "foo", "foo"},
		{"foo", "1.foo", "foo"},
		{"foo", "xhttp", ""},
		{"foo", "éfoo", "foo"},
		{"z", "z", "z"},
		{"-http", "seehttp", ""},
		{"-http", "http", ""},
		{"-https", "https", ""},
		{"-https", "http", "http"},
		{"+z", "1.z", "z"},
	} {
		s := parseSchemes(t, c.list)
		data := []byte(c.text + "://x")
		start, ok := s.Before(data, len(c.text))
		got := ""
		if ok {
			got = c.text[start:]
		}
		if got != c.want {
			t.Errorf("%q: %s: got %s, want %s", c.list, notation.Short([]byte(c.text)), notation.Short([]byte(got)), notation.Short([]byte(c.want)))
		}
		// Text far before it, or after it, makes no difference.
		far := append([]byte(strings.Repeat("x y, ", 50)), data...)
		if again, okAgain := s.Before(far, 250+len(c.text)); okAgain != ok || ok && again != start+250 {
			t.Errorf("%q: %s: behind other text %d, %v; alone %d, %v", c.list, notation.Short([]byte(c.text)), again-250, okAgain, start, ok)
		}
	}
}

// TestBegins checks what must follow the colon of each scheme.
func TestBegins(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct{ list, yes, no string }{
		// Schemes with an authority, and unknown ones.
		{"", "http://a http://é HTTP://a http:/// http://? https://[ ftp://x git://x foo://x a.b+c-d://x irc6://x",
			"http:a http:/a http: http:// http:/ http://< foo:x foo:/x foo: x://y 1x://y C:\\x std::string +x://y"},
		{"", "", `http://" http::// http//:`},
		{"", "", "data://x data:x about:blank javascript:x cid:x@y"},
		// file
		{"", "file:/e file:///e FILE:/e file://h", "file:e file: file:/ file:/<"},
		// mailto, sip, sips, xmpp
		{"", "mailto:x@y mailto:?s mailto:x?s mailto:x@[ mailto:é@y mailto:x@é sip:x@y sips:x@y xmpp:x@y MAILTO:x@y mailto:x%40@y mailto:a,b@c",
			"mailto:x mailto: mailto:@y mailto:x@ mailto:x@. mailto:? mailto:<x@y mailto:\"x\"@y mailto::"},
		{"", "mailto:" + x(254) + "@y", "mailto:" + x(255) + "@y mailto:" + x(400) + "@y"},
		// news, snews
		{"", "news:* news:a.b news:a.b.c news:x@ news:x@y snews:a.b NEWS:a.b news:a-b.c+d",
			"news:a news: news:.a news:@a news:a. news:a:b.c news:é.b news:<a.b news:http://a.b"},
		// tel, sms
		{"", "tel:12345 tel:+12345 tel:+1-2-3-4-5 tel:1(2)3.4;5 sms:12345 tel:+1=2345",
			"tel:1234 tel:+1234 tel: tel:+ TEL:12345 Tel:12345 SMS:12345 tel:-12345 tel:(1)2345 tel:a2345 tel:12a345 tel:12/345"},
		// urn
		{"", "urn:isbn:1 URN:a:b urn:x-y:é", "urn:isbn urn:isbn: urn: urn::x urn:a.b:c urn:a:< urn:a/b:c"},
		{"", "urn:" + x(254) + ":y", "urn:" + x(255) + ":y"},
		// magnet
		{"", "magnet:?x", "magnet:x magnet: magnet:? magnet:?<"},
		// named by the user
		{"+foo", "foo:x foo:/ foo:é bar://x", "foo: foo:< bar:x"},
		{"+data", "data:, data:x", "data: data:>"},
		{"foo", "foo:x", "http://x bar://x"},
		{"-foo", "http://x", "foo://x foo:x"},
		{"-data", "", "data:x data://x"},
		{"mailto", "mailto:x@y", "mailto:x"},
	} {
		s := parseSchemes(t, c.list)
		for _, part := range []struct {
			texts string
			want  verdict.Verdict
		}{{c.yes, verdict.Yes}, {c.no, verdict.No}} {
			for _, text := range strings.Fields(part.texts) {
				checkBegins(t, s, text, part.want)
			}
		}
	}
	// White space and controls are not part of a URL.
	for _, after := range []string{" ", "\t", "\n", "\x00", "\x7f", "\""} {
		for _, text := range []string{"http://", "file:/", "magnet:?", "urn:a:", "mailto:x@", "mailto:x" + after + "@y", "news:a" + after + ".b", "tel:1234" + after + "5"} {
			checkBegins(t, nil, text+after, verdict.No)
		}
	}
	checkBegins(t, nil, "http: //a", verdict.No)
	checkBegins(t, nil, "news: a.b", verdict.No)
	checkBegins(t, nil, "tel: 12345", verdict.No)
}

// checkBegins checks the verdict for a text that begins with a scheme: whole, with more
// text after it, and cut at every byte.
func checkBegins(t *testing.T, s *begin.Schemes, text string, want verdict.Verdict) {
	t.Helper()
	colon := strings.IndexByte(text, ':')
	if colon < 0 {
		return
	}
	if got := s.Begins([]byte(text), 0, colon, true); got != want {
		t.Errorf("%s: got %v, want %v", notation.Short([]byte(text)), got, want)
	}
	if got := s.Begins([]byte("x "+text), 2, colon+2, true); got != want {
		t.Errorf("x %s: got %v, want %v", notation.Short([]byte(text)), got, want)
	}
	certain := false
	for cut := colon + 1; cut <= len(text); cut++ {
		got := s.Begins([]byte(text[:cut]), 0, colon, false)
		switch {
		case got == verdict.More && certain:
			t.Errorf("%s: not certain any more at %d", notation.Short([]byte(text)), cut)
		case got == verdict.More:
			continue
		case got != want && cut < len(text), got != want && want == verdict.Yes:
			t.Errorf("%s: cut at %d: got %v, want %v", notation.Short([]byte(text)), cut, got, want)
		}
		certain = true
		if eof := s.Begins([]byte(text[:cut]), 0, colon, true); eof != got {
			t.Errorf("%s: cut at %d: certain %v, at the end %v", notation.Short([]byte(text)), cut, got, eof)
		}
	}
}

// TestBeginsBounded checks that the amount of text that is read is bounded: after the
// bound the verdict is certain.
func TestBeginsBounded(t *testing.T) {
	const bound = 512
	for _, scheme := range []string{"http", "mailto", "news", "tel", "urn", "magnet", "file", "sip", "foo"} {
		for _, fill := range []string{"x", "1", ".", "@", "?", ":", "-", "/", "+", "é", "x.", "a:"} {
			text := []byte(scheme + ":" + strings.Repeat(fill, bound))
			got := (*begin.Schemes)(nil).Begins(text, 0, len(scheme), false)
			if got == verdict.More {
				t.Errorf("%s:%s…: not certain after %d bytes", scheme, fill, bound)
			}
			for _, atEOF := range []bool{true, false} {
				if again := (*begin.Schemes)(nil).Begins(append(text, "@y.z:/?5"...), 0, len(scheme), atEOF); again != got {
					t.Errorf("%s:%s…: %v with more behind it, %v without", scheme, fill, again, got)
				}
			}
		}
	}
}

// TestOpaqueEnds checks that a scheme that was named may not require "/" either.
func TestOpaqueEnds(t *testing.T) {
	for _, list := range []string{"+foo2", "foo2", "+data,+foo2"} {
		schemes, err := begin.ParseSchemes(list)
		if err != nil {
			t.Fatal(err)
		}
		if ends := schemes.OpaqueEnds(); !ends.May('o', '2') || ends.May('p', '2') || ends.May('o', '3') {
			t.Error(list)
		}
	}
	schemes, err := begin.ParseSchemes("+x")
	if ends := schemes.OpaqueEnds(); err != nil || !ends.May(' ', 'X') || !ends.May('.', 'x') {
		t.Error("a scheme of one letter", err)
	}
}

// TestDoubledEnds checks that no URL begins with two colons, apart from those of the schemes in DoubledEnds.
func TestDoubledEnds(t *testing.T) {
	for _, list := range []string{"", "+foo2", "foo2"} {
		schemes, names := parseSchemes(t, list), []string{"foo2"}
		for _, s := range scheme.All() {
			names = append(names, s.Name)
		}
		ends := schemes.DoubledEnds()
		for _, name := range names {
			for _, rest := range []string{"a@b.c", "@b.c", "?a=b", "//a", "/a", "12345", "a.b", "*", "a:b", ":a@b"} {
				n := len(name)
				begins := schemes.Begins([]byte(name+"::"+rest), 0, n, true) == verdict.Yes
				if begins && !ends.May(name[n-2], name[n-1]) {
					t.Errorf("with %q, %s::%s begins a URL", list, name, rest)
				}
			}
		}
		if !ends.May('t', 'o') || ends.May('n', 'g') || ends.May('o', '2') != (list != "") {
			t.Errorf("with %q, the ends are %v", list, ends)
		}
	}
}

// TestBuiltIn checks the need of each scheme in the built-in table.
func TestBuiltIn(t *testing.T) {
	for _, c := range []struct{ need, schemes string }{
		{"//a", `http https ftp ftps sftp gopher nntp telnet wais prospero ssh git svn rsync irc ircs
			ldap ldaps rtsp nfs smb ws wss imap pop`},
		{"/a", "file"},
		{"x@y", "mailto sip sips xmpp"},
		{"a.b", "news snews"},
		{"+12345", "tel sms"},
		{"a:b", "urn"},
		{"?x", "magnet"},
	} {
		for _, name := range strings.Fields(c.schemes) {
			text := name + ":" + c.need
			if (*begin.Schemes)(nil).Begins([]byte(text), 0, len(name), true) != verdict.Yes {
				t.Errorf("%s begins no URL", text)
			}
			if (*begin.Schemes)(nil).Begins([]byte(name+":x"), 0, len(name), true) == verdict.Yes {
				t.Errorf("%s:x begins a URL", name)
			}
			// Known schemes begin anew after a digit.
			if at, ok := (*begin.Schemes)(nil).Before([]byte("1"+text), len(name)+1); !ok || at != 1 {
				t.Errorf("1%s: scheme at %d, %v", text, at, ok)
			}
			if !(*begin.Schemes)(nil).Wanted([]byte(name)) {
				t.Errorf("%s is not wanted", name)
			}
			ends := (*begin.Schemes)(nil).OpaqueEnds()
			for _, name := range []string{name, strings.ToUpper(name)} {
				if n := len(name); !ends.May(name[n-2], name[n-1]) && c.need != "//a" {
					t.Errorf("no opaque scheme ends as %s", name)
				}
			}
		}
	}
	for _, name := range strings.Fields("hxxp hxxps fxp") {
		if (*begin.Schemes)(nil).Wanted([]byte(name)) {
			t.Errorf("%s is wanted", name)
		}
	}
}
