package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// editWords are the words of random texts to edit.
var editWords = []string{
	"http://a.example/", "http://b.example/c-", "d/e", "<URL:ftp://c.example/f", "g>", "<http://d.example/\n> h>", "www.e.example",
	"joe@f.example", "hxxp://g[.]example/", "\"http:\\/\\/h.example\\/\"", "http:\\x2f\\x2fi.example/", "https://j.example/é?k=1&amp;l",
	"\n", "\r\n", "\n\n", "\n> ", " ", " ", "\t", "(", ")", ",", ".", ">", "<", "word", "\xff", "\x1b[1m", "URL:", "http:", "-",
}

func randomText(r *rand.Rand) string {
	b := []string{"text\n"}
	for range r.IntN(60) {
		b = append(b, editWords[r.IntN(len(editWords))])
		if r.IntN(3) > 0 {
			b = append(b, " ")
		}
	}
	return strings.Join(b, "")
}

// edited runs the program on text as standard input.
func edited(t *testing.T, text string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"urlgrep", "--input=text", "--schemeless", "--email"}, args...)
	if status := run(args, strings.NewReader(text), &stdout, &stderr); status == exitError {
		t.Fatalf("%q of %q: exit status %d, %s", args, text, status, &stderr)
	}
	return stdout.String()
}

// TestEditOutside checks that all text outside of the URLs stays, byte for byte, and that each URL
// is replaced. The places of the URLs are those of the library.
func TestEditOutside(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 1))
	kinds := append(extract.DefaultKinds(), extract.Schemeless, extract.Email)
	urls := 0
	for i := range effort.Rounds(2000) {
		text := randomText(r)
		c := []struct {
			option string
			o      extract.Options
			most   int
			host   string
		}{
			{"--replace=\x01{{.URL}}\x02", extract.Options{}, 100, ""},
			{"--refang", extract.Options{Refang: true}, 100, ""},
			{"--rejoin=wide", extract.Options{Rejoin: extract.RejoinWide}, 100, ""},
			{"--host=a.example", extract.Options{}, 100, "a.example"},
			{"-m2", extract.Options{}, 2, ""},
			{"--invalid", extract.Options{Validity: extract.InvalidOnly}, 100, ""},
		}[i%6]
		got := edited(t, text, "--replace=\x01{{.URL}}\x02", c.option)
		c.o.Input, c.o.Kinds = extract.InputText, kinds
		at, n, gotAt := int64(0), 0, got
		for m, err := range extract.Bytes([]byte(text), &c.o) {
			if err != nil {
				t.Fatal(err)
			}
			if n == c.most || c.host != "" && m.Host() != c.host {
				continue
			}
			before, rest, _ := strings.Cut(gotAt, "\x01")
			url, after, ok := strings.Cut(rest, "\x02")
			if before != text[at:m.URLOffset] || !ok || unescape.Replace(url) != unescape.Replace(m.URL) {
				t.Fatalf("%s: %q became\n%q\nbefore and in\n%q, %q", c.option, text, got, m.URL, gotAt)
			}
			at, n, gotAt = m.URLEnd, n+1, after
		}
		if gotAt != text[at:] {
			t.Fatalf("%s: %q became\n%q\nafter the last of %d URLs", c.option, text, got, n)
		}
		urls += n
	}
	if urls == 0 {
		t.Error("no text had a URL")
	}
}

var unescape = strings.NewReplacer(`\/`, "/", `\x2f`, "/", "&amp;", "&", "\xff", "ÿ", "\xe9", "é")

// paragraphs are texts with a URL, most of which are broken. Between other words a line may be
// read as quoted only after the URL before it is mended.
var paragraphs = []string{
	"see <URL:http://a.example/over\nview> there", "> see <http://a.example/over\n> view>, and\n> more", "http://a.example/over-\nview, and",
	"<http://a.example/ b>", "see\r\nhttp://a.example/b-\r\nc/\r\nthen", "nothing", "(http://a.example/)", "\"http:\\/\\/a.example\\/\" \xff",
	"<URL: http://a.example/\n b\n c>", "\"http://a.example/\"\n\"b\"", "www.a.example or joe@a.example", "http:\\x2f\\x2fa.example/b&amp;c",
}

// TestEditTwice checks that mending a text twice is the same as mending it once.
func TestEditTwice(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(19, 2))
	for range effort.Rounds(2000) {
		text := ""
		for range r.IntN(20) {
			text += paragraphs[r.IntN(len(paragraphs))] + strings.Repeat("\n", r.IntN(2)) + "\n\n"
		}
		once := edited(t, text, "--replace", "{{.URL}}")
		if twice := edited(t, once, "--replace", "{{.URL}}"); twice != once {
			t.Fatalf("%q is\n%q, and that is\n%q", text, once, twice)
		}
	}
}

// TestEditInPlace checks that --in-place writes what --replace prints, with any number of workers,
// and that --diff is empty after it.
func TestEditInPlace(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 3))
	dir := t.TempDir()
	var names []string
	var want strings.Builder
	long := 50 // of so many texts one is long
	if testing.Short() {
		long = 200
	}
	for i := range 200 {
		text := randomText(r)
		if i%long == 0 {
			text = strings.Repeat(text, 2000)
		}
		names = append(names, filepath.Join(dir, fmt.Sprintf("%03d", i)))
		write(t, names[i], text)
		want.WriteString(edited(t, text, "--replace", "{{.URL}}"))
	}
	options := []string{"--input=text", "--schemeless", "--email", "--replace", "{{.URL}}", "-r", dir}
	for _, j := range []string{"-j1", "-j5"} {
		if got := printed(t, append(options, j)...); got != want.String() {
			t.Errorf("%s: %d bytes, want %d", j, len(got), want.Len())
		}
	}
	diff := printed(t, append(options, "--diff", "-j1")...)
	if other := printed(t, append(options, "--diff", "-j5")...); other != diff || strings.Count(diff, "\n@@ ") < 50 {
		t.Errorf("the diff has %d bytes, with several workers %d", len(diff), len(other))
	}
	if said := printed(t, append(options, "--in-place", "-j5")...); said != "" {
		t.Errorf("it printed %q", said)
	}
	var got strings.Builder
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got.Write(text)
	}
	if got.String() != want.String() {
		t.Errorf("the files have %d bytes, want %d", got.Len(), want.Len())
	}
	if entries, _ := os.ReadDir(dir); len(entries) != len(names) {
		t.Errorf("%d files, want %d", len(entries), len(names))
	}
}
