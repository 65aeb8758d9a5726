package wrapper_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// TestAll checks the wrappers that All finds in texts.
func TestAll(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"see <URL:http://a.exa\nmple/b-\nc> now", "4-32 true http://a.example/b-c [18]"},
		{"> <http://a.example/\n> b>", "2-25 false http://a.example/b []"},
		{"<URL:http://a.example/ and so on, as it is never closed", ""},
		{"<http://a.example/ b>", ""},
		{"<URL: see there> <URL:http", ""},
		{"a < b", ""},
		{"", ""},
		{"<URL:http://a.example/ <URL:http://b.example/>", "23-46 true http://b.example/ []"},
		{"<url:http://a.example/><x-y:z> <URL:mailto:a@b>", "0-23 true http://a.example/ []; 31-47 true mailto:a@b []"},
		{"<URL:http://a.example/\xe9>", "0-24 true http://a.example/é []"},
		{"<URL:http://a.example/" + strings.Repeat("b", 128<<10) + ">", ""},
		{"<URL:http://a.example/" + strings.Repeat("\nb", 2047) + ">", fmt.Sprintf("0-%d true http://a.example/%s []", 22+2*2047+1, strings.Repeat("b", 2047))},
		{"<URL:http://a.example/" + strings.Repeat("\nb", 2048) + ">", ""},
	} {
		var got []string
		for w := range wrapper.All(c.text) {
			got = append(got, fmt.Sprintf("%d-%d %v %s %d", w.Start, w.End, w.Labelled, w.URL, w.Hyphens))
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%.80q: %.200s, want %.200s", c.text, got, c.want)
		}
		url, ok := wrapper.Rejoin(c.text)
		if ok != (c.want != "") || !strings.Contains(c.want, url) {
			t.Errorf("Rejoin(%.80q): %.80q, %v", c.text, url, ok)
		}
	}
	for range wrapper.All("<URL:x:a><URL:x:b>") {
		break
	}
}

// TestAppend checks the text that Append writes, and its errors.
func TestAppend(t *testing.T) {
	const long = "http://www.a.example/b/cc/ddd/eeee?f=gg&h=iii"
	for _, c := range []struct {
		dst, url string
		width    int
		prefix   string
		want     string // or the error, after "! "
	}{
		{"", "http://a.example/", 0, "", "<URL:http://a.example/>"},
		{"see ", "http://a.example/", 72, "", "see <URL:http://a.example/>"},
		{"a\n", "http://a.example/", 72, "> ", "a\n> <URL:http://a.example/>"},
		{"", "http://a.example/", 23, "", "<URL:http://a.example/>"},
		{"", "http://a.example/", 22, "", "<URL:http://a.exampl\ne/>"},
		{"", long, 24, "", "<URL:http://www.a.exampl\ne/b/cc/ddd/eeee?f=gg&\nh=iii>"},
		{"> at ", long, 32, "> ", "> at <URL:http://www.a.example/\n> b/cc/ddd/eeee?f=gg&h=iii>"},
		{"some text that fills the line ", "http://a.example/", 34, "", "some text that fills the line \n<URL:http://a.example/>"},
		{"", "x:" + strings.Repeat("-", 40), 20, "", "<URL:x:" + strings.Repeat("-", 40) + ">"},
		{"", "http://a.example/%41%42%43%44", 24, "", "<URL:http://a.exampl\ne/%41%42%43%44>"},
		{"", "http://a.example/?u=http://b.example/", 30, "", "<URL:http://a.example/?\nu=http://b.example/>"},

		{"", "http://a.example/", 15, "", "! wrapper: a width of 15 leaves less than 16 characters after the prefix"},
		{"", "http://a.example/", 17, "> ", "! wrapper: a width of 17 leaves less than 16 characters after the prefix"},
		{"", "news:", 0, "", `! wrapper: "news:" with the prefix "" cannot be read back`},
		{"", long, 40, "> \n", "! wrapper: a line break in the prefix"},
		{"", "http://a b/", 40, "", `! "http://a b/": bad-host at offset 8 (RFC 3986, section 3.2.2: the host is not valid; a blank is not allowed)`},
		{"", "http://u:secret@a.example/b\\.c", 40, "", `! wrapper: "http://u:xxxxx@a.example/b\\.c" with the prefix "" cannot be read back`},
		{"", "http://a.example/b\u00a0c", 0, "", "! wrapper: \"http://a.example/b\\u00a0c\" with the prefix \"\" cannot be read back"},
		{"see ", long, 30, "> ", `! wrapper: "` + long + `" with the prefix "> " cannot be read back`},
		{"Q ", long, 30, "Q ", `! wrapper: "` + long + `" with the prefix "Q " cannot be read back`},
	} {
		dst := []byte(c.dst)
		got, err := wrapper.Append(dst, c.url, c.width, c.prefix)
		said := string(got)
		if err != nil {
			said = "! " + err.Error()
			if string(got) != c.dst {
				t.Errorf("%q: with an error, the text is %q", c.url, got)
			}
		}
		if said != c.want {
			t.Errorf("Append(%q, %q, %d, %q):\n%q, want\n%q", c.dst, c.url, c.width, c.prefix, said, c.want)
		}
	}
	url := "http://a.example/" + strings.Repeat("b", 128<<10)
	if got, err := wrapper.Append(nil, url, 0, ""); err == nil || got != nil {
		t.Errorf("a URL that is too long: %d bytes, %v", len(got), err)
	}
}

// prefixes are prefixes that readers drop.
var prefixes = []string{"", "", "> ", "> > ", ">>> ", "| ", "# ", "// ", " * ", ";; ", "    ", "\t", "-- ", "% ", "> # "}

// pieces are the parts of random URLs.
var pieces = []string{"a", "b", "index", "/", "/", "?", "#", "-", "--", "-/", ".", "..", ":", "::", "|", "*", "+", "!", "'", "(", ")", "~", ";", "=", "&", ",", "@",
	"%41", "%2D", "%3Cx%3E", "http://", "x:", "mailto:", "www.c.example", "URL:", "dnl", "REM", "1.", "12.", "//", "From", "é", "日本", "{", "}", "^", "[", "]", "$", "_", "e.html", "0"}

func randomURL(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString([]string{"http://a.example/", "https://a.example:80", "ftp://u:p@a.example/", "mailto:", "news:", "x-y:", "file:///", "urn:", "http://[::1]/"}[r.IntN(9)])
	for range r.IntN(1 << r.IntN(8)) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// minimal returns the URL of the wrapper that begins a text by the APPENDIX of RFC 1738 alone: it
// drops white space, and before that the prefix of each line.
func minimal(t *testing.T, text, prefix string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines[1:] {
		rest, ok := strings.CutPrefix(line, prefix)
		if !ok {
			t.Fatalf("%q: no prefix in line %d", text, i)
		}
		lines[i+1] = rest
	}
	text = strings.Join(lines, "\n")
	for i := range lines[1:] {
		if strings.HasSuffix(lines[i], "-") {
			t.Fatalf("%q: a line break after a hyphen", text)
		}
	}
	url, _, _ := strings.Cut(strings.TrimPrefix(text, "<URL:"), ">")
	return strings.Join(strings.Fields(url), "")
}

// TestRoundTrip checks that the URL of a wrapper that Append writes is the one that All, Rejoin and
// a minimal reader return, and that lines are as long as the width allows.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 38))
	rounds := effort.Rounds(100_000)
	broken, long := 0, 0
	for range rounds {
		url, prefix := randomURL(r), prefixes[r.IntN(len(prefixes))]
		for !parse.Valid(url, parse.Lenient) || strings.HasSuffix(url, ":") || strings.HasSuffix(url, "://") && strings.Count(url, ":") == 1 {
			url = randomURL(r)
		}
		width := 0
		if r.IntN(8) > 0 {
			width = 16 + utf8.RuneCountInString(prefix) + r.IntN(80)
		}
		before := "some lines\n\nbefore\n"
		if r.IntN(2) == 0 {
			before += prefix + []string{"", "see ", "the URL is: ", "(", strings.Repeat("words ", r.IntN(12))}[r.IntN(5)]
		}
		got, err := wrapper.Append([]byte(before), url, width, prefix)
		if err != nil {
			t.Fatalf("Append(%q, %q, %d, %q): %v", before, url, width, prefix, err)
		}
		after := []string{"", ".", " and so on\n", ")\n" + prefix + "more <URL:http://other.example/>"}[r.IntN(4)]
		text := string(got) + after
		start := len(before) + strings.Index(text[len(before):], "<URL:")
		for w := range wrapper.All(text) {
			if w.Start != start || w.End != len(got) || w.URL != url || !w.Labelled || len(w.Hyphens) > 0 {
				t.Fatalf("%q: All returns %+v, want %q", text, w, url)
			}
			break
		}
		if again, ok := wrapper.Rejoin(text); again != url || !ok {
			t.Fatalf("%q: Rejoin returns %q, want %q", text, again, url)
		}
		if again := minimal(t, string(got[start:]), prefix); again != url {
			t.Fatalf("%q: a minimal reader returns %q, want %q", text, again, url)
		}
		lines := strings.Split(string(got[start-len(prefix):]), "\n")
		broken += len(lines) - 1
		for _, line := range lines {
			if width > 0 && utf8.RuneCountInString(line) > width {
				long++
			}
		}
	}
	if broken < rounds/4 || long > broken/10 {
		t.Errorf("%d wrappers, %d line breaks, %d lines that are too long", rounds, broken, long)
	}
}
