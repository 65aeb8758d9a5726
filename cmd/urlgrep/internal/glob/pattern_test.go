package glob

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPattern(t *testing.T) {
	for _, test := range []struct {
		pattern string
		paths   string // a path that the pattern matches follows "+"; a directory ends in a slash
	}{
		{"a", "+a +a/ +b/a -b -ab -a/b"},
		{"*.txt", "+a.txt +b/a.txt +.txt -a.txt/b -a.c"},
		{"/a", "+a +a/ -b/a"},
		{"a/", "+a/ +b/a/ -a"},
		{"/a/", "+a/ -a -b/a/"},
		{"a/b", "+a/b +a/b/ -c/a/b"},
		{"a/b/", "+a/b/ -a/b"},
		{"**/a", "+a +b/a +b/c/a"},
		{"**/a/b", "+a/b +c/a/b -a/c/b"},
		{"a/**", "+a/b +a/b/c/ -a -a/ -b/a/c"},
		{"a/**/b", "+a/b +a/c/b +a/c/d/b -ab -a/cb"},
		{"a/**/b/**/c", "+a/b/c +a/x/b/y/z/c -a/c/b"},
		{"**", "+a +a/b"},
		{"**/", "+a/ +a/b/ -a"},
		{"a**b", "+ab +axb -a/b"},
		{"a/***/b", "+a/x/b +a/b +a/x/y/b"},
		{"a**", "+a +ab"},
		{"**a", "+a +ba"},
		{"?", "+a +ä -ab -/"},
		{"a?b", "+axb -a/b"},
		{"a*b/c", "+axb/c -a/b/c"},

		{"[ab]", "+a +b -c"},
		{"[a-c]x", "+ax +bx +cx -dx"},
		{"[!a]", "+b -a"},
		{"[^a]", "+b -a"},
		{"[]a]", "+] +a -b"},
		{"[!]a]", "+b -] -a"},
		{"[a-]", "+a +- -b"},
		{"[-a]", "+a +- -b"},
		{`[\]]`, `+] -\`},
		{`[\a-\c]`, `+b -\`},
		{"[c-a]", "-a -b -c"},
		{"a[!b]c", "+axc -abc -a/c"},
		{"a[+-0]c", "+a+c +a0c +a.c -a/c"},
		{"a[/]c", "-a/c"},
		{"[[:digit:][:upper:]_]", "+0 +A +_ -a -:"},
		{"[![:space:]]", "+a"},
		{"[[:punct:]]", "+! +[ +~ -a"},
		{"[{,}]", "+{ +, +} -a"},
		{`\*`, "+* -a"},
		{`a\b`, "+ab"},
		{"\xff", "+\xff -\xfe"},
		{"[\xfe]", "+\xfe -\xff"},
		{"?\xff", "+a\xff +\xfe\xff -a\xfe"},

		{"{a,b}", "+a +b +c/a -ab"},
		{"{a/b,c}", "+a/b +c +x/c -x/a/b"},
		{"*.{a,{b,c}d}", "+x.a +x.bd +x.cd -x.b"},
		{"{a,b/}", "+a +b/ +a/ -b"},
		{"a*{,b}", "+a +ab"},
	} {
		p, err := NewPattern(test.pattern)
		if err != nil {
			t.Errorf("%q: %v", test.pattern, err)
			continue
		}
		for _, path := range strings.Fields(test.paths) {
			name, isDir := strings.CutSuffix(path[1:], "/")
			if got := p.Match(name, isDir); got != (path[0] == '+') {
				t.Errorf("%q matches %q: %t", test.pattern, path[1:], got)
			}
		}
	}
}

func TestLine(t *testing.T) {
	for line, want := range map[string]string{
		"":        "none",
		"  ":      "none",
		"# a":     "none",
		`\# a`:    "# a",
		`\!a`:     "!a",
		"!a":      "not a",
		"a ":      "a",
		`a\ `:     "a ",
		`a\  `:    "a ",
		`a\\ `:    `a\`,
		" a":      " a",
		"a\t":     "a\t",
		"{a,b}":   "{a,b}",
		"a{":      "a{",
		"[":       "error",
		"[a":      "error",
		"[[:a:]]": "error",
		`a\`:      "error",
		`[\`:      "error",
		"[a-":     "error",
		"/":       "error",
		"!":       "error",
	} {
		p, ok, err := NewLine(line)
		name, negated := strings.CutPrefix(want, "not ")
		switch {
		case (err != nil) != (want == "error"):
			t.Errorf("%q: %v", line, err)
		case err == nil && ok != (want != "none"):
			t.Errorf("%q is a pattern: %t", line, ok)
		case ok && (p.Negated != negated || !p.Match(name, false)):
			t.Errorf("%q does not match %q", line, name)
		}
	}
}

// TestPatternTime runs patterns that take an algorithm with unlimited backtracking a time that
// is exponential in their length: the test would not end.
func TestPatternTime(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat("*a", 60) + "b",
		strings.Repeat("**/", 60) + "b",
		strings.Repeat("**/a*/", 60) + "b",
		strings.Repeat("*[a-z]", 60) + "?b",
	} {
		p, err := NewPattern(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{strings.Repeat("a", 250), strings.Repeat("a/", 250) + "a"} {
			if p.Match(path, false) {
				t.Errorf("%s matches %s", pattern, path)
			}
		}
	}
}

// FuzzPattern checks that a pattern without special characters matches itself and nothing else,
// and that others do not panic.
func FuzzPattern(f *testing.F) {
	f.Add("[[:alpha:]-]*", "a-b")
	f.Add("a/**/b", "a/b")
	f.Add("[a-\xff]", "\xfe")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		p, ok, err := NewLine(pattern)
		if !ok || err != nil || strings.HasPrefix(path, "/") {
			return
		}
		got := p.Match(path, true)
		if !strings.ContainsAny(pattern, `*?[\/! `) && utf8.ValidString(pattern) {
			name := path[strings.LastIndexByte(path, '/')+1:]
			if got != (name == pattern) {
				t.Errorf("%q matches %q: %t", pattern, path, got)
			}
		}
	})
}
