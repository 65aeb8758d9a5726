package main

import (
	"slices"
	"strings"
	"testing"
)

func TestPermute(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "--"},
		{"a b", "-- a b"},
		{"a -n b", "--line-number -- a b"},
		{"-nH", "--line-number --with-filename --"},
		{"-m5", "--max-count=5 --"},
		{"-m 5 a", "--max-count=5 -- a"},
		{"-nm5", "--line-number --max-count=5 --"},
		{"-nm 5", "--line-number --max-count=5 --"},
		{"-mn", "--max-count=n --"},
		{"-m=5", "--max-count==5 --"},
		{"--max-count=5", "--max-count=5 --"},
		{"--max-count 5", "--max-count=5 --"},
		{"--max-count --", "--max-count=-- --"},
		{"--max-count=", "--max-count= --"},
		{"--scheme -ftp", "--scheme=-ftp --"},
		{"--scheme=a=b", "--scheme=a=b --"},
		{"-ea -e b", "--regexp=a --regexp=b --"},
		{"a -- -n", "-- a -n"},
		{"-- --", "-- --"},
		{"-n - -c", "--line-number --count -- -"},
		{"-H -h", "--no-filename --"},
		{"-hHn", "--with-filename --line-number --"},
		{"-lL -l", "--files-with-matches --"},
		{"-nn", "--line-number --line-number --"},
	} {
		got, _, err := permute(strings.Fields(test.args), new(config).flags())
		if err != nil || !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("permute(%q) = %q, %v; want %q", test.args, got, err, test.want)
		}
	}
}

func TestPermuteErrors(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--foo", "unknown option --foo"},
		{"--foo=1", "unknown option --foo"},
		{"--n", "unknown option --n"},
		{"-z", "unknown option -z"},
		{"-nz", "unknown option -z"},
		{"-é", "unknown option -é"},
		{"--=", "unknown option --"},
		{"-defang", "unknown option -d (did you mean --defang?)"},
		{"--colunt", "unknown option --colunt (did you mean --count?)"},
		{"--files-without", "unknown option --files-without (did you mean --files-without-match?)"},
		{"a -m", "option -m wants a value"},
		{"--kind", "option --kind wants a value"},
		{"--json=1", "option --json takes no value"},
	} {
		got, _, err := permute(strings.Fields(test.args), new(config).flags())
		if err == nil || err.Error() != test.want {
			t.Errorf("permute(%q) = %q, %v; want %s", test.args, got, err, test.want)
		}
	}
}

// No two options may have a name in common: cli would take one for the other.
func TestNamesUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range new(config).flags() {
		for _, name := range f.Names() {
			if seen[name] {
				t.Errorf("two options are named %s", name)
			}
			seen[name] = true
		}
	}
	for name, opposite := range opposites {
		if !seen[name] || opposites[opposite] != name {
			t.Errorf("%s and %s are no options that take each other back", name, opposite)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"abc", "abd", 1}, {"abc", "ac", 1}, {"ac", "abc", 1}, {"kitten", "sitting", 3},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
