package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What shells know about values is what the parser says that it wants, and so do the
// texts.
func TestCompletedChoices(t *testing.T) {
	want := regexp.MustCompile(`unknown value "~": want (.*)`)
	for _, o := range options() {
		choices := choicesOf(o.long)
		if o.value == "" {
			if choices != nil {
				t.Errorf("--%s has no value, but choices %q", o.long, choices)
			}
			continue
		}
		var stdout, stderr bytes.Buffer
		run([]string{"urlgrep", "--" + o.long + "=~"}, strings.NewReader(""), &stdout, &stderr)
		var wanted []string
		if m := want.FindStringSubmatch(stderr.String()); m != nil {
			wanted = strings.Split(m[1], ", ")
		}
		if !slices.Equal(choices, wanted) {
			t.Errorf("--%s has the choices %q, its parser says %s", o.long, choices, &stderr)
		}
		for _, name := range choices {
			if !regexp.MustCompile(`\b` + name + `\b`).MatchString(optionText(o.long)) {
				t.Errorf("options.txt says nothing about --%s=%s", o.long, name)
			}
		}
	}
}
