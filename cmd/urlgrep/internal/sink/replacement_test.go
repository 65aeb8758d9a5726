package sink

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/record"
)

// divided returns the output of a template for a match, with braces around the fields.
func divided(t *testing.T, text string) string {
	t.Helper()
	r, err := ParseReplacement(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	m := sample()
	m.Text = "a\x00b"
	var result Result
	var b strings.Builder
	for range 2 { // the memory of the result is used again
		b.Reset()
		if err := r.Execute(&result, record.New(record.View{}, "{}", &m)); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for part, isField := range result.Parts() {
			if isField {
				fmt.Fprintf(&b, "{%s}", part)
			} else {
				b.Write(part)
			}
		}
	}
	return b.String()
}

// TestReplacement checks which parts of the output of a template are fields.
func TestReplacement(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"a":                              "a",
		`a\0\\{{.Line}}`:                 "a\x00\\{8}",
		"{{.Line}}":                      "{8}",
		"{{.Text}}{{.Host}}":             "{a\uFFFDb}{bücher.example}",
		`{{.Text}}\0{{printf "%s" "a"}}`: "{a\uFFFDb}\x00{a}",
		"a{{.Port}}b{{.Path}}c":          "a{8080}b{/over-view}c",
		"a{{if .URL}}b{{.Port}}{{end}}":  "ab{8080}",
		"{{$x := .Port}}a{{$x}}{{$x = .Path}}{{$x}}":                                             "a{8080}{/over-view}",
		`{{define "x"}}a{{.}}{{end}}b{{template "x" .Port}}c`:                                    "ba{8080}c",
		`{{block "x" .Port}}a{{.}}{{end}}`:                                                       "a{8080}",
		"{{with .Port}}a{{.}}{{end}}{{range .Warnings}}{{end}}":                                  "a{8080}",
		`{{range slice "ab" 0 1 | printf "%s" | len}}a{{.}}{{end}}`:                              "a{0}",
		"{{replace .Path \"/\" \"#\"}}{{slice .Path 1 3}}":                                       "{#over-view}{ov}",
		"{{html .Text}}{{.Port | json}}{{sh .Port}}{{js .Port}}{{urlquery .Path}}":               "a\uFFFDb\"8080\"'8080'8080%2Fover-view",
		"{{html .Port | print}}{{print (html .Port)}}{{$x := html .Port}}{{$x}}{{(html .Port)}}": "{8080}{8080}{8080}{8080}",
		"{{/* a */}}{{- .Port -}} a":                                                             "{8080}a",
		`{{""}}a{{print}}`:                                                                       "a",
	} {
		if got := divided(t, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"{{", "{{.Nope}}", "{{_enclosed .URL}}"} {
		if _, err := ParseReplacement(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
