package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
)

// TestManual checks that every option, every name of a value, and every chapter is in the
// manual page.
func TestManual(t *testing.T) {
	text := strings.NewReplacer(`\-`, "-", `\fB`, "", `\fI`, "", `\fR`, "").Replace(program().Manual(manualPage()))
	for o := range program().All() {
		if !strings.Contains(text, ".TP\n"+o.Signature()+"\n") {
			t.Errorf("%s is not in the manual", o.Signature())
		}
	}
	for _, c := range manualPage().Chapters {
		if !strings.Contains(text, "\n.SH "+strings.ToUpper(c)+"\n") {
			t.Errorf("the manual has no chapter %s", c)
		}
	}
	for line := range strings.Lines(manualPage().Doc) {
		if strings.HasPrefix(line, "  ") {
			t.Errorf("doc.go has a list, which the manual does not know: %s", line)
		}
	}
}

// TestManualWidth checks that literal lines fit a terminal with their indentation.
func TestManualWidth(t *testing.T) {
	for _, test := range []struct {
		text   string
		indent int
	}{{manualPage().Doc, 11}, {optionTexts(), 14}} {
		for _, b := range option.Blocks(test.text) {
			for line := range strings.Lines(b.Text) {
				n := test.indent + utf8.RuneCountInString(strings.TrimSuffix(line, "\n"))
				if b.Literal && n > 80 {
					t.Errorf("%d characters: %s", n, line)
				}
			}
		}
	}
}

// TestManualMacros checks the use of the macros with mandoc and groff.
func TestManualMacros(t *testing.T) {
	for _, command := range []string{"mandoc -T lint -W style", "groff -man -Tutf8 -ww -z"} {
		t.Run(command, func(t *testing.T) {
			args := strings.Fields(command)
			if _, err := exec.LookPath(args[0]); err != nil {
				t.Skip(err)
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Stdin = strings.NewReader(program().Manual(manualPage()))
			if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// TestManualCommands checks that the examples in doc.go and in the texts of options are
// valid command lines, and that the options they name exist.
func TestManualCommands(t *testing.T) {
	names := regexp.MustCompile(`\B--([a-z][a-z-]*)`)
	commands := 0
	for _, text := range []string{manualPage().Doc, optionTexts()} {
		for _, m := range names.FindAllStringSubmatch(text, -1) {
			if !program().Has(m[1]) {
				t.Errorf("there is no option --%s", m[1])
			}
		}
		for _, b := range option.Blocks(text) {
			for line := range strings.Lines(b.Text) {
				line, ok := strings.CutPrefix(strings.TrimPrefix(line, "$ "), "urlgrep ")
				if !ok || !b.Literal || strings.Contains(line, "OPTION") {
					continue
				}
				line, _, _ = strings.Cut(line, " | ")
				for command := range strings.SplitSeq(line, " && urlgrep ") {
					commands++
					args := strings.Fields(strings.ReplaceAll(command, "'", ""))
					if _, err := program().Parse(args); err != nil {
						t.Errorf("urlgrep %s: %v", command, err)
					}
				}
			}
		}
	}
	if commands < 20 {
		t.Errorf("only %d command lines are in the texts", commands)
	}
}

// TestManualEnvironment checks that the manual lists the environment variables that the
// program reads.
func TestManualEnvironment(t *testing.T) {
	variable := regexp.MustCompile(`Getenv\("(\w+)"\)`)
	seen := 0
	for _, dir := range []string{".", "../../internal/*"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range variable.FindAllStringSubmatch(string(text), -1) {
				seen++
				if !regexp.MustCompile(`\b` + m[1] + `\b`).MatchString(manualPage().Doc) {
					t.Errorf("%s reads %s, of which doc.go says nothing", file, m[1])
				}
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d uses of variables found", seen)
	}
}

// TestManualSchemes checks the examples that pass URLs to a shell, or to a program that
// opens or fetches them: the command must name the schemes and quote the URLs.
func TestManualSchemes(t *testing.T) {
	guide, err := os.ReadFile("../../docs/guide.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?ms)^```(?:sh|console)\n.*?^```").FindAllString(string(guide), -1)
	for _, text := range []string{manualPage().Doc, optionTexts()} {
		for block := range strings.SplitSeq(text, "\n\n") {
			if strings.HasPrefix(block, "\t") || strings.HasPrefix(block, "    ") {
				blocks = append(blocks, block)
			}
		}
	}
	passes := regexp.MustCompile(`(?m)xdg-open|curl -|wget|\| sh$`)
	raw := regexp.MustCompile(`(?m)\{\{ *\.URL *\}\}.*\| sh$`)
	commands := 0
	for _, block := range blocks {
		if !passes.MatchString(block) {
			continue
		}
		commands++
		if !strings.Contains(block, "--scheme=http,https") || raw.MatchString(block) {
			t.Errorf("passes URLs with any scheme:\n%s", block)
		}
	}
	if commands < 7 {
		t.Errorf("only %d such commands are in the texts", commands)
	}
}

// TestManualRefang checks that --refang finds the forms listed in the manual and in
// --help.
func TestManualRefang(t *testing.T) {
	var help strings.Builder
	if status := run([]string{"urlgrep", "--help"}, nil, &help, &help); status != exitFound {
		t.Fatal(status)
	}
	texts := strings.Join(strings.Fields(manualPage().Doc+optionTexts()+help.String()), " ")
	for _, c := range []struct{ says, text, want string }{
		{"hxxp://a[.]com/x", "hxxp://a[.]com/x", "http://a.com/x\n"},
		{"hxxp h**p fxp", "hxxp://a.com h**p://a.com fxp://a.com hxxp[://]a.com", "http://a.com\nhttp://a.com\nftp://a.com\nhttp://a.com\n"},
		{"or with s, before :// or [://]", "hxxps://a.com h**ps[://]a.com fxps://a.com", "https://a.com\nhttps://a.com\nftps://a.com\n"},
		{"[.] (.) {.} [dot]", "a[.]com a(.)com a{.}com a[dot]com", "a.com\na.com\na.com\na.com\n"},
		{"[.] or (dot) or [at]", "a(dot)com joe[at]a.com", "a.com\njoe@a.com\n"},
		{"[@] [at] [:] [/] [://]", "joe[@]a.com joe[at]a.com http[:]//a.com http:[/][/]a.com http[://]a.com", "joe@a.com\njoe@a.com\nhttp://a.com\nhttp://a.com\nhttp://a.com\n"},
		{"in any brackets, in any letter case", "joe(AT)a.com joe{At}a.com a{DOT}com", "joe@a.com\njoe@a.com\na.com\n"},
		{"user [at] a [dot] com", "write to user [at] a [dot] com", "user@a.com\n"},
		{"an address, in any brackets", "see user (at) a (dot) com, user {at} a {dot} com", "user@a.com\nuser@a.com\n"},
		{"user at a dot com", "user at a dot com", "user@a.com\n"},
		{"user at a.com", "user at a.com", "user@a.com\n"},
		{"joe at a.com", "mail: joe at a.com", "joe@a.com\n"},
		{"joe at a dot com", "(joe at a dot com)", "joe@a.com\n"},
		{"write to joe at a.com", "write to joe at a.com, write to joe at a dot com", ""},
		{"is available at a.com", "it is available at a.com", ""},
	} {
		if !strings.Contains(texts, c.says) {
			t.Errorf("neither manual nor help has %q", c.says)
		}
		var got strings.Builder
		if run([]string{"urlgrep", "--refang", "--schemeless", "--email"}, strings.NewReader(c.text), &got, &got); got.String() != c.want {
			t.Errorf("%q: got %q, want %q", c.text, &got, c.want)
		}
	}
}
