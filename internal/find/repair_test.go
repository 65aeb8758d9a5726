package find

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/verdict"
	"github.com/urlgrep/urlgrep/parse"
)

// referenceIn returns the URL that a Finder finds in value, the value of an attribute of
// a page with a base, "" if it finds none, and whether it was repaired.
func referenceIn(value, base string) (url string, repaired bool) {
	f := newFinder(&Rules{})
	_, r := f.Reference(&Window{Data: []byte(value), EOF: true}, Base{URL: base, Resolves: func(int) bool { return true }})
	if r.Verdict != verdict.Yes || !parse.Valid(f.Found.URL, parse.Lenient) {
		return "", false
	}
	return string(f.Found.URL), f.Found.Repaired
}

// TestRepair checks which URL browsers read in a value, and in which they read none. A
// line with "=" is valid as it is.
func TestRepair(t *testing.T) {
	for _, c := range []struct{ value, base, want string }{
		{"https://a.example/b?c#d", "", "="},
		{"https://joe%40b.example:x@a.example:80/", "", "="},
		{"https://a.example/b|c{d}^e%zz?`f`#g[h]", "", "="},
		{"http://é.example/é", "", "="},
		{"http://0x7f.1/", "", "="},
		{"http://%61.example:/", "", "="},
		{"HTTP://A.example.:80/../b", "", "="},
		{"file:/a/b", "", "="},
		{"file:///c:/a", "", "="},
		{"foo://a.example/b\\c", "", "="},
		{"mailto:joe@a.example", "", "="},

		// Slashes.
		{"https:/a.example/b", "", "https://a.example/b"},
		{"https:a.example/b", "", "https://a.example/b"},
		{"https:///a.example", "", "https://a.example"},
		{`https:\\a.example\b`, "", "https://a.example/b"},
		{`https:/\a.example/b`, "", "https://a.example/b"},
		{`https://a.example\b?c\d#e\f`, "", `https://a.example/b?c\d#e\f`},
		{`http://a.example\@b.example/`, "", "http://a.example/@b.example/"},
		{"http:joe:x@a.example", "", "http://joe:x@a.example"},
		{"foo:/a.example/b", "", ""},
		{"foo:///a", "", "="},

		// Tabs and line breaks, controls and blanks.
		{" ht\ttp://a.ex\r\nample/\x01 ", "", "http://a.example/"},
		{"http://a.example/b c?d e#f g", "", "http://a.example/b%20c?d%20e#f%20g"},
		{"http://a.example/\"<b>\"?'\"<\x08#\x7f", "", "http://a.example/%22%3Cb%3E%22?'%22%3C%08#%7F"},
		{"http://a.example/\uFFFF\u0085?\uE000#\uE000", "", "http://a.example/%EF%BF%BF%C2%85?\uE000#%EE%80%80"},
		{"mailto:joe@a.example?subject=a \"b\"", "", "mailto:joe@a.example?subject=a%20%22b%22"},
		{"mailto:joe@a.example>", "", ""},

		// User names.
		{"https://[an_21]@a.example/x", "", "https://%5Ban_21%5D@a.example/x"},
		{"https://=).=:;>=++,>_%.,@a.example/", "", "https://=).=:;%3E=++,%3E_%25.,@a.example/"},
		{"http://a b%@c%41@a.example/", "", "http://a%20b%25@c%41@a.example/"},
		{"foo://a b@c/", "", "foo://a%20b@c/"},

		// Files.
		{`file:\\server\share\a b`, "", "file://server/share/a%20b"},
		{`file:c:\a`, "", "file:///c:/a"},
		{`file:/c|/a`, "", "file:/c:/a"},
		{`file://C:\a`, "", "file:///C:/a"},
		{"file://C:/a", "", "file:///C:/a"},
		{"//C:/a", "file://h/b", "file:///C:/a"},
		{`file:///c|/a`, "", "file:///c:/a"},
		{`file:///cd|/a`, "", "="},
		{"file:a", "", ""}, // relative to the page, which is a file

		// Browsers do not follow these.
		{"http:/a b/", "", ""},
		{`file:\\u@h\a`, "", ""},
		{`file:\\h:80\a`, "", ""},
		{"http://a\tb\x01/", "", ""},
		{"http:/a.example:x/", "", ""},
		{"http:/a.example:65536/", "", ""},
		{"http:/a.example:65535/", "", "http://a.example:65535/"},
		{"http:/a%00b/", "", ""},
		{"http:/a%2Fb/", "", ""},
		{"http:/1.2.3.4.5/", "", ""},
		{"http:/a.0x/", "", ""},
		{"http:/1.2.3/", "", "http://1.2.3/"},
		{"http:/[::1]/", "", "http://[::1]/"},
		{"http:/[v1.a]/", "", ""},
		{"http:/a|b/", "", ""},
		{"http:/{{host}}/", "", ""},
		{"https:/\u00AD/", "", ""},
		{"https:/te\u00ADst.example/", "", "https://te\u00ADst.example/"},
		{`https:\\`, "", ""},

		// Relative references.
		{"https:/b", "http://a.example/c/d", "https://b"},
		{"http:/b", "http://a.example/c/d", "http://a.example/b"},
		{"http:b:1", "http://a.example/c/d", "http://a.example/c/b:1"},
		{"http:?b", "http://a.example/c/d", "http://a.example/c/d?b"},
		{"http:b", "HTTP://a.example/c/d", "HTTP://a.example/c/b"},
		{"foo:b", "foo://a.example/c/d", ""},
		{`\b`, "http://a.example/c/d", "http://a.example/b"},
		{`\\b\c`, "http://a.example/c/d", "http://b/c"},
		{`..\b?\`, "http://a.example/c/d", `http://a.example/b?\`},
		{"///b/c", "http://a.example/c/d", "http://b/c"},
		{"//[x]@b/", "http://a.example/c/d", "http://%5Bx%5D@b/"},
		{"b c", `https:\a.example\c\d`, "https://a.example/c/b%20c"},
		{`b\c`, "foo://a.example/c/d", `foo://a.example/c/b\c`},
		{"//b", "file:///a", "file://b"},
		{"c|/b", "file://h/a", "file://h/c:/b"},
		{"//c|/b", "file://h/a", "file:///c:/b"},
		{"file:b", "file:///a/c", "file:///a/b"},
		{"file:c:b", "file:///a/c", "file:///a/c:b"},
		{`file:c:\b`, "file:///a/c", "file:///c:/b"},
		{`file:c|/b`, "file://h/a/c", "file://h/c:/b"},
	} {
		want := c.want
		if want == "=" {
			want = c.value
		}
		got, repaired := referenceIn(c.value, c.base)
		if got != want || c.base == "" && want != "" && repaired != (c.want != "=") {
			t.Errorf("%q, base %q: %q, repaired: %v; want %q", c.value, c.base, got, repaired, want)
		}
	}
}

// TestRepairRandom checks that a repaired URL is valid and needs no further repair, and
// that a valid one without backslashes is left as it is.
func TestRepairRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Split("http: https: file: foo: / / // // \\ \\\\ : @ @ ? # % %41 a b. example c: c| [ ] [::1] 0x7f 1 é \uFFFF \x01 < > \" ` { 65536 \t \n . ..", " ")
	found, changed := 0, 0
	n := effort.Rounds(300_000)
	for range n {
		value := pieces[r.IntN(4)]
		for range r.IntN(9) {
			value += pieces[r.IntN(len(pieces))]
		}
		url, repaired := referenceIn(value, "")
		if url == "" {
			continue
		}
		found++
		if again, more := referenceIn(url, ""); again != url || more {
			t.Fatalf("%q: %q, and repaired again %q", value, url, again)
		}
		if !repaired {
			if url != strings.TrimFunc(value, func(c rune) bool { return c <= ' ' }) {
				t.Fatalf("%q: %q without repair", value, url)
			}
			continue
		}
		changed++
		scheme, rest, _ := strings.Cut(value, "://")
		if parse.Valid([]byte(value), parse.Lenient) && scheme != "file" && !strings.Contains(scheme, ":") &&
			!strings.HasPrefix(rest, "/") && !strings.Contains(rest, `\`) {
			t.Fatalf("%q is valid, and is repaired: %q", value, url)
		}
	}
	if found < n/30 || changed < n/60 || changed == found {
		t.Errorf("%d URLs, %d repaired", found, changed)
	}
}

// TestRepairWork checks that a repair takes memory in proportion to the reference, and
// that a reference that needs none is not copied.
func TestRepairWork(t *testing.T) {
	r := repairerOf([]byte("http"))
	for _, part := range []string{"a", "%41", "a/b?c"} {
		value := []byte("http://h/" + strings.Repeat(part, 1000))
		if got := r.url(value, len("http")); &got[0] != &value[0] {
			t.Errorf("%s is copied", part)
		}
	}
	for _, part := range []string{"\\", " ", "\"", "@", "@%", "/", "[", "\x01"} {
		value := []byte("http:" + strings.Repeat(part, 10_000))
		if got := r.url(value, len("http")); len(got) > 3*len(value)+16 {
			t.Errorf("%q: %d bytes of %d", part, len(got), len(value))
		} else if !bytes.HasPrefix(got, []byte("http://")) {
			t.Errorf("%q: %.20q", part, got)
		}
	}
}
