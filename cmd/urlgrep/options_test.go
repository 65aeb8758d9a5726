package main

import (
	"bytes"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// program is the table of options, for tests that do not set options.
var program = sync.OnceValue(func() *option.Program { return new(parsed).program() })

// planOf returns the plan for a command line.
func planOf(args []string) (*plan, error) {
	p, err := parseArgs(args)
	if err != nil {
		return nil, err
	}
	return newPlan(p)
}

// optionTexts returns the texts of all options, separated by empty lines.
func optionTexts() string {
	var b strings.Builder
	for o := range program().All() {
		b.WriteString(strings.TrimSpace(o.Text) + "\n\n")
	}
	return b.String()
}

// optionText returns the text of an option.
func optionText(t *testing.T, name string) string {
	o, err := program().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return o.Text
}

// given returns the options of a command line as "--name" or "--name=argument", followed
// by "--" and the operands.
func given(line *option.Line) string {
	var words []string
	for _, g := range line.Given {
		word := "--" + g.Name
		if g.Option.Arg != "" {
			word += "=" + g.Arg
		}
		words = append(words, word)
	}
	return strings.Join(slices.Concat(words, []string{"--"}, line.Operands), " ")
}

// TestOptionTable checks that the table of options is complete and consistent.
func TestOptionTable(t *testing.T) {
	if err := program().Check(); err != nil {
		t.Error(err)
	}
	for o := range program().All() {
		if o.Affects == 0 {
			t.Errorf("--%s affects nothing that Affects says", o.Name)
		}
	}
}

// TestEveryOption checks each name of each option in each way of writing it.
func TestEveryOption(t *testing.T) {
	try := func(want string, args ...string) {
		t.Helper()
		line, err := program().Parse(args)
		if err != nil || given(line) != want {
			t.Errorf("%q: %v, %v; want %q", args, line, err, want)
		}
	}
	refuse := func(want string, args ...string) {
		t.Helper()
		if line, err := program().Parse(args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v; want an error: %s", args, line, err, want)
		}
	}
	for o := range program().All() {
		long := "--" + o.Name
		// with reports whether o may be used with another option.
		with := func(option string) bool { return o.Name != option && !program().Excludes(o.Name, option) }
		for _, name := range o.Names() {
			isLong := strings.HasPrefix(name, "--")
			switch {
			case o.Arg == "":
				try(long+" --", name)
				try(long+" -- a b", "a", name, "b")
				try(long+" -- a", name, "--", "a")
			case o.Implied != "":
				try(long+"="+o.Implied+" -- a", name, "a")
			default:
				try(long+"=v -- a b", "a", name, "v", "b")
				try(long+"=-- --", name, "--")
				refuse("option "+name+" requires a value", name)
			}
			switch {
			case isLong && o.Arg != "":
				try(long+"=v -- a", name+"=v", "a")
				try(long+"= --", name+"=")
				try(long+"=a=b --", name+"=a=b")
			case isLong:
				refuse("option "+name+" takes no value", name+"=v")
			case o.Arg != "":
				try(long+"=v --", name+"v")
				if with("line-buffered") {
					try("--line-buffered "+long+"=v -- a", "--line-buffered", "a", name+"v")
				}
				if with("byte-offset") {
					try("--byte-offset "+long+"=v -- a", "-b"+name[1:]+"v", "a")
				}
				if with("byte-offset") && o.Implied == "" {
					try("--byte-offset "+long+"=v -- a", "-b"+name[1:], "v", "a")
				}
			case with("byte-offset"):
				try("--byte-offset "+long+" -- a", "-b"+name[1:], "a")
				try(long+" --byte-offset -- a", name+"b", "a")
			}
			line, err := program().Parse([]string{"--", name})
			if err != nil || len(line.Given) > 0 || !slices.Equal(line.Operands, []string{name}) {
				t.Errorf("after --, %s is %v, %v", name, line, err)
			}
		}
	}
}

// TestAbbreviations checks that an abbreviation of one option is accepted, and that an
// abbreviation of several is an error.
func TestAbbreviations(t *testing.T) {
	begun := map[string][]*option.Option{} // options by prefix of their names
	exact := map[string]*option.Option{}
	for o := range program().All() {
		for _, name := range o.Names() {
			name, ok := strings.CutPrefix(name, "--")
			if !ok {
				continue
			}
			exact[name] = o
			for n := range len(name) {
				if have := begun[name[:n+1]]; !slices.Contains(have, o) {
					begun[name[:n+1]] = append(have, o)
				}
			}
		}
	}
	for short, options := range begun {
		arg := "--" + short
		want := exact[short]
		if want == nil && len(options) > 1 {
			var names []string
			for _, o := range options {
				names = append(names, "--"+o.Name)
			}
			_, err := program().Parse([]string{arg})
			if err == nil || err.Error() != "option "+arg+" is ambiguous: "+strings.Join(names, ", ") {
				t.Errorf("%s: %v, and not a list of %q", arg, err, names)
			}
			continue
		}
		if want == nil {
			want = options[0]
		}
		if want.Arg != "" {
			arg += "=v"
		}
		if line, err := program().Parse([]string{arg}); err != nil {
			t.Errorf("%s: %v", arg, err)
		} else if got := line.Given[0].Option; got != want {
			t.Errorf("%s is --%s, want --%s", arg, got.Name, want.Name)
		}
	}
}

// TestFormerOptions checks that each name that an option had is an error that says what to write
// now, and that this is a command line.
func TestFormerOptions(t *testing.T) {
	placeholders := strings.NewReplacer("'", "", "=N", "=2K", "OPTION", "json", "FILE", "testdata/rules.txt", "WHAT", "url", "NAME", "mail")
	for name, now := range former {
		dashes := "--"
		if len(name) == 1 {
			dashes = "-"
		}
		want := "option " + dashes + name + " is now " + now
		for _, arg := range []string{dashes + name, dashes + name + "=x"} {
			if _, err := program().Parse([]string{arg}); len(name) > 1 && (err == nil || err.Error() != want) || err == nil {
				t.Errorf("%s: %v, want %s", arg, err, want)
			}
		}
		if !strings.HasPrefix(now, "--") {
			continue
		}
		args := []string{placeholders.Replace(now), "x"}
		if name == "range-size" {
			args = append(args, "--survey=index")
		}
		if _, err := planOf(args); err != nil {
			t.Errorf("%s: %v", now, err)
		}
	}
}

// TestChoices checks that the choices of options are the values of the packages.
func TestChoices(t *testing.T) {
	for _, c := range kinds {
		if c.Name != c.Value.String() {
			t.Errorf("kind %v is named %s", c.Value, c.Name)
		}
	}
	for _, c := range levels {
		if c.Name != c.Value.String() {
			t.Errorf("level %v is named %s", c.Value, c.Name)
		}
	}
}

// TestCompletedChoices checks that the completion scripts and the texts list the choices
// that the parser accepts.
func TestCompletedChoices(t *testing.T) {
	t.Chdir(t.TempDir()) // some options write a file
	want := regexp.MustCompile(`unknown value "~": valid values are (.*)`)
	for o := range program().All() {
		choices := o.Choices()
		if o.Arg == "" {
			if choices != nil {
				t.Errorf("--%s has no value, but choices %q", o.Name, choices)
			}
			continue
		}
		var stdout, stderr bytes.Buffer
		run([]string{"urlgrep", "--" + o.Name + "=~"}, strings.NewReader(""), &stdout, &stderr)
		var wanted []string
		if m := want.FindStringSubmatch(stderr.String()); m != nil {
			wanted = strings.Split(m[1], ", ")
		}
		if !slices.Equal(choices, wanted) {
			t.Errorf("--%s has the choices %q, its parser says %s", o.Name, choices, &stderr)
		}
		for _, name := range choices {
			if !regexp.MustCompile(`(^|[^-\w])` + name + `\b`).MatchString(o.Help()) {
				t.Errorf("nothing is said about --%s=%s", o.Name, name)
			}
		}
	}
}

// TestHelp checks that every option is in the help, that every common option is in the
// short help, and that the short help fits a screen.
func TestHelp(t *testing.T) {
	help, short := program().Help(helpHead, helpTail), program().ShortHelp(helpHead, shortHelpTail)
	for o := range program().All() {
		name := regexp.MustCompile(`(?m)^  .*--` + o.Name + `[ =,\[\n]`)
		if !name.MatchString(help) {
			t.Errorf("--%s is not in the help", o.Name)
		}
		if name.MatchString(short) == o.Rare {
			t.Errorf("--%s is in the short help and rare, or neither", o.Name)
		}
	}
	if n := strings.Count(short, "\n"); n > 56 {
		t.Errorf("%d lines: some options are rare", n)
	}
	for line := range strings.Lines(help + short) {
		if strings.HasPrefix(line, "  ") && (len(line) < 30 || line[30-1] != ' ') {
			t.Errorf("the name reaches into the usage: %s", line)
		}
		if utf8.RuneCountInString(line) > 80+len("\n") {
			t.Errorf("more than 80 characters: %s", line)
		}
	}
}

// TestShortHelp checks that -h is the short help if it is the only argument, and
// --no-filename otherwise.
func TestShortHelp(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"urlgrep", "-h"}, program().ShortHelp(helpHead, shortHelpTail)},
		{[]string{"urlgrep", "-h", "-"}, "http://a/\n"},
		{[]string{"urlgrep", "--help"}, program().Help(helpHead, helpTail)},
		{[]string{"urlgrep", "-h", "--help"}, program().Help(helpHead, helpTail)},
	} {
		var stdout, stderr bytes.Buffer
		status := run(test.args, strings.NewReader("http://a/\n"), &stdout, &stderr)
		if status != exitFound || stdout.String() != test.want || stderr.Len() > 0 {
			t.Errorf("%q: %d, %s%s", test.args, status, &stdout, &stderr)
		}
	}
}

// TestJSONText checks that the text of --json lists every member of the objects and no
// other.
func TestJSONText(t *testing.T) {
	args := append([]string{"--json", "--email", "--schemeless", "--refang", "--same=exact", "--unwrap=generic", "--all-parts", "../../testdata/guide/signed.pdf"}, inputsOfTables(t)...)
	objects, err := readObjects(printed(t, args...))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, o := range objects {
		for key, value := range o {
			there[key] = true
			if key == "message" || key == "document" {
				for key := range value.(map[string]any) {
					there[key] = true
				}
			}
		}
	}
	words := strings.Fields(optionText(t, "json"))
	for key := range there {
		if !slices.Contains(words, key) {
			t.Errorf("%q is not in the text of --json", key)
		}
	}
	for _, b := range option.Blocks(optionText(t, "json")) {
		for line := range strings.Lines(b.Text) {
			if !b.Literal || strings.HasPrefix(line, "urlgrep") {
				continue
			}
			keys, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
			for key := range strings.FieldsSeq(keys) {
				if !there[key] {
					t.Errorf("the text of --json has %q, and no object has it", key)
				}
			}
		}
	}
}

// TestFormatText checks that the text of --format lists every field.
func TestFormatText(t *testing.T) {
	words := strings.Fields(optionText(t, "format"))
	for field := range strings.SplitSeq(strings.Trim(everyField(), "{}"), "}}{{") {
		if field != ".String" && !slices.Contains(words, field) {
			t.Errorf("%s is not in the text of --format", field)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Fault]()) {
		if !slices.Contains(words, "."+f.Name) && !slices.Contains(words, "."+f.Name+",") && !slices.Contains(words, "."+f.Name+".") {
			t.Errorf(".%s of .Errors is not in the text of --format", f.Name)
		}
	}
}

// TestHelpFor checks that the output of --help=OPTION fits a terminal.
func TestHelpFor(t *testing.T) {
	for o := range program().All() {
		for line := range strings.Lines(o.Help()) {
			if n := utf8.RuneCountInString(line) - 1; n > 80 {
				t.Errorf("--%s: %d characters: %s", o.Name, n, line)
			}
			if strings.TrimRight(line, " \n")+"\n" != line {
				t.Errorf("--%s: blanks at the end of %q", o.Name, line)
			}
		}
	}
}

// TestLimitText checks that the text of --limit has the defaults of the program.
func TestLimitText(t *testing.T) {
	words := strings.Fields(optionText(t, "limit"))
	for _, item := range strings.Split(limitNames(), ", ") {
		if !slices.Contains(words, item) {
			t.Errorf("%s is not in the text of --limit", item)
		}
	}
	// The defaults in the text are those of the packages.
	var c parsed
	if err := setLimits(&c.limitOptions, strings.ReplaceAll(limitNames(), " ", "")); err != nil {
		t.Fatal(err)
	}
	if c.mail != extract.Limits(mailbox.Limits{}.WithDefaults()) {
		t.Errorf("limits of mail %+v", c.mail)
	}
	if c.maxURL != find.DefaultMaxURL || c.maxLines != find.DefaultMaxLines || c.rangeSize != defaultRangeSize {
		t.Errorf("url=%d, lines=%d, range=%d", c.maxURL, c.maxLines, c.rangeSize)
	}
	if c.unpack.MaxBytes != 0 || c.unpack.MaxRatio != unpack.DefaultMaxRatio || c.unpack.MaxWindow != unpack.DefaultMaxWindow {
		t.Errorf("limits of unpacking %+v", c.unpack)
	}
}

// TestHelpOption checks that --help explains each option by each of its names, and that a
// misspelt name is an error with the right one.
func TestHelpOption(t *testing.T) {
	for o := range program().All() {
		for _, name := range o.Names() {
			bare := strings.TrimLeft(name, "-")
			for _, args := range [][]string{{"--help=" + name}, {"--help=" + bare}, {"--help", name}, {"--help", bare}} {
				var stdout, stderr strings.Builder
				if status := run(append([]string{"urlgrep"}, args...), nil, &stdout, &stderr); status != exitFound || stdout.String() != o.Help() {
					t.Errorf("%q: exit status %d, %s%.80q", args, status, &stderr, &stdout)
				}
			}
		}
		if len(o.Name) < 5 {
			continue // a letter less may be another word
		}
		misspelt := o.Name + "q"
		for _, args := range [][]string{{"--help=" + misspelt}, {"--help", misspelt}} {
			var stdout, stderr strings.Builder
			want := "urlgrep: --help: unknown option " + misspelt + " (did you mean --" + o.Name + "?)\n"
			if status := run(append([]string{"urlgrep"}, args...), nil, &stdout, &stderr); status != exitError || !strings.HasPrefix(stderr.String(), want) {
				t.Errorf("%q: exit status %d, %q", args, status, &stderr)
			}
		}
	}
}
