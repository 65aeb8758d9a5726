package sink

import (
	"bytes"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/record"
)

// RecordSettings determine how records are printed.
type RecordSettings struct {
	Print0 bool // end each with a NUL instead of a line feed
	View   record.View
}

// Records prints a record for each match: a text that is made of its fields.
type Records struct {
	settings RecordSettings
	out      *output.Output
	append   func(b []byte, r *record.Record) ([]byte, error)
	name     string      // name of the text
	brief    *briefMatch // nil: a field needs more
	record   record.Record
	text     []byte
}

// RecordFormat returns the format that prints what append appends for each match, without the end of
// the line. A NUL in it is printed as U+FFFD.
func RecordFormat(needs Needs, s RecordSettings, append func(b []byte, r *record.Record) []byte) Format {
	return Only(needs, func(w *Worker) Printer {
		return newRecords(w.Out, s, func(b []byte, r *record.Record) ([]byte, error) { return withoutNUL(append(b, r), 0), nil })
	})
}

// newRecords returns Records. An error of append ends the search of the text.
func newRecords(out *output.Output, s RecordSettings, append func([]byte, *record.Record) ([]byte, error)) *Records {
	s.View.Visible = out.Terminal
	return &Records{settings: s, out: out, append: append}
}

func (p *Records) Begin(name string, _ bool) { p.name = name }

// Match prints a match. On a terminal the strings of the match are made visible, but the
// text may have them truncated in the middle of a character.
func (p *Records) Match(f Found) (err error) {
	record.Reset(&p.record, p.settings.View, p.name, matchOf(f, p.brief))
	p.text, err = p.append(p.text[:0], &p.record)
	if err != nil {
		return err
	}
	if p.out.Terminal {
		p.text = bytes.ToValidUTF8(p.text, []byte("\uFFFD"))
	}
	end := byte('\n')
	if p.settings.Print0 {
		end = 0
	}
	p.text = append(p.text, end)
	p.out.WriteShown(p.text)
	return nil
}

func (p *Records) End(int) {}
