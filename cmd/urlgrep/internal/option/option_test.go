package option

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the files in testdata")

const grepLikeDoc = `// Grope finds things.
//
// Usage:
//
//	grope [OPTION]... [FILE]...
//	grope --explain [THING]...
//
// It reads FILE, see grep(1). With --json or -n it prints more: a-b is no option, and e.g.
// this is no sentence. .A dot is no macro.
//
// # Details
//
// Some ~ and ^ and ` + "`" + ` and ….
//
// # Exit status
//
// 0, or 1:
//
//	'quoted'  --json
//	.dot
//
//	more
package main
`

// TestTexts checks that the texts generated from a table equal the files in testdata.
func TestTexts(t *testing.T) {
	p := grepLike(new(settings))
	for name, got := range map[string]string{
		"help":     p.Help("Usage: grope\n", "\nExit status: 0\n"),
		"help-for": helpFor(p),
		"grope.1": p.Manual(Page{
			Date: "2026-01-02", Version: "1.2", Summary: "find things",
			Doc: Comment(grepLikeDoc), Chapters: []string{"Exit status", "Bugs"},
		}),
		"grope.bash": p.Completion(Bash),
		"grope.zsh":  p.Completion(Zsh),
		"grope.fish": p.Completion(Fish),
	} {
		path := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		gotLines, wantLines := strings.Split(got, "\n"), strings.Split(string(want), "\n")
		for i := range min(len(gotLines), len(wantLines)) {
			if gotLines[i] != wantLines[i] {
				t.Errorf("%s:%d: got\n%s\nwant\n%s", path, i+1, gotLines[i], wantLines[i])
				break
			}
		}
		if len(gotLines) != len(wantLines) {
			t.Errorf("%s: got %d lines, want %d", path, len(gotLines), len(wantLines))
		}
	}
	if p.Completion(NoShell) != "" {
		t.Error("there is a script for no shell")
	}
}

func helpFor(p *Program) string {
	var b strings.Builder
	for o := range p.All() {
		b.WriteString(o.Help())
	}
	return b.String()
}

func TestHelpAbout(t *testing.T) {
	p := grepLike(new(settings))
	for word, want := range map[string]string{
		"":       "",
		"o":      "",
		"ject":   "", // within a word
		"OBJECT": "What to print:\n      --json                  objects\n",
		"pdf":    "", // in an example
		"\xff(":  "",
		"ww":     "",
		"rows":   "What to print:\n      --csv                   rows\n",
	} {
		if got := p.HelpAbout(word); got != want {
			t.Errorf("%s:\n%swant\n%s", word, got, want)
		}
	}
}

func TestHasWord(t *testing.T) {
	for _, test := range []struct {
		text, word string
		want       bool
	}{
		{"aaa", "aa", true}, {"baaa", "aa", false}, {"baaa aab", "aa", true}, {"éa", "a", false}, {"-a", "a", true}, {"", "a", false}, {"9ab", "ab", false},
	} {
		if got := hasWord(test.text, test.word); got != test.want {
			t.Errorf("hasWord(%q, %q) = %t", test.text, test.word, got)
		}
	}
}

// TestTextsAreRead checks that the shells and man accept the scripts and the page.
func TestTextsAreRead(t *testing.T) {
	for name, command := range map[string]string{
		"grope.1":    "mandoc -T lint -W warning",
		"grope.bash": "bash -n",
		"grope.zsh":  "zsh -n",
		"grope.fish": "fish --no-execute",
	} {
		t.Run(name, func(t *testing.T) {
			args := append(strings.Fields(command), filepath.Join("testdata", name))
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skip(err)
			}
			if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	if err := grepLike(new(settings)).Check(); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		want   string
		change func(o, other *Option)
	}{
		{"--json: another option is named -n as well", func(o, other *Option) { o.Letter, other.Letter = "n", "n" }},
		{"--json: another option is named --csv as well", func(o, other *Option) { o.Alias = "csv" }},
		{"--json: a name has more than one letter, a letter one", func(o, _ *Option) { o.Letter = "js" }},
		{"--json: a name has more than one letter, a letter one", func(o, _ *Option) { o.Alias = "j" }},
		{"--json: it has no argument, and says something about one", func(o, _ *Option) { o.Repeats = true }},
		{"--json: it has no argument, and says something about one", func(o, _ *Option) { o.Implied = "x" }},
		{"--json: nothing takes over its argument", func(o, _ *Option) { o.Arg = "N" }},
		{"--json: there is no description", func(o, _ *Option) { o.Usage = "" }},
		{"--json: there is no description", func(o, _ *Option) { o.Text = " \n" }},
		{"--json: its line in the help has 81 characters, 80 fit", func(o, _ *Option) { o.Usage = strings.Repeat("ä", 51) }},
		{"--json: its names have 30 characters, 29 fit", func(o, _ *Option) { o.Arg, o.Value = strings.Repeat("N", 17), True(new(bool)) }},
		{"--json: there is no option --x", func(o, _ *Option) { o.Overrides = []string{"x"} }},
		{"--json: there is no option --x", func(o, _ *Option) { o.Excludes = []string{"x"} }},
		{"--json: there is no option --x", func(o, _ *Option) { o.ExcludesAllBut = []string{"x"} }},
		{"--json: it overrides --csv and excludes it", func(o, _ *Option) { o.Overrides, o.Excludes = []string{"csv"}, []string{"csv"} }},
		{"--json: its text says nothing about b", func(o, _ *Option) {
			o.Arg, o.Text, o.Value = "X", "It may be a-b or a.", OneOf([]Choice[int]{{"a", 1}, {"b", 2}}, new(int))
		}},
		{"--json: b is implied, and no choice", func(o, _ *Option) {
			o.Arg, o.Text, o.Value, o.Implied = "X", "It may be a.", OneOf([]Choice[int]{{"a", 1}}, new(int)), "b"
		}},
		{"--json: there is a hint for its name", func(o, _ *Option) { o.Name = "json"; o.Letter = "" }},
		{"the hint for rows: there is no option --x", func(o, _ *Option) {}},
		{"a section has no title", nil},
	} {
		p := &Program{Former: map[string]string{"json": "csv=N"}, Synonyms: map[string]string{"rows": "x"}, Sections: []Section{{Title: "Title", Options: []Option{
			{Name: "csv", Usage: "rows", Text: "Rows."},
			{Name: "json", Usage: "objects", Text: "Objects."},
		}}}}
		if test.change != nil {
			test.change(&p.Sections[0].Options[1], &p.Sections[0].Options[0])
		} else {
			p.Sections[0].Title = ""
		}
		if err := p.Check(); err == nil || !slices.Contains(strings.Split(err.Error(), "\n"), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestOverridesBothWays checks that two options override each other if either of them
// says so, and that the same holds for options that exclude each other.
func TestOverridesBothWays(t *testing.T) {
	p := &Program{Sections: []Section{{Options: []Option{
		{Name: "aa", Overrides: []string{"dd", "cc"}},
		{Name: "bb", Excludes: []string{"aa"}},
		{Name: "cc", Overrides: []string{"aa", "bb"}},
		{Name: "dd"},
		{Name: "ee", Overrides: []string{"cc"}, ExcludesAllBut: []string{"cc", "dd"}},
	}}}}
	for name, want := range map[string]string{"aa": "dd cc", "bb": "cc", "cc": "aa bb ee", "dd": "aa", "ee": "cc"} {
		if got := strings.Join(p.overridden(p.exact(name)), " "); got != want {
			t.Errorf("%s overrides %s, want %s", name, got, want)
		}
	}
	for a := range p.All() {
		for b := range p.All() {
			pair := min(a.Name, b.Name) + max(a.Name, b.Name)
			if want := slices.Contains([]string{"aacc", "aadd", "bbcc", "ccee"}, pair); p.Overrides(a.Name, b.Name) != want {
				t.Errorf("%s overrides %s: %v", a.Name, b.Name, !want)
			}
			if want := slices.Contains([]string{"aabb", "aaee", "bbee"}, pair); p.Excludes(a.Name, b.Name) != want {
				t.Errorf("%s excludes %s: %v", a.Name, b.Name, !want)
			}
		}
	}
}
