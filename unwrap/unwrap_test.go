package unwrap

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// An example is a block of testdata/examples.txt.
type example struct{ from, url, to, via string }

// result returns the Result that URL should return.
func (e *example) result() Result {
	r := Result{Target: e.to}
	via := e.via
	via, r.Opaque = strings.CutSuffix(via, "?")
	r.Via = strings.Fields(via)
	return r
}

func examples(t testing.TB) (all []example) {
	t.Helper()
	text, err := os.ReadFile("testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var e example
		for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
			word, value, _ := strings.Cut(line, " ")
			field := map[string]*string{"from": &e.from, "url": &e.url, "to": &e.to, "via": &e.via}[word]
			if field == nil || *field != "" || value == "" {
				t.Fatalf("%q", line)
			}
			*field = value
		}
		if e.from == "" || e.url == "" {
			t.Fatalf("%q", block)
		}
		all = append(all, e)
	}
	return all
}

func equal(a, b Result) bool {
	return a.Target == b.Target && slices.Equal(a.Via, b.Via) && a.Opaque == b.Opaque
}

// TestExamples unwraps the examples, and checks that each line of the table is used by one.
func TestExamples(t *testing.T) {
	used := map[line]bool{}
	for _, e := range examples(t) {
		got := URL(e.url)
		if !equal(got, e.result()) {
			t.Errorf("%s: %s\n got %+v\nwant %+v", e.from, e.url, got, e.result())
		}
		for url, n := e.url, 0; url != "" && n < MaxDepth; n++ {
			l, ok := parseLink(url)
			if !ok {
				break
			}
			s, target := lookup(&l, nil)
			if s != nil {
				used[s.line] = true
			}
			url = target
		}
	}
	for _, l := range lines {
		if !used[l] {
			t.Errorf("no example of %+v", l)
		}
	}
}

// TestCut cuts each example with one service at each byte: what is left has no target, or
// the beginning of the target.
func TestCut(t *testing.T) {
	for _, e := range examples(t) {
		for i := range len(e.url) {
			got := URL(e.url[:i])
			if len(got.Via) == 1 && strings.Join(got.Via, " ") == e.via && !strings.HasPrefix(e.to, got.Target) {
				// Later parameters of translate.goog have the scheme and the port.
				if e.via != "google-translate" {
					t.Errorf("%s: %s: %+v", e.from, e.url[:i], got)
				}
			}
			checkResult(t, e.url[:i], got)
		}
	}
}

// checkResult fails if r cannot be a result for url.
func checkResult(t *testing.T, url string, r Result) {
	t.Helper()
	if r.Opaque && len(r.Via) == 0 || len(r.Via) > MaxDepth {
		t.Errorf("%q: %+v", url, r)
	}
	removed := len(r.Via)
	if r.Opaque {
		removed--
	}
	if (r.Target != "") != (removed > 0) {
		t.Errorf("%q: %+v", url, r)
	}
	if r.Target == "" {
		return
	}
	u, err := parse.Parse(r.Target, parse.Lenient)
	if err != nil || u.Host.Value == "" {
		t.Errorf("%q: %+v: %v", url, r, err)
	}
	if again := URL(r.Target); again.Target != "" && len(r.Via) < MaxDepth {
		t.Errorf("%q: %+v, and then %+v", url, r, again)
	}
}

// TestRefused unwraps URLs that examples.txt cannot have, as other tests cut and nest those.
func TestRefused(t *testing.T) {
	for _, test := range []struct{ url, want string }{
		// The words that were searched for are a URL.
		{"https://www.google.com/url?sa=t&q=https%3A%2F%2Fbank.example%2F&url=https%3A%2F%2Fevil.example%2F", "https://evil.example/"},
		// Browsers refuse these hosts.
		{"https://evil.example%2f.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbank.example", ""},
		{"https://evil.example%00.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbank.example", ""},
	} {
		if got := URL(test.url).Target; got != test.want {
			t.Errorf("%s: got %q, want %q", test.url, got, test.want)
		}
	}
}

// TestNested wraps each example in a URL of Google.
func TestNested(t *testing.T) {
	for _, e := range examples(t) {
		if strings.Count(e.via, " ")+1 == MaxDepth {
			continue
		}
		want := e.result()
		want.Via = append([]string{"google"}, want.Via...)
		if want.Target == "" {
			want.Target = e.url
		}
		url := "https://www.google.com/url?q=" + strings.NewReplacer("%", "%25", "&", "%26", "#", "%23").Replace(e.url) + "&sa=D"
		if got := URL(url); !equal(got, want) {
			t.Errorf("%s\n got %+v\nwant %+v", url, got, want)
		}
	}
}

// TestOtherHost checks that no service is known by a host that only begins or ends with one of
// its hosts.
func TestOtherHost(t *testing.T) {
	for _, e := range examples(t) {
		l, ok := parseLink(e.url)
		if !ok {
			t.Fatal(e.url)
		}
		s, _ := lookup(&l, nil)
		if s == nil || s.line.hosts == "*" {
			continue
		}
		for _, host := range []string{l.host + ".evil.example", l.host + "evil", "evil" + l.host, "evil.example"} {
			if strings.HasPrefix(s.line.hosts, "*.") && host == "evil"+l.host {
				continue // also below the host of the service
			}
			url := "https://" + host + l.text[l.at:]
			if r := URL(url); len(r.Via) > 0 {
				t.Errorf("%s: %+v", url, r)
			}
		}
	}
}

// TestAnyHost checks that only opaque services are on any host.
func TestAnyHost(t *testing.T) {
	for i := range table() {
		if s := &table()[i]; s.line.hosts == "*" && s.matches.decode != nil {
			t.Errorf("%+v", s.line)
		}
	}
}

// TestDepth checks that URL removes MaxDepth services and no more.
func TestDepth(t *testing.T) {
	const google = "https://www.google.com/url?q="
	url := "http://a.example/"
	for range MaxDepth {
		url = google + strings.NewReplacer("%", "%25", "&", "%26").Replace(url)
	}
	if r := URL(url); r.Target != "http://a.example/" || len(r.Via) != MaxDepth {
		t.Errorf("%+v", r)
	}
	if r := URL(google + url); r.Target != google+"http://a.example/" || len(r.Via) != MaxDepth {
		t.Errorf("%+v", r)
	}
}

func TestGeneric(t *testing.T) {
	for _, tt := range []struct{ url, to string }{
		{"https://example.com/a?url=https://example.com/b", "https://example.com/b"},
		{"https://go.example.net/r?redirect=https%3A%2F%2Fexample.org%2Fpage%3Fx&id=3", "https://example.org/page?x"},
		{"https://go.example.net/r?a=http://a.example&b=http://b.example", ""},
		{"https://go.example.net/r?a=ftp://a.example", ""},
		{"https://go.example.net/r?a=http://", ""},
		{"https://go.example.net/r?a=see+http://a.example", ""},
		{"https://www.google.com/url?q=http://a.example/%3Fb=http://b.example", "http://b.example"},
	} {
		if r := (Options{Generic: true}).URL(tt.url); r.Target != tt.to {
			t.Errorf("%s: %+v, want %s", tt.url, r, tt.to)
		}
		if r := URL(tt.url); slices.Contains(r.Via, generic) {
			t.Errorf("%s: %+v", tt.url, r)
		}
	}
}

// TestBig checks that URL takes linear time: the texts would take hours otherwise.
func TestBig(t *testing.T) {
	const n = 1 << 15
	for _, before := range []string{
		"https://urldefense.com/v3/__http://a.example/", "https://urldefense.com/v2/url?u=http-3A__a.example_",
		"https://secure-web.cisco.com/", "https://r.search.yahoo.com/", "https://www.google.com/url?", "http://x/",
		"https://a-b.translate.goog/?", "https://web.archive.org/web/", "https://protect-eu.mimecast.com/redirect/eN",
		"https://mandrillapp.com/track/click/?p=", "http://x/?",
	} {
		for _, piece := range []string{"*", "**A", "a", "/", "/RU=", "_x_tr_=&", "&", "a&", "u=", "q=a&", "-", "%41", "__;", "http:/", "?a="} {
			text := before + strings.Repeat(piece, n)
			for _, generic := range []bool{false, true} {
				for _, after := range []string{"", "__;" + strings.Repeat("Iw", n) + "!!"} {
					checkResult(t, before+piece, URL(text+after))
					Options{Generic: generic}.URL(text + after)
				}
			}
		}
	}
}

func FuzzURL(f *testing.F) {
	for _, e := range examples(f) {
		f.Add(e.url, false)
		f.Add(e.url, true)
	}
	f.Fuzz(func(t *testing.T, url string, all bool) {
		r := URL(url)
		checkResult(t, url, r)
		g := Options{Generic: all}.URL(url)
		if !all && !equal(g, r) {
			t.Errorf("%q: %+v, %+v", url, g, r)
		}
		if g.Target != "" {
			if _, err := parse.Parse(g.Target, parse.Lenient); err != nil {
				t.Errorf("%q: %+v: %v", url, g, err)
			}
		}
	})
}

// TestServices checks that only the services named in Options are removed.
func TestServices(t *testing.T) {
	const url = "https://urldefense.com/v3/__https://www.google.com/url?q=https:**Ac.example*__;Ly8v!!a!b$"
	for _, c := range []struct{ names, target, via string }{
		{"", "https://c.example/", "proofpoint google"},
		{"proofpoint", "https://www.google.com/url?q=https://c.example/", "proofpoint"},
		{"google proofpoint", "https://c.example/", "proofpoint google"},
		{"google", "", ""},
	} {
		r := Options{Services: strings.Fields(c.names)}.URL(url)
		if r.Target != c.target || strings.Join(r.Via, " ") != c.via {
			t.Errorf("%q: %+v", c.names, r)
		}
	}
	for _, name := range ServiceNames() {
		if name == "" || name == generic || strings.ContainsAny(name, ", ") {
			t.Errorf("name %q", name)
		}
	}
}
