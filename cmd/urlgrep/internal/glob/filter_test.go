package glob

import (
	"strings"
	"testing"
)

func TestFilter(t *testing.T) {
	for _, test := range []struct {
		options string // +GLOB is --include, -GLOB --exclude, /GLOB --exclude-dir, @GLOB --glob
		name    string // of a directory if it ends with a slash; "|" separates the path of a directory from a name in it
		want    bool
	}{
		{"", "a.txt", true},
		{"+*.txt", "a.txt", true},
		{"+*.txt", "a.c", false},
		{"+*.txt", "a.txt.gz", false},
		{"-*.txt", "a.txt", false},
		{"-*.txt", "a.c", true},

		// --glob has no effect on the command line.
		{"@*.txt", "a.c", true},
		{"@!*.txt", "a.txt", true},
		{"@!b", "b/", true},
		{"@!*.txt -*.c", "a.c", false},

		{"@*.{txt,c}", "|a.txt", true},
		{"@*.{txt,c}", "|a.h", false},
		{"@!*.txt", "|a.txt", false},
		{"@!*.txt", "|a.c", true},
		{"@!*.txt", "|a.txt/", false},
		{"@!b/", "|b/", false},
		{"@!b/", "|b", true},
		{"@*.txt @!b", "|b/", false},
		{"@*.txt", "|b/", true},
		{"-*.txt @a*", "|a.txt", true},
		{"@!a* @*.txt", "|b.txt", true},
		{"@!a* @*.txt", "|b.c", false},
		{"@!a* @*.txt", "|b/", true},
		{"@a/**/*.txt", "a/b/|c.txt", true},
		{"@a/**/*.txt", "a/|c.txt", true},
		{"@a/**/*.txt", "x/a/b/|c.txt", false},
		{"@a/**/*.txt", "./a/b/|c.txt", true},
		{"@a*.txt", "|a.b.txt", true},
		{"@/a*", "b/|a", false},
		{"@/a*", "./|a", true},

		// The last pattern that matches counts. If none matches, the first one counts.
		{"+*.txt -a*", "a.txt", false},
		{"-a* +*.txt", "a.txt", true},
		{"+*.txt -a*", "b.txt", true},
		{"+*.txt -a*", "b.c", false},
		{"-a* +*.txt", "b.c", true},

		// Patterns for files do not apply to directories, nor the reverse.
		{"+*.txt", "d/", true},
		{"-d", "d/", true},
		{"/d", "d/", false},
		{"/d", "d", true},
		{"/d/", "d/", false},
		{"/d//", "d/", false},
		{"/*", "d/", false},

		// On the command line a pattern may match from any slash on, and a star matches a
		// slash.
		{"-a.txt", "d/a.txt", false},
		{"-d/a.txt", "d/a.txt", false},
		{"-e/a.txt", "d/e/a.txt", false},
		{"-d", "d/a.txt", true},
		{"-e.txt", "d/the.txt", true},
		{"-d*t", "d/a.txt", false},
		{"-/*", "/d/a.txt", false},
		{"/e", "d/e/", false},
		{"/d", "d/e/", true},
		{"/e", "d/e//", false},

		// The syntax of shells.
		{"-?.txt", "a.txt", false},
		{"-?.txt", "ab.txt", true},
		{"-?", "ä", false},
		{"-?", "\xff", false},
		{"-*", ".hidden", false},
		{"-[ab]", "b", false},
		{"-[a-c]", "b", false},
		{"-[!a]", "b", false},
		{"-[!a]", "a", true},
		{"-[^a]", "a", true},
		{"-[a!]", "!", false},
		{`-\*`, "*", false},
		{`-\*`, "a", true},
		{`-\[!a]`, "[!a]", false},
		{`-\[!a]`, "b", true},
		{"-", "a", true},

		// Braces, and directories of any depth.
		{"+*.{md,eml}", "a.eml", true},
		{"+*.{md,eml}", "a.txt", false},
		{"+*.{md,eml}", "d/|a.md", true},
		{"+{a,b{c,d}}{,.txt}", "bd.txt", true},
		{"+{a,b{c,d}}{,.txt}", "a", true},
		{"+{a,b{c,d}}{,.txt}", "b.txt", false},
		{"+{a}", "a", true},
		{`+\{a,b\}`, "{a,b}", true},
		{`+\{a,b\}`, "a", false},
		{"+[{a,b}]", "{", true},
		{"+**/*.eml", "a.eml", true},
		{"+**/*.eml", "d/e/a.eml", true},
		{"+**/*.eml", "d/e/|a.eml", true},
		{"+**/*.eml", "d/e/|a.txt", false},
		{"+**/e/*.eml", "d/e/|a.eml", true},
		{"+**/e/*.eml", "e/|a.eml", true},
		{"+**/e/*.eml", "d/|a.eml", false},
		{"+{**/,}a.{md,eml}", "d/|a.md", true},
		{"+d/**/a.eml", "d/|a.eml", true},
		{"+d/**/a.eml", "d/e/f/|a.eml", true},
		{"+d/**/a.eml", "e/|a.eml", false},
		{"+d/**/**/a.eml", "d/|a.eml", true},
		{"+d/**", "c/d/e/|a.eml", true},
		{"-d/**", "c/d/e/|a.eml", false},
		{"/**/e", "d/|e/", false},
		{"/**/e/", "d/|e/", false},
		{"/{e,f}/", "d/|f/", false},
		{"/d/e", "c/d/|e/", false},
		{"/d/e", "c/|e/", true},

		// In a directory only a pattern with a slash matches the path.
		{"-e/a.txt", "d/e/|a.txt", false},
		{"-d/a.txt", "d/e/|a.txt", true},
		{"-d*t", "d/|a.txt", true},
	} {
		var f Filter
		for _, option := range strings.Fields(test.options) {
			name := "include"
			switch option[0] {
			case '-':
				name = "exclude"
			case '/':
				name = "exclude-dir"
			case '@':
				name = "glob"
			}
			f.Option(name).Set(option[1:])
		}
		if err := f.Compile(); err != nil {
			t.Errorf("%s: %v", test.options, err)
		}
		isDir := strings.HasSuffix(test.name, "/")
		got := !f.Excludes(test.name, isDir)
		if dir, name, walked := strings.Cut(test.name, "|"); walked {
			got = f.Decide(dir, strings.TrimSuffix(name, "/"), isDir) != Skipped
		}
		if got != test.want {
			t.Errorf("with %s, is %q searched? %t", test.options, test.name, got)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	for _, pattern := range []string{"[a", "[", `a\`, "{a", "a}", "{a,{b}", "{[a,b}", "{a,[b}c", strings.Repeat("{a,b}", 14)} {
		var f Filter
		f.Option("include").Set(pattern)
		if err := f.Compile(); err == nil || !strings.HasPrefix(err.Error(), "--include: invalid pattern ") {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}
