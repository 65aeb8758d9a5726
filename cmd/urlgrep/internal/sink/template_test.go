package sink

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/extract"
)

// FuzzFormat checks that ParseTemplate reports all errors of a template that do not
// depend on the match, and that text outside actions is printed unchanged.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"{{.URL}}\t{{.Line}}", `<URL:{{.URL}}>`, "{{if .Message.ID}}{{.Message.ID}}{{else}}-{{end}}", `{{join .Valid ","}} {{upper .Host}}`, "{{index .Errors 0}}",
		"{{slice .URL 3}}", "{{.Nothing}}", "{{with .Message}}{{.Date}}{{end}}", `{{printf "%q" .}}`, `{{define "a"}}{{template "a"}}{{end}}{{template "a"}}`, `{{sh .Text | lower}}`, "{{json .Warnings}}", "a\\tb"} {
		f.Add(s)
	}
	matches := []extract.Match{sample()}
	for m := range extract.Bytes([]byte(recordtest.OddMail), &extract.Options{Kinds: extract.DefaultKinds.With(extract.Schemeless).With(extract.Email)}) {
		matches = append(matches, m)
	}
	f.Fuzz(func(t *testing.T, format string) {
		if strings.Contains(format, "range") {
			t.Skip("may go on for hours, as wanted")
		}
		parsed, err := ParseTemplate(format)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("%q: an error without words", format)
			}
			return
		}
		for i := range matches {
			text, err := parsed.execute(nil, record.New(record.View{}, "a", &matches[i]))
			if err != nil && !dependsOnMatch(err) {
				t.Errorf("%q with match %d: %v", format, i, err)
			}
			if !strings.Contains(format, "{{") && !strings.Contains(format, `\`) && string(text) != format {
				t.Errorf("%q gives %q", format, text)
			}
		}
	})
}
