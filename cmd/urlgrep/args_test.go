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
		{"-0 -10 -n0", "--print0 --context=10 --line-number --print0 --"},
		{"-ea -e b", "--regexp=a --regexp=b --"},
		{"a -- -n", "-- a -n"},
		{"-- --", "-- --"},
		{"-n - -c", "--line-number --count -- -"},
		{"-H -h", "--no-filename --"},
		{"-hHn", "--with-filename --line-number --"},
		{"-lL -l", "--files-with-matches --"},
		{"-nn", "--line-number --line-number --"},
		{"-rnH a", "--recursive --line-number --with-filename -- a"},
		{"-m5 a -n", "--max-count=5 --line-number -- a"},
		{"-nHm5 a", "--line-number --with-filename --max-count=5 -- a"},
		{"-m -n a", "--max-count=-n -- a"},
		{"-m5n", "--max-count=5n --"},
		{"-m 5 -m 6", "--max-count=5 --max-count=6 --"},
		{"--include a --exclude=b --include c", "--include=a --exclude=b --include=c --"},
		{"-rR", "--dereference-recursive --"},
		{"-aIa", "--text --"},
		{"-", "-- -"},

		{"--recurs", "--recursive --"},
		{"--line-n -- a", "--line-number -- a"},
		{"--max-c 5", "--max-count=5 --"},
		{"--max-c=5", "--max-count=5 --"},
		{"--exclude a", "--exclude=a --"}, // not --exclude-dir
		{"--exclude- a", "--exclude-dir=a --"},
		{"--colou=never", "--color=never --"},
		{"--colo=never", "--color=never --"}, // colour is the same
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
		{"-z", "unknown option -z"},
		{"-nz", "unknown option -z"},
		{"-é", "unknown option -é"},
		{"--=", "unknown option --"},
		{"-defang", "unknown option -d (did you mean --defang?)"},
		{"--colunt", "unknown option --colunt (did you mean --count?)"},
		{"--max=5", "option --max is ambiguous: --max-count, --max-url, --max-lines, --max-bytes, --max-ratio, --max-window"},
		{"--max-co", "option --max-count wants a value"},
		{"--js=1", "option --json takes no value"},
		{"--recursively", "unknown option --recursively (did you mean --recursive?)"},
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

// Every option is taken by each of its names, in all the ways there are, and by what
// begins no other name.
func TestEveryOption(t *testing.T) {
	flags := new(config).flags()
	try := func(want string, args ...string) {
		t.Helper()
		got, given, err := permute(args, flags)
		if text := strings.Join(got, " "); err != nil || text != want || len(given) == 0 {
			t.Errorf("permute(%q) = %q, %d flags, %v; want %q", args, text, len(given), err, want)
		}
	}
	refuse := func(want string, args ...string) {
		t.Helper()
		if got, _, err := permute(args, flags); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("permute(%q) = %q, %v; want an error: %s", args, got, err, want)
		}
	}
	for _, f := range flags {
		long, more := names(f)
		option := "--" + long
		for _, name := range append([]string{long}, more...) {
			_, optional := standsFor[long]
			dashed := "-" + name
			if len(name) > 1 {
				dashed = "--" + name
			}
			switch {
			case !takesValue(f):
				try(option+" --", dashed)
				try(option+" -- a b", "a", dashed, "b")
				try(option+" -- a", dashed, "--", "a")
			case optional:
				try(option+"="+standsFor[long]+" -- a", dashed, "a")
			default:
				try(option+"=v -- a b", "a", dashed, "v", "b")
				try(option+"=-- --", dashed, "--")
				refuse("option "+dashed+" wants a value", dashed)
			}
			switch {
			case len(name) > 1 && takesValue(f):
				try(option+"=v -- a", dashed+"=v", "a")
				try(option+"= --", dashed+"=")
				try(option+"=a=b --", dashed+"=a=b")
			case len(name) > 1:
				refuse("option "+dashed+" takes no value", dashed+"=v")
			case takesValue(f):
				try(option+"=v --", dashed+"v")
				try("--json "+option+"=v -- a", "--json", "a", dashed, "v")
				try("--byte-offset "+option+"=v -- a", "-b"+name+"v", "a")
				try("--byte-offset "+option+"=v -- a", "-b"+name, "v", "a")
			case name != "b":
				try("--byte-offset "+option+" -- a", "-b"+name, "a")
				try(option+" --byte-offset -- a", "-"+name+"b", "a")
			}
			got, given, err := permute([]string{"--", dashed}, flags)
			if want := []string{"--", dashed}; err != nil || len(given) > 0 || !slices.Equal(got, want) {
				t.Errorf("behind --, %s is %q, %v", dashed, got, err)
			}
		}
	}
}

// What several options begin with is none of them, what one begins with is that one.
func TestAbbreviations(t *testing.T) {
	flags := new(config).flags()
	begun := map[string][]string{} // the options that have a name that begins so
	exact := map[string]string{}
	for _, f := range flags {
		long, more := names(f)
		for _, name := range append([]string{long}, more...) {
			if len(name) == 1 {
				continue
			}
			exact[name] = long
			for n := range len(name) {
				if have := begun[name[:n+1]]; !slices.Contains(have, long) {
					begun[name[:n+1]] = append(have, long)
				}
			}
		}
	}
	for short, options := range begun {
		arg := "--" + short
		a := arguments{flags: flags}
		f, err := a.named(arg, short)
		switch want := exact[short]; {
		case want == "" && len(options) > 1:
			if err == nil || err.Error() != "option "+arg+" is ambiguous: --"+strings.Join(options, ", --") {
				t.Errorf("%s: %v, and not a list of %q", arg, err, options)
			}
			continue
		case want == "":
			exact[short] = options[0]
		}
		if err != nil {
			t.Errorf("%s: %v", arg, err)
		} else if got, _ := names(f); got != exact[short] {
			t.Errorf("%s is --%s, want --%s", arg, got, exact[short])
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"none", "wrapped", "hyphen", "wide"}
	for _, test := range []struct{ word, want string }{
		{"wraped", "wrapped"}, {"wrap", "wrapped"}, {"hypen", "hyphen"}, {"Wide", "wide"},
		{"hyphens", "hyphen"}, {"", ""}, {"w", ""}, {"everything", ""},
	} {
		if got := nearest(test.word, names); got != test.want {
			t.Errorf("nearest(%q) = %q, want %q", test.word, got, test.want)
		}
	}
}

// What options have for values is what the packages have.
func TestChoices(t *testing.T) {
	for _, c := range kinds {
		if c.name != c.value.String() {
			t.Errorf("kind %v is named %s", c.value, c.name)
		}
	}
	for _, c := range levels {
		if c.name != c.value.String() {
			t.Errorf("level %v is named %s", c.value, c.name)
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
	for _, group := range opposites {
		for _, name := range group {
			if !seen[name] {
				t.Errorf("--%s takes back others, and is no option", name)
			}
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
