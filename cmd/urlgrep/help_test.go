package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every option is in the help, on a line that fits a terminal.
func TestHelp(t *testing.T) {
	help := helpText()
	for _, f := range new(config).flags() {
		if !strings.Contains(help, "--"+f.Names()[0]) {
			t.Errorf("--%s is not in the help", f.Names()[0])
		}
	}
	for line := range strings.Lines(help) {
		if len(strings.TrimSuffix(line, "\n")) > lineWidth {
			t.Errorf("more than %d characters: %s", lineWidth, line)
		}
		if strings.HasPrefix(line, "  ") && (len(line) < usageColumn || line[usageColumn-1] != ' ') {
			t.Errorf("the name reaches into the usage: %s", line)
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

// The text of --limit has the defaults that the program has.
func TestLimitText(t *testing.T) {
	words := strings.Fields(optionText("limit"))
	for _, item := range strings.Split(limitNames(), ", ") {
		if !slices.Contains(words, item) {
			t.Errorf("%s is not in the text of --limit", item)
		}
	}
}
