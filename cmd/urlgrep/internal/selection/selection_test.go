package selection

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/seen"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/urlkey"
)

// selectedOf returns the URLs of a text that a Filter selects.
func selectedOf(t *testing.T, f Filter, text string) string {
	t.Helper()
	f.Begin()
	var urls []string
	s := &engine.Found{Scanner: extract.NewScanner(strings.NewReader(text), nil)}
	for s.Scan() {
		if f.Selects(s) {
			urls = append(urls, string(s.URL()))
		}
	}
	return strings.Join(urls, " ")
}

func TestSelection(t *testing.T) {
	const a, b, c = "http://a.example/x", "http://B.example/y", "http://b\xC3\xBCcher.example/z"
	hasY := func(m *extract.Match) bool { return strings.Contains(m.URL, "y") }
	for _, test := range []struct {
		what string
		o    Options
		want []string
	}{
		{"all", Options{}, []string{a, b, c}},
		{"a pattern", Options{Patterns: []string{"x$"}}, []string{a}},
		{"patterns", Options{Patterns: []string{"x$", "z$"}}, []string{a, c}},
		{"lines of a pattern", Options{Patterns: []string{"x$\nz$"}}, []string{a, c}},
		{"lines of a text", Options{Patterns: []string{"/x\n/z"}, Syntax: Syntax{Fixed: true}}, []string{a, c}},
		{"letter case", Options{Patterns: []string{"b.example"}}, nil},
		{"any letter case", Options{Patterns: []string{"b.example"}, Syntax: Syntax{IgnoreCase: true}}, []string{b}},
		{"no pattern", Options{Patterns: []string{"x$"}, Invert: true}, []string{b, c}},
		{"a file of patterns", Options{Files: []string{"-"}, Stdin: strings.NewReader("x$\r\ny$\n")}, []string{a, b}},
		{"a file without patterns", Options{Files: []string{"-"}, Stdin: strings.NewReader("")}, nil},
		{"hosts", Options{Hosts: []string{"{a,b}.example,x"}}, []string{a, b}},
		{"a host in A-labels", Options{Hosts: []string{"xn--bcher-kva.*"}}, []string{c}},
		{"not this host", Options{Hosts: []string{"!a.*"}}, []string{b, c}},
		{"not this host in A-labels", Options{Hosts: []string{"!xn--bcher-kva.*"}}, []string{a, b}},
		{"none of these hosts", Options{Hosts: []string{"!{a,b}.example"}}, []string{c}},
		{"hosts but one", Options{Hosts: []string{"?.example,!b.*"}}, []string{a}},
		{"the last rule counts", Options{Hosts: []string{"!b.*", "?.example"}}, []string{a, b}},
		{"only the inverse", Options{Hosts: []string{"!a.*"}, Invert: true}, []string{a}},
		{"other hosts", Options{Hosts: []string{"a.*"}, Invert: true}, []string{b, c}},
		{"hosts, and no pattern", Options{Hosts: []string{"*.example"}, Patterns: []string{"/x"}, Invert: true}, []string{b, c}},
		{"by a function", Options{Match: hasY}, []string{b}},
	} {
		s, err := New(test.o)
		if err != nil {
			t.Errorf("%s: %v", test.what, err)
			continue
		}
		f := Filter{Selection: s}
		if got, want := selectedOf(t, f, strings.Join([]string{a, b, c}, " \n")), strings.Join(test.want, " "); got != want {
			t.Errorf("%s: got %q, want %q", test.what, got, want)
		}
		if got := f.CanReject(); got != (test.what != "all") {
			t.Errorf("%s: picky %v", test.what, got)
		}
	}
}

func TestSelectionErrors(t *testing.T) {
	for _, test := range []struct {
		o    Options
		want string
	}{
		{Options{Patterns: []string{"("}}, `--regexp: invalid regular expression "(": missing closing )`},
		{Options{Files: []string{"-"}, Stdin: strings.NewReader("a\n[\n")}, `(standard input): line 2: invalid regular expression "[": missing closing ]`},
		{Options{Hosts: []string{"{a"}}, `--host: invalid pattern "{a": `},
		{Options{Hosts: []string{"[a"}}, `--host: invalid pattern "[a"`},
		{Options{Hosts: []string{""}}, `--host: invalid pattern ""`},
		{Options{Hosts: []string{"!"}}, `--host: invalid pattern "!"`},
	} {
		if _, err := New(test.o); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestSeen checks that each URL is selected once, in all inputs or in each input.
func TestSeen(t *testing.T) {
	f := Filter{Seen: seen.New(seen.DefaultMemory, func(err error) { t.Error(err) })}
	defer f.Close()
	wants := func(text string) (urls string) {
		f.Begin()
		s := &engine.Found{Scanner: extract.NewScanner(strings.NewReader(text), nil)}
		for s.Scan() {
			if f.Selects(s) {
				urls += string(s.URL()[len("http://")])
			}
		}
		return urls
	}
	if got := wants("http://a/ http://b/ http://a/ ") + wants("http://c/ http://a/ http://c/ http://d/ "); got != "abcd" {
		t.Errorf("got %s", got)
	}
	f.PerInput = true
	if got := wants("http://a/ http://a/ ") + wants("http://a/ http://b/ "); got != "aab" {
		t.Errorf("in each input: got %s", got)
	}
	f.Same = urlkey.RFC3986
	if got := wants("http://a http://A/ HTTP://a:80 http://b"); got != "ab" {
		t.Errorf("by RFC 3986: got %s", got)
	}
}
