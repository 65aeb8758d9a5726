package sink

import (
	"errors"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// Carets prints URLs, and below each URL a caret and a reason for each problem with it.
type Carets struct {
	*URLs
	reasons func(c *Carets, m *extract.Match) []reason
}

// A reason is a problem at one byte of a URL.
type reason struct {
	at          int
	class, rule string
}

// InvalidFormat returns the format that prints URLs with the reasons why they are not valid.
func InvalidFormat(line NewLine, s URLSettings) Format {
	return Only(Needs{Fields: s.needs(), InText: true}, func(w *Worker) Printer { return newInvalid(line(w.Out), s) })
}

// WarnedFormat returns the format that prints URLs with the dangers of a grade of following them, and
// the URLs that they lead to.
func WarnedFormat(line NewLine, s URLSettings, l *record.Leads, g record.Grade) Format {
	return Only(Needs{Fields: record.Signs, InText: true}, func(w *Worker) Printer { return newWarned(line(w.Out), s, l, g) })
}

// newInvalid returns a Printer that prints URLs with the reasons why they are not valid.
func newInvalid(line *output.Line, s URLSettings) *Carets {
	return &Carets{newURLs(line, s), (*Carets).errors}
}

// newWarned returns a Printer that prints URLs with the dangers of a grade of following them, and the
// URLs that they lead to.
func newWarned(line *output.Line, s URLSettings, l *record.Leads, g record.Grade) *Carets {
	return &Carets{newURLs(line, s), func(c *Carets, m *extract.Match) []reason { return c.dangers(m, l, g) }}
}

func (c *Carets) Match(f Found) error {
	m := f.Match()
	c.url(m, m.URL)
	for _, r := range c.reasons(c, m) {
		c.line.AddCaret(c.upTo(m, r.at), r.class, r.rule)
	}
	return nil
}

func (c *Carets) errors(m *extract.Match) []reason {
	var err *parse.Error
	if _, e := m.Parse(); !errors.As(e, &err) {
		return nil
	}
	return []reason{{err.Offset, err.Class.String(), err.Rule()}}
}

func (c *Carets) dangers(m *extract.Match, l *record.Leads, g record.Grade) (list []reason) {
	view := record.View{Defang: c.settings.Defang}
	for _, d := range record.Dangers(m, l, g) {
		list = append(list, reason{d.Offset, d.Name, d.Rule + view.URL(d.Detail)})
	}
	return list
}
