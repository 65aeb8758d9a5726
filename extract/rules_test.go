package extract

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"
)

// A rule of docs/rules.md: a heading with a number, and the text below it.
var (
	ruleHeading = regexp.MustCompile(`(?m)^### (\d\.\d+) `)
	ruleExample = regexp.MustCompile(`(?m)(?:^    .*\n)+`)
	caseRule    = regexp.MustCompile(`^(\d(?:\.\d+)?)`)
)

// TestRules checks the examples of docs/rules.md, and compares it with the corpus: each
// rule has cases with a URL and cases without, and each case belongs to a rule.
func TestRules(t *testing.T) {
	doc, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]bool{}
	at := ruleHeading.FindAllSubmatchIndex(doc, -1)
	for i, m := range at {
		number, end := string(doc[m[2]:m[3]]), len(doc)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		rules[number] = true
		section := doc[m[1]:end]
		examples := ruleExample.FindAll(section, -1)
		if n := len(regexp.MustCompile(`(?m)^\*\*`).FindAll(section, -1)); n == 0 || len(examples) < n {
			t.Errorf("%s: %d sentences, %d examples", number, n, len(examples))
		}
		for _, e := range examples {
			text := strings.ReplaceAll("\n"+string(e), "\n    ", "\n")
			for _, c := range parseCases(t, "docs/rules.md, "+number, []byte(text)) {
				check(t, "docs/rules.md, "+number, c)
			}
		}
	}
	finds, leaves := map[string]bool{}, map[string]bool{}
	for name, cases := range allCases(t) {
		for _, c := range cases {
			m := caseRule.FindStringSubmatch(c.sentence)
			if m == nil {
				t.Errorf("%s:%d: %q has no number", name, c.line, c.sentence)
				continue
			}
			finds[m[1]] = finds[m[1]] || c.want != ""
			leaves[m[1]] = leaves[m[1]] || len(bytes.TrimSpace(marked.ReplaceAll(c.source, nil))) > 0
			if !rules[m[1]] && "2" <= m[1] && m[1] < "4" {
				t.Errorf("%s:%d: no rule %s in docs/rules.md", name, c.line, m[1])
			}
		}
	}
	for number := range rules {
		if !finds[number] || !leaves[number] {
			t.Errorf("%s: something is found in its cases: %v; something is left out: %v", number, finds[number], leaves[number])
		}
	}
}

// marked matches the expected URLs in a text.
var marked = regexp.MustCompile(`⟦[^⟧]*⟧`)
