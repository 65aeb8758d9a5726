package main

import (
	"strings"
	"testing"
)

func TestFilter(t *testing.T) {
	for _, test := range []struct {
		options string // +GLOB is --include, -GLOB --exclude, /GLOB --exclude-dir
		name    string // a directory's has a slash at its end
		want    bool
	}{
		{"", "a.txt", true},
		{"+*.txt", "a.txt", true},
		{"+*.txt", "a.c", false},
		{"+*.txt", "a.txt.gz", false},
		{"-*.txt", "a.txt", false},
		{"-*.txt", "a.c", true},

		// The last one that matches counts, and where none does the first.
		{"+*.txt -a*", "a.txt", false},
		{"-a* +*.txt", "a.txt", true},
		{"+*.txt -a*", "b.txt", true},
		{"+*.txt -a*", "b.c", false},
		{"-a* +*.txt", "b.c", true},

		// Files are one thing, directories another.
		{"+*.txt", "d/", true},
		{"-d", "d/", true},
		{"/d", "d/", false},
		{"/d", "d", true},
		{"/d/", "d/", false},
		{"/d//", "d/", false},
		{"/*", "d/", false},

		// On the command line, from any slash on, and a star matches one.
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

		// What shells have, as they write it.
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
	} {
		var f filter
		for _, option := range strings.Fields(test.options) {
			to := globOption{"include", &f.files}
			switch option[0] {
			case '-':
				to.option = "exclude"
			case '/':
				to = globOption{"exclude-dir", &f.dirs}
			}
			to.Set(option[1:])
		}
		if err := f.set(); err != nil {
			t.Errorf("%s: %v", test.options, err)
		}
		if got := !f.excludes(test.name, strings.HasSuffix(test.name, "/")); got != test.want {
			t.Errorf("with %s, is %q searched? %t", test.options, test.name, got)
		}
	}
}
