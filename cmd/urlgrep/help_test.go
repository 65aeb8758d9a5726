package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every option is in the help, which fits a screen.
func TestHelp(t *testing.T) {
	help := helpText()
	for _, o := range options() {
		if !regexp.MustCompile("--" + o.long + `[ =,\[\n]`).MatchString(help) {
			t.Errorf("--%s is not in the help", o.long)
		}
	}
	if n := strings.Count(help, "\n"); n > 64 {
		t.Errorf("%d lines: some options are seldom needed", n)
	}
	lines, _, _ := strings.Cut(help, "\nAlso:\n")
	for line := range strings.Lines(lines) {
		if strings.HasPrefix(line, "  ") && (len(line) < usageColumn || line[usageColumn-1] != ' ') {
			t.Errorf("the name reaches into the usage: %s", line)
		}
	}
	for line := range strings.Lines(help) {
		if len(line) > lineWidth+len("\n") {
			t.Errorf("more than %d characters: %s", lineWidth, line)
		}
	}
	for _, name := range seldom {
		if o, err := optionNamed(name); err != nil || o.long != name {
			t.Errorf("there is no option --%s", name)
		}
	}
}

// Every option has a section in options.txt, and every section is that of an option.
func TestOptionTexts(t *testing.T) {
	sections := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# (.*)$`).FindAllStringSubmatch(optionTexts, -1) {
		if sections[m[1]] {
			t.Errorf("options.txt has two sections %s", m[1])
		}
		sections[m[1]] = true
	}
	for _, f := range new(config).flags() {
		name := f.Names()[0]
		if len(optionText(name)) < 2 {
			t.Errorf("options.txt says nothing about --%s", name)
		}
		delete(sections, name)
	}
	for name := range sections {
		t.Errorf("options.txt has a section %q, and there is no such option", name)
	}
}

// The text of --json has every member that there is, and no other.
func TestJSONText(t *testing.T) {
	args := append([]string{"--json", "--email", "--schemeless", "--refang"}, inputsOfTables(t)...)
	objects, err := readObjects(printed(t, args...))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, o := range objects {
		for key, value := range o {
			there[key] = true
			if key == "message" {
				for key := range value.(map[string]any) {
					there[key] = true
				}
			}
		}
	}
	words := strings.Fields(optionText("json"))
	for key := range there {
		if !slices.Contains(words, key) {
			t.Errorf("%q is not in the text of --json", key)
		}
	}
	for _, b := range blocks(optionText("json")) {
		for line := range strings.Lines(b.text) {
			if !b.literal || strings.HasPrefix(line, "urlgrep") {
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

// What --help-for prints fits a terminal.
func TestHelpFor(t *testing.T) {
	for _, o := range options() {
		for line := range strings.Lines(o.help()) {
			if n := utf8.RuneCountInString(line) - 1; n > lineWidth {
				t.Errorf("--%s: %d characters: %s", o.long, n, line)
			}
			if strings.TrimRight(line, " \n")+"\n" != line {
				t.Errorf("--%s: blanks at the end of %q", o.long, line)
			}
		}
	}
}

// The text of --limit has the defaults that the program has.
func TestLimitText(t *testing.T) {
	words := strings.Fields(optionText("limit"))
	for _, item := range strings.Split(limitNames(), ", ") {
		if !slices.Contains(words, item) {
			t.Errorf("%s is not in the text of --limit", item)
		}
	}
}
