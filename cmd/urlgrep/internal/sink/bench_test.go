package sink

import (
	"bytes"
	"io"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// BenchmarkRecord measures the printing of a match in mail, in each format that prints fields of
// it. Finding the match and its place is not measured.
func BenchmarkRecord(b *testing.B) {
	matches := mailMatches(b)
	var columns []*record.Column
	for i := range record.Columns {
		columns = append(columns, &record.Columns[i])
	}
	table := func(s TableSettings) Format {
		s.Columns = columns
		return TableFormat(s)
	}
	format := func(text string) Format {
		t, err := ParseTemplate(text)
		if err != nil {
			b.Fatal(err)
		}
		return TemplateFormat(t, RecordSettings{})
	}
	count := func(by string) Format { return CountsFormat(plain, CountSettings{Property: property(by)}) }
	for _, c := range []struct {
		name   string
		format Format
	}{
		{"json", JSONFormat(record.View{})},
		{"sql", SQLFormat(SQLSettings{})},
		{"csv", table(TableSettings{})},
		{"csv-safe", table(TableSettings{Safe: true})},
		{"tsv", table(TableSettings{Tabs: true})},
		{"format-url", format("{{.URL}}")},
		{"format-line", format("{{.Line}} {{.URL}}")},
		{"format-message", format("{{.Host}} {{.Message.Date}} {{.Message.Subject}}")},
		{"format-if", format("{{.URL}}{{if .Rejoined}} rejoined{{end}}")},
		{"count-host", count("host")},
		{"count-domain", count("domain")},
	} {
		b.Run(c.name, func(b *testing.B) {
			out := output.New(io.Discard)
			s := c.format.Start(out, nil).Sink(&Worker{Out: out, Turn: new(turns)})
			if s.Files != nil {
				s.Files.BeginFile(&File{Name: "mbox"})
			}
			s.Begin("mbox", false)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				s.Match(&matches[i%len(matches)])
			}
		})
	}
}

// property returns the property of --count-by with the given name.
func property(name string) *record.Property {
	for i := range record.Properties {
		if p := &record.Properties[i]; p.Name == name {
			return p
		}
	}
	return nil
}

// mailMatches returns the matches in a mailbox.
func mailMatches(b *testing.B) (list []Kept) {
	var text bytes.Buffer
	if _, err := corpusgen.Write(&text, corpusgen.Mbox, 1<<20); err != nil {
		b.Fatal(err)
	}
	for m, err := range extract.Bytes(text.Bytes(), &extract.Options{Input: extract.InputMail, Signs: new(extract.Signs)}) {
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, Kept{m})
	}
	return list
}
