package sink

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// FuzzFormat checks that ParseTemplate reports all errors of a template that do not
// depend on the match, and that text outside actions is printed unchanged.
func FuzzFormat(f *testing.F) {
	for _, s := range []string{"{{.URL}}\t{{.Line}}", `<URL:{{.URL}}>`, "{{if .Message.ID}}{{.Message.ID}}{{else}}-{{end}}", `{{join .Valid ","}} {{upper .Host}}`, "{{index .Errors 0}}",
		"{{slice .URL 3}}", "{{.Nothing}}", "{{with .Message}}{{.Date}}{{end}}", `{{printf "%q" .}}`, `{{define "a"}}{{template "a"}}{{end}}{{template "a"}}`, `{{sh .Text | lower}}`, "{{json .Warnings}}", "a\\tb"} {
		f.Add(s)
	}
	matches := []extract.Match{sample()}
	for m := range extract.Bytes([]byte(recordtest.OddMail), &extract.Options{Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email)}) {
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
			r := record.New(record.View{}, "a", &matches[i])
			text, err := parsed.execute(nil, r)
			if err != nil && !dependsOnMatch(err) {
				t.Errorf("%q with match %d: %v", format, i, err)
			}
			checkPieces(t, parsed, r)
			if !strings.Contains(format, "{{") && !strings.Contains(format, `\`) && string(text) != format {
				t.Errorf("%q gives %q", format, text)
			}
		}
	})
}

// checkPieces checks that the pieces of a template, if it has pieces, print what package
// text/template prints.
func checkPieces(t *testing.T, parsed *Template, r *record.Record) {
	t.Helper()
	if parsed.pieces == nil {
		return
	}
	got, _ := parsed.execute(nil, r)
	slow := *parsed
	slow.pieces = nil
	if want, err := slow.execute(nil, r); err != nil || string(got) != string(want) {
		t.Errorf("%s: got %q, want %q, %v", parsed.template.Root, got, want, err)
	}
}

// TestPieces checks the pieces of a template for each field, alone and with text, for random
// matches.
func TestPieces(t *testing.T) {
	var parsed []*Template
	fields := 0
	add := func(format string) {
		p, err := ParseTemplate(format)
		if err != nil {
			t.Fatal(err)
		}
		if parsed = append(parsed, p); p.pieces != nil {
			fields++
		}
	}
	for _, name := range fieldNames() {
		add("{{." + name + "}}")
		add("a\x00{{." + name + "}} {{.URL}}\\0")
		add("{{/* comment */}}\\t{{- ." + name + " -}}\n")
	}
	if fields < len(parsed)/2 {
		t.Errorf("only %d of %d templates are in pieces", fields, len(parsed))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range effort.Rounds(1000) {
		m, view := recordtest.RandomMatch(random), record.View{Defang: random.IntN(2) == 0, Visible: random.IntN(2) == 0}
		for _, p := range parsed {
			checkPieces(t, p, record.New(view, recordtest.RandomText(random), m))
		}
	}
}

// fieldNames returns the names of the fields in templates, those of messages and documents after
// "Message." and "Document.".
func fieldNames() (names []string) {
	methods := reflect.TypeFor[*record.Record]()
	for i := range methods.NumMethod() {
		if m := methods.Method(i); m.Type.NumIn() == 1 && m.Type.NumOut() == 1 {
			names = append(names, m.Name)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Message]()) {
		names = append(names, "Message."+f.Name)
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Document]()) {
		names = append(names, "Document."+f.Name)
	}
	return names
}

// TestNeeds checks that a template prints the same of matches without the properties that it
// does not need.
func TestNeeds(t *testing.T) {
	formats := []string{
		"{{.}}", "{{json .}}", "{{$.Line}}", "{{$}}", "{{with .Message}}{{.From}}{{end}}", "{{with $m := .Message}}{{$m.From}}{{end}}",
		"{{if .Signature}}a{{end}}", "{{range .Warnings}}{{.}}{{end}}", "{{range .Errors}}{{.Level}}{{end}}", "{{(.Message).ID}}",
		`{{define "a"}}{{.Line}}{{end}}{{template "a" .}}`, `{{define "a"}}{{.From}}{{end}}{{template "a" .Message}}`, `{{printf "%d" .Line}}`,
		"{{.URL | len}}{{.Line | print}}", "{{index .Evidence \"host-in-userinfo\"}}", "{{block \"b\" .Document}}{{.Page}}{{end}}", "{{with .URL}}{{$.QuoteDepth}}{{else}}{{.Line}}{{end}}",
	}
	for _, name := range fieldNames() {
		formats = append(formats, "{{."+name+"}}", "{{if true}}{{."+name+"}}{{end}}")
	}
	random := rand.New(rand.NewPCG(3, 4))
	without := 0
	for _, format := range formats {
		p, err := ParseTemplate(format)
		if err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if p.Needs() == 0 {
			without++
		}
		for range effort.Rounds(200) {
			m := recordtest.RandomMatch(random)
			less := *m
			if !p.Needs().Has(record.Places) {
				less.Line, less.QuoteDepth, less.Signature = 0, 0, false
				less.Message, less.Part, less.Header, less.Document, less.Element = nil, "", "", nil, nil
			}
			if !p.Needs().Has(record.Signs) {
				less.Signs = nil
			}
			want, wantErr := p.Append(nil, record.New(record.View{}, "a", m))
			got, err := p.Append(nil, record.New(record.View{}, "a", &less))
			if string(got) != string(want) || (err == nil) != (wantErr == nil) {
				t.Fatalf("%s prints %q, %v with what it needs, want %q, %v", format, got, err, want, wantErr)
			}
		}
	}
	if without < 20 {
		t.Errorf("only %d templates need nothing", without)
	}
}

// TestBrief checks that the sinks print the same for brief fields without a Match.
func TestBrief(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, test := range []struct {
		format string
		want   bool
	}{
		{"", true}, {"a", true}, {"{{.URL}}", true}, {"{{.File}}:{{.Line}}:{{.Offset}}:{{.URL}}", true},
		{"{{.URL}} {{.End}}", false}, {"{{.Message.ID}}", false}, {"{{.Host}}", false}, {"{{.URL | upper}}", false},
	} {
		p, err := ParseTemplate(test.format)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.pieces.isBrief(); got != test.want {
			t.Errorf("%s: %t, want %t", test.format, got, test.want)
		}
		for range effort.Rounds(100) {
			m := recordtest.RandomMatch(random)
			want, _ := p.Append(nil, record.New(record.View{}, "a", m))
			var got bytes.Buffer
			out := output.New(&got)
			f := newTemplate(out, p, RecordSettings{})
			f.Begin("a", false)
			f.Match(&Kept{*m})
			out.Flush()
			if got.String() != string(want)+"\n" {
				t.Fatalf("%s: got %q, want %q", test.format, &got, want)
			}
		}
	}
}
