package option

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// settings are the variables that the options of grepLike set.
type settings struct {
	number  bool
	color   string
	max     int
	kinds   []int
	regexps Strings
	bytes   int64
	files   []string
}

// grepLike returns a program with some of the options of grep and other options.
func grepLike(s *settings) *Program {
	glob := func(sign string) Value {
		return Func(func(arg string) error {
			s.files = append(s.files, sign+arg)
			return nil
		})
	}
	colors := []Choice[string]{{"auto", "A"}, {"always", "B"}, {"never", "C"}}
	kinds := []Choice[int]{{"one", 1}, {"two", 2}}
	return &Program{Name: "grope", Former: map[string]string{"bytes": "--max-bytes=N", "y": "--kind=one"}, Synonyms: map[string]string{"author": "regexp", "max-rows": "max-count"}, Sections: []Section{
		{Title: "What to find", Options: []Option{
			{
				Name: "regexp", Letter: "e", Arg: "RE", Repeats: true,
				Usage: "what matches RE",
				Value: &s.regexps,
				Text:  "\nWhat matches one of them. -v and ~ are no part of it.\n\n\tgrope -e '\\.pdf$' FILE\n\n\tgrope -e ^a\n\nNo more.\n",
			},
			{
				Name: "kind", Arg: "LIST",
				Usage: "these kinds: LIST as one,two",
				Value: AllOf(kinds, func(n int) { s.kinds = append(s.kinds, n) }),
				Text:  "Only one kind, or two.",
			},
			{Name: "scheme", Arg: "LIST", Usage: "these schemes", Value: Func(func(string) error { return nil }), Text: "Schemes."},
			{Name: "defang", Usage: "hxxp://a[.]b", Text: "Prints it so."},
		}},
		{Title: "What to print", Options: []Option{
			{Name: "json", Usage: "objects", Overrides: []string{"csv"}, Text: "Objects."},
			{Name: "csv", Usage: "rows", Excludes: []string{"count"}, Text: "Rows."},
			{Name: "line-number", Letter: "n", Usage: "the line", Value: True(&s.number), Text: "The line."},
			{Name: "with-filename", Letter: "H", Usage: "names", Overrides: []string{"no-filename"}, Text: "Names."},
			{Name: "no-filename", Letter: "h", Usage: "no names", Text: "No names."},
			{Name: "count", Letter: "c", Usage: "only how many", Excludes: []string{"json"}, Text: "How many."},
			{Name: "max-count", Letter: "m", Arg: "N", Usage: "stop after N", Value: Number(&s.max, 1, 10), Text: "Stops."},
			{Name: "print0", Letter: "0", Rare: true, Usage: "NUL", Text: "NUL."},
			{Name: "context", Letter: "C", Arg: "NUM", Rare: true, Usage: "lines around", Value: Func(func(string) error { return nil }), Text: "Lines around."},
			{
				Name: "color", Alias: "colour", Arg: "WHEN", Implied: "auto",
				Usage: "colours: WHEN is always or never",
				Value: OneOf(colors, &s.color),
				Text:  "It is auto, always or never.",
			},
			{Name: "explain", Usage: "no search", ExcludesAllBut: []string{"json"}, Text: "No search."},
			{Name: "quick", Usage: "runs quickly", Affects: Nothing, Text: "The results are the same."},
			{Name: "about", Usage: "about it", Affects: Answers, Text: "About it."},
			{Name: "license", Usage: "its license", Affects: Answers, Text: "Its license."},
			{Name: "invert", Usage: "the others", Affects: Found, Requires: []string{"regexp", "kind", "file"}, Text: "What does not match."},
		}},
		{Title: "Which files", Options: []Option{
			{Name: "include", Arg: "GLOB", Repeats: true, Usage: "only these", Value: glob("+"), Text: "Only these."},
			{Name: "exclude", Arg: "GLOB", Repeats: true, Usage: "not these", Value: glob("-"), Text: "Not these."},
			{Name: "exclude-dir", Arg: "GLOB", Repeats: true, Usage: "not these", Value: glob("/"), Text: "Not these."},
			{Name: "file", Letter: "f", Arg: "FILE", Usage: "patterns in FILE", Value: Func(func(string) error { return nil }), Text: "Patterns."},
			{Name: "max-bytes", Arg: "N", Usage: "at most N", Value: Size(&s.bytes, 1), Text: "At most."},
			{Name: "backup", Letter: "k", Arg: "END", Implied: "old", Usage: "keep each as FILE.END", Value: Func(func(string) error { return nil }), Text: "Keeps each."},
			{Name: "help-for", Arg: "OPTION", Usage: "all about OPTION", Value: Func(func(string) error { return nil }), Text: "All about it."},
		}},
	}}
}

// words returns the ordered command line, without options that were overridden.
func words(l *Line) (list []string) {
	for _, g := range l.Given {
		word := "--" + g.Name
		if g.Option.Arg != "" {
			word += "=" + g.Arg
		}
		list = append(list, word)
	}
	return slices.Concat(list, []string{"--"}, l.Operands)
}

func TestParse(t *testing.T) {
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
		{"-h -n -H -h", "--line-number --no-filename --"},
		{"--json --csv", "--csv --"},
		{"--csv --json", "--json --"},
		{"-nn", "--line-number --line-number --"},
		{"-cnH a", "--count --line-number --with-filename -- a"},
		{"-m5 a -n", "--max-count=5 --line-number -- a"},
		{"-nHm5 a", "--line-number --with-filename --max-count=5 -- a"},
		{"-m -n a", "--max-count=-n -- a"},
		{"-m5n", "--max-count=5n --"},
		{"-m 5 -m 6", "--max-count=5 --max-count=6 --"},
		{"--include a --exclude=b --include c", "--include=a --exclude=b --include=c --"},
		{"-", "-- -"},
		{"--color a", "--color=auto -- a"},
		{"--color= a", "--color= -- a"},
		{"-k a", "--backup=old -- a"},
		{"-nkx a", "--line-number --backup=x -- a"},
		{"--explain --json", "--explain --json --"},
		{"--explain --quick --about", "--explain --quick --about --"},
		{"--json --about", "--json --about --"},

		{"--regex=a", "--regexp=a --"},
		{"--line-n -- a", "--line-number -- a"},
		{"--max-c 5", "--max-count=5 --"},
		{"--max-c=5", "--max-count=5 --"},
		{"--exclude a", "--exclude=a --"}, // does not match --exclude-dir
		{"--exclude- a", "--exclude-dir=a --"},
		{"--colou=never", "--color=never --"},
		{"--colo=never", "--color=never --"}, // colour is the alias
	} {
		line, err := grepLike(new(settings)).Parse(strings.Fields(test.args))
		if err != nil || !slices.Equal(words(line), strings.Fields(test.want)) {
			t.Errorf("%q: %v, %v; want %q", test.args, line, err, test.want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--foo", "unknown option --foo"},
		{"--foo=1", "unknown option --foo"},
		{"-z", "unknown option -z"},
		{"-nz", "unknown option -z"},
		{"-é", "unknown option -é"},
		{"-\xff", "unknown option -\uFFFD"},
		{"--=", "unknown option --"},
		{"-05", "unknown option -5"},
		{"-defang", "unknown option -d (did you mean --defang?)"},
		{"--colunt", "unknown option --colunt (did you mean --count?)"},
		{"--max=5", "option --max is ambiguous: --max-count, --max-bytes"},
		{"--author=a", "unknown option --author (did you mean --regexp?)"},
		{"--by-author", "unknown option --by-author (did you mean --regexp?)"},
		{"--max-rows", "unknown option --max-rows (did you mean --max-count?)"},
		{"--file-glob=a", "unknown option --file-glob (did you mean --file?)"},
		{"--bytes=5", "option --bytes is now --max-bytes=N"},
		{"-y", "option -y is now --kind=one"},
		{"--max-co", "option --max-count requires a value"},
		{"--js=1", "option --json takes no value"},
		{"--countless", "unknown option --countless (did you mean --count?)"},
		{"a -m", "option -m requires a value"},
		{"--kind", "option --kind requires a value"},
		{"--json=1", "option --json takes no value"},

		{"--csv -c", "--csv and -c exclude each other"},
		{"-c --csv", "-c and --csv exclude each other"},
		{"-nc --json --csv", "-c and --csv exclude each other"},
		{"-n --explain", "-n and --explain exclude each other"},
		{"--explain -m5", "--explain and -m exclude each other"},
		{"--about --license", "--about and --license exclude each other"},
	} {
		line, err := grepLike(new(settings)).Parse(strings.Fields(test.args))
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, %v; want %s", test.args, line, err, test.want)
		}
	}
}

// TestSet checks that only the last argument of an option that does not repeat is read,
// and that the arguments of an option that repeats are read in order.
func TestSet(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "{false  0 [] [] 0 []}"},
		{"-n", "{true  0 [] [] 0 []}"},
		{"-nn -m 99 -m3", "{true  3 [] [] 0 []}"},
		{"--kind=one,two", "{false  0 [1 2] [] 0 []}"},
		{"--kind=one --kind=two", "{false  0 [2] [] 0 []}"},
		{"-eb -ea --color", "{false A 0 [] [b a] 0 []}"},
		{"--include=a --exclude=b --exclude-dir=c --include=d", "{false  0 [] [] 0 [+a -b /c +d]}"},
		{"--max-bytes=2K --color=never", "{false C 0 [] [] 2048 []}"},
	} {
		var s settings
		line, err := grepLike(&s).Parse(strings.Fields(test.args))
		if err == nil {
			err = line.Set()
		}
		if got := fmt.Sprint(s); err != nil || got != test.want {
			t.Errorf("%q: %s, %v; want %s", test.args, got, err, test.want)
		}
	}
	for _, test := range []struct{ args, want string }{
		{"-m11", `--max-count: invalid number "11": must be from 1 to 10`},
		{"-m 0 --color=x", `--max-count: invalid number "0": must be from 1 to 10`},
		{"--color=x -m0", `--color: unknown value "x": valid values are auto, always, never`},
		{"--colour=alway", `--color: unknown value "alway": valid values are auto, always, never (did you mean always?)`},
		{"--kind=one,tow", `--kind: unknown value "tow": valid values are one, two (did you mean two?)`},
		{"--kind=", `--kind: unknown value "": valid values are one, two`},
		{"--max-bytes=0", `--max-bytes: invalid size "0": must be a number, at least 1, optionally with K, M or G`},
	} {
		line, err := grepLike(new(settings)).Parse(strings.Fields(test.args))
		if err == nil {
			err = line.Set()
		}
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v; want %s", test.args, err, test.want)
		}
	}
}

func TestRequired(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", ""},
		{"--invert -ea", ""},
		{"--invert --kind=one", ""},
		{"--invert", "--invert requires --regexp, --kind or --file"},
		{"--invert -n", "--invert requires --regexp, --kind or --file"},
	} {
		line, err := grepLike(new(settings)).Parse(strings.Fields(test.args))
		if err != nil {
			t.Fatal(err)
		}
		if err := line.CheckRequired(); err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.args, err, test.want)
		}
	}
}

func TestAffecting(t *testing.T) {
	line, err := grepLike(new(settings)).Parse(strings.Fields("--quick --invert -n --about"))
	if err != nil {
		t.Fatal(err)
	}
	for effect, want := range map[Effect]string{Nothing: "quick", Found | Answers: "invert about", Read: ""} {
		var names []string
		for _, g := range line.Affecting(effect) {
			names = append(names, g.Name)
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%d: %s, want %s", effect, got, want)
		}
	}
}

func TestHas(t *testing.T) {
	line, err := grepLike(new(settings)).Parse([]string{"-nH", "--", "-c"})
	if err != nil || !line.Has("line-number") || !line.Has("with-filename") || line.Has("count") {
		t.Errorf("%v, %v", line, err)
	}
}

// TestParseBytes checks that an argument may have any bytes and is not changed.
func TestParseBytes(t *testing.T) {
	for _, arg := range []string{"", " ", "=", "--", "-n", "a\nb", "\x00", "\xff", "a,b", "a=b", `"`, "$x"} {
		for _, args := range [][]string{{"--regexp", arg}, {"--regexp=" + arg}, {"-e", arg}, {"-ne" + arg}} {
			line, err := grepLike(new(settings)).Parse(append(args, "x"))
			if args[len(args)-1] == "-ne" {
				arg = "x" // an empty argument cannot be in the same word
			}
			if err != nil || line.Given[len(line.Given)-1].Arg != arg {
				t.Errorf("%q: %v, %v", args, line, err)
			}
		}
	}
}

func TestFind(t *testing.T) {
	p := grepLike(new(settings))
	for _, test := range []struct{ name, want string }{
		{"n", "line-number"}, {"-n", "line-number"}, {"line-number", "line-number"}, {"--line", "line-number"},
		{"colour", "color"}, {"--colo", "color"}, {"0", "print0"}, {"exclude", "exclude"},
	} {
		if o, err := p.Find(test.name); err != nil || o.Name != test.want {
			t.Errorf("%s: %v, %v; want %s", test.name, o, err, test.want)
		}
	}
	for _, test := range []struct{ name, want string }{
		{"", "unknown option "}, {"--", "unknown option --"}, {"z", "unknown option z"},
		{"--max", "option --max is ambiguous: --max-count, --max-bytes"},
	} {
		if o, err := p.Find(test.name); err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, %v; want %s", test.name, o, err, test.want)
		}
	}
	for _, name := range []string{"json", "--json", "colour"} {
		if !p.Has(name) {
			t.Errorf("there is no %s", name)
		}
	}
	for _, name := range []string{"", "n", "-n", "jso", "foo"} {
		if p.Has(name) {
			t.Errorf("there is a %s", name)
		}
	}
}
