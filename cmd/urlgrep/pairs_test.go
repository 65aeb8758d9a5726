package main

import (
	"bytes"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
)

// pairValues are arguments for options that need one. Each changes the output for
// pairText.
var pairValues = map[string]string{
	"format": "{{.Host}} {{.URL}} {{.Target}}", "replace": "[{{.Host}} {{.URL}} {{.Target}} {{.Key}}]", "count-by": "host", "columns": "file,url,target", "max-count": "3", "after-context": "1",
	"before-context": "1", "context": "2", "color": "always", "hyperlink": "always", "sort": "url", "same": "archive",
	"clean": "testdata/rules.txt", "report": "-", "part": "2/2",
}

const pairText = `one
two
see http://b.example/?gclid=1&x=2 http://archive.is/http://b.example/ http://archive.is/http://b.example/ and <URL:http://=u:p@a.example/b-
c>
<URL:http://[g/>
four
five
six
seven
eight
<URL:http://[g/> <URL:http://[e/> <URL:http://=u:p@a.example/b-
c> http://v:p@c.example/
<URL:http://[f/>
nine
ten
eleven
twelve
http://b.example/
thirteen http://t:p@c.example/ http://b.example/?gclid=2 http://archive.is/http://b.example/
`

// withoutEffect lists options, and the options that have no effect when combined with
// them.
var withoutEffect = []struct{ these, those []string }{
	// As with grep.
	{[]string{"quiet"}, []string{"json", "csv", "tsv", "sql", "columns", "format", "print0", "defang", "line-number",
		"byte-offset", "with-filename", "no-filename", "null", "count", "count-by", "files-with-matches",
		"files-without-match", "max-count", "show-lines", "after-context", "before-context", "context", "color", "hyperlink", "sort",
		"invalid", "warn", "unique", "same", "unwrap", "clean"}},
	{[]string{"only-matching", "line-buffered"}, nil}, // with any option
	{[]string{"files-with-matches", "files-without-match"}, []string{"count", "line-number", "byte-offset",
		"with-filename", "no-filename", "defang", "max-count", "unique", "same", "show-lines", "after-context",
		"before-context", "context", "invalid", "warn", "unwrap", "clean", "hyperlink"}},
	{[]string{"count"}, []string{"line-number", "byte-offset", "defang", "show-lines", "after-context",
		"before-context", "context", "unwrap", "clean", "hyperlink"}},
	{[]string{"no-filename"}, []string{"null"}},

	// Objects and rows already include these, or they need a file name before a URL.
	{[]string{"json", "sql", "csv", "tsv", "columns"}, []string{"line-number", "byte-offset", "with-filename",
		"no-filename", "null", "color", "hyperlink"}},
	{[]string{"worker"}, []string{"json", "line-number", "byte-offset", "with-filename", "null", "color", "hyperlink"}},
	{[]string{"count-by", "format"}, []string{"no-filename", "null", "color", "hyperlink"}},
	{[]string{"print0", "replace"}, []string{"color", "hyperlink"}},

	// What is not to be followed is no link.
	{[]string{"defang", "invalid", "warn"}, []string{"hyperlink"}},

	// Lines, errors and warnings are those of the text.
	{[]string{"show-lines", "after-context", "before-context", "context", "invalid", "warn"},
		[]string{"unwrap", "clean"}},
	{[]string{"count-by"}, []string{"clean"}}, // the host stays

	// One option implies the other.
	{[]string{"columns"}, []string{"csv"}},
	{[]string{"same"}, []string{"unique"}},
	{[]string{"show-lines"}, []string{"after-context", "before-context", "context"}},
}

// notCompared are options whose output differs from run to run, or needs a terminal.
var notCompared = []string{"pick", "report"}

// changePrinted are options that are tested like those that affect what is printed.
var changePrinted = []string{"invalid", "warn", "unique", "same", "max-count", "defang", "unwrap", "clean", "stats", "line-buffered", "only-matching", "part", "worker"}

// TestPairs checks any two options that determine what is printed: both have an effect,
// or an error names both, or withoutEffect lists them.
func TestPairs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	write(t, one, pairText)
	write(t, two, "nothing\n")
	var names []string
	for o := range program().All() {
		prints := o.Affects == option.Printed && o.Requires == nil && o.Name != "explain"
		if prints || slices.Contains(changePrinted, o.Name) {
			names = append(names, o.Name)
		}
	}
	took := regexp.MustCompile(`.* seconds, .*|INSERT INTO run .*`) // and the command line
	printed := func(options ...string) string {
		var b bytes.Buffer
		for _, files := range [][]string{{one}, {one, two}} {
			args, requests := slices.Concat([]string{"urlgrep", "-j1"}, options, files), ""
			if slices.Contains(options, "--worker") {
				args = args[:len(args)-len(files)]
				for _, file := range files {
					requests += fmt.Sprintf("{\"file\":%q}\n", file)
				}
			}
			fmt.Fprintln(&b, run(args, strings.NewReader(requests), &b, &b))
		}
		return took.ReplaceAllString(b.String(), "")
	}
	argument := func(name string) string {
		if value, ok := pairValues[name]; ok {
			return "--" + name + "=" + value
		}
		return "--" + name
	}
	alone := map[string]string{}
	for _, name := range names {
		if !slices.Contains(notCompared, name) {
			alone[name] = printed(argument(name))
		}
	}
	refused := 0
	for i, a := range names {
		for _, b := range names[:i] {
			if program().Excludes(a, b) {
				refused++
				want := fmt.Sprintf("urlgrep: %v\n", program().Exclusion(a, b))
				if got := printed(argument(a), argument(b)); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n2\n") {
					t.Errorf("--%s --%s prints\n%swant %s", a, b, got, want)
				}
				continue
			}
			if slices.Contains(notCompared, a) || slices.Contains(notCompared, b) {
				continue
			}
			got := printed(argument(a), argument(b))
			if program().Overrides(a, b) {
				if got != alone[b] {
					t.Errorf("--%s --%s prints\n%swant what the last one prints:\n%s", a, b, got, alone[b])
				}
				continue
			}
			ignored := got == alone[a] || got == alone[b]
			if known := knownWithout(a, b) || knownWithout(b, a); ignored && !known {
				t.Errorf("--%s --%s prints what one of them prints:\n%s", a, b, got)
			} else if known && !ignored {
				t.Errorf("--%s --%s prints what none of them prints:\n%s", a, b, got)
			}
		}
	}
	if refused < 50 {
		t.Errorf("only %d pairs are refused", refused)
	}
}

// knownWithout reports whether withoutEffect lists that option b has no effect with a.
func knownWithout(a, b string) bool {
	return slices.ContainsFunc(withoutEffect, func(e struct{ these, those []string }) bool {
		return slices.Contains(e.these, a) && (e.those == nil || slices.Contains(e.those, b))
	})
}

// TestExplainAlone checks that --explain can be combined only with options that have an effect on
// it, that affect nothing, or that do something else instead.
func TestExplainAlone(t *testing.T) {
	explain, err := program().Find("explain")
	if err != nil {
		t.Fatal(err)
	}
	for o := range program().All() {
		if o.Requires != nil {
			continue // without the other option there is another error
		}
		alone := o == explain || o.Affects == option.Nothing && o.Name != "stats" || o.Affects == option.Answers ||
			slices.Contains([]string{"json", "quiet", "level", "limit", "color"}, o.Name)
		arg := "--" + o.Name
		if o.Arg != "" {
			arg += "=1"
		}
		if _, err := program().Parse([]string{"--explain", arg}); (err == nil) != alone {
			t.Errorf("--explain %s: %v", arg, err)
		}
	}
}
